//! simdiff: does a SIMD, OpenCL or CUDA port compute exactly what the scalar
//! code computes, bit for bit, and if not, on which input?

pub mod contract;
pub mod replay;
pub mod verdict;
pub mod solver;
