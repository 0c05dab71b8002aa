// simdiff: kernel --kernel twice_in_a_list --global 4 --local 4 --arg x=inout:i32[4] --arg part=local:i32[4] => clean
// simdiff: kernel --kernel of_no_copy --global 4 --local 4 --arg x=inout:i32[4] => defect invalid-event
// simdiff: kernel --kernel waited_before --global 4 --local 4 --arg x=inout:i32[4] --arg part=local:i32[4] => defect invalid-event
// Events of asynchronous copies: a wait releases them.

__kernel void twice_in_a_list(__global int *x, __local int *part) {
    event_t events[3];
    events[0] = async_work_group_copy(part, x, 2, 0);
    events[1] = events[0];
    events[2] = async_work_group_copy(part + 2, x + 2, 2, 0);
    wait_group_events(3, events);
    x[get_local_id(0)] = part[3 - get_local_id(0)];
}

__kernel void of_no_copy(__global int *x) {
    event_t event = 0;
    wait_group_events(1, &event);
    x[get_local_id(0)] = 0;
}

__kernel void waited_before(__global int *x, __local int *part) {
    event_t event = async_work_group_copy(part, x, 4, 0);
    wait_group_events(1, &event);
    wait_group_events(1, &event);
    x[get_local_id(0)] = part[3 - get_local_id(0)];
}
