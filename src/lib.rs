//! simdiff: does a SIMD, OpenCL or CUDA port compute exactly what the scalar
//! code computes, bit for bit, and if not, on which input?

pub mod contract;
pub mod equiv;
pub mod frontend;
mod llvm;
pub mod phi_fold;
pub mod program;
pub mod replay;
pub mod solver;
pub mod symex;
pub mod verdict;
