//! simdiff: does a SIMD, OpenCL or CUDA port compute exactly what the scalar
//! code computes, bit for bit, and if not, on which input?

pub mod contract;
mod llvm;
pub mod equiv;
pub mod frontend;
pub mod program;
pub mod replay;
pub mod solver;
pub mod symex;
pub mod verdict;
