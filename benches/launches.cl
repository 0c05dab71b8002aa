// What scripts/oclgrind launches with more and more work-items: no kernel has a defect.
__kernel void saxpy(__global const float *x, __global float *y, float a) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
__kernel void stencil(__global const float *x, __global float *y) {
  size_t i = get_global_id(0), n = get_global_size(0);
  y[i] = (i > 0 ? x[i - 1] : 0) + x[i] + (i + 1 < n ? x[i + 1] : 0);
}
__kernel void total(__global const int *x, __global int *y, __local int *part) {
  size_t l = get_local_id(0);
  part[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (l < s) part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) y[get_group_id(0)] = part[0];
}
