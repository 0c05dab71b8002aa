// Sub-devices, and other functions of devices (4.3 and 4.4).

#include "host.h"

cl_int clRetainDevice(cl_device_id device) {
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    if (device->parent)
        device->references++;
    return CL_SUCCESS;
}

// Root devices have no reference count.
cl_int clReleaseDevice(cl_device_id device) {
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    if (!device->parent || --device->references)
        return CL_SUCCESS;
    for (cl_device_id *at = &simdiff_sub_devices; *at; at = &(*at)->next)
        if (*at == device) {
            *at = device->next;
            break;
        }
    cl_device_id parent = device->parent;
    free(device);
    return clReleaseDevice(parent);
}

// Writes the compute units of each part and returns the number of parts; 0 if there can be
// none. A partition is into equal parts, or by counts.
static cl_uint parts(cl_device_id device, const cl_device_partition_property *list,
    cl_uint *units) {
    cl_uint count = 0, used = 0;
    if (list[0] == CL_DEVICE_PARTITION_EQUALLY) {
        cl_uint each = (cl_uint)list[1];
        count = each ? device->units / each : 0;
        for (cl_uint i = 0; i < count; i++)
            units[i] = each;
        return count;
    }
    for (count = 0; list[count + 1] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; count++) {
        if (count == device->units || list[count + 1] < 0)
            return 0;
        // A part without units ends the list, too.
        units[count] = (cl_uint)list[count + 1];
        used += units[count];
    }
    return used <= device->units ? count : 0;
}

static cl_device_id part(cl_device_id parent, cl_uint units,
    const cl_device_partition_property *list, size_t bytes) {
    cl_device_id device = NEW(cl_device_id);
    *device = *parent;
    device->units = units;
    device->parent = parent;
    device->references = 1;
    device->partition_bytes = bytes < sizeof device->partition ? bytes : sizeof device->partition;
    memcpy(device->partition, list, device->partition_bytes);
    device->next = simdiff_sub_devices;
    simdiff_sub_devices = device;
    clRetainDevice(parent);
    return device;
}

cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property *list,
    cl_uint room, cl_device_id *found, cl_uint *count_ret) {
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    // Only the CPU can be partitioned, and not by affinity.
    if (!list || device->type != CL_DEVICE_TYPE_CPU
        || (list[0] != CL_DEVICE_PARTITION_EQUALLY && list[0] != CL_DEVICE_PARTITION_BY_COUNTS))
        REFUSE(CL_INVALID_VALUE);
    if (list[0] == CL_DEVICE_PARTITION_EQUALLY && list[2] != 0)
        REFUSE(CL_INVALID_VALUE);
    cl_uint units[16];
    cl_uint count = parts(device, list, units);
    if (!count && list[0] == CL_DEVICE_PARTITION_BY_COUNTS)
        REFUSE(CL_INVALID_DEVICE_PARTITION_COUNT);
    if (!count)
        REFUSE(CL_DEVICE_PARTITION_FAILED);
    if (found && room < count)
        REFUSE(CL_INVALID_VALUE);
    size_t length = list[0] == CL_DEVICE_PARTITION_EQUALLY ? 3 : count + 3;
    for (cl_uint i = 0; found && i < count; i++)
        found[i] = part(device, units[i], list, length * sizeof *list);
    if (count_ret)
        *count_ret = count;
    return CL_SUCCESS;
}

// A clock that advances whenever it is read.
static cl_ulong simdiff_clock;

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *of_device, cl_ulong *of_host) {
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    if (!of_device || !of_host)
        REFUSE(CL_INVALID_VALUE);
    *of_device = *of_host = simdiff_clock += 1000;
    return CL_SUCCESS;
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *of_host) {
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    if (!of_host)
        REFUSE(CL_INVALID_VALUE);
    *of_host = simdiff_clock += 1000;
    return CL_SUCCESS;
}

// There are no queues on devices.
cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
    cl_command_queue queue) {
    if (!context)
        REFUSE(CL_INVALID_CONTEXT);
    if (!simdiff_is_device(device))
        REFUSE(CL_INVALID_DEVICE);
    if (!queue)
        REFUSE(CL_INVALID_COMMAND_QUEUE);
    REFUSE(CL_INVALID_OPERATION);
}
