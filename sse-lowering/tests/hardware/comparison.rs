//! Compares the results of the instruction and of the lowering on the same operands.

use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode};

use crate::native::Code;
use crate::operands::{
    Aligned, MOST_OPERANDS, Mixture, Operands, Random, fill, lane_bits, specials,
};
use crate::support::wrappers::{SLOT, Shape, Wrapper};

/// Whether a lowered wrapper has float arithmetic, which can make a NaN instead of passing
/// one on.
pub fn has_float_arithmetic(function: FunctionValue<'_>) -> bool {
    use InstructionOpcode::{FAdd, FDiv, FMul, FPExt, FPTrunc, FSub};
    function
        .get_basic_block_iter()
        .flat_map(|b| b.get_instructions())
        .any(|instruction| {
            let callee = CallSiteValue::try_from(instruction)
                .ok()
                .and_then(|c| c.get_called_fn_value());
            let name = callee
                .map(|f| f.get_name().to_string_lossy().into_owned())
                .unwrap_or_default();
            let rounds = ["rint", "roundeven", "trunc", "floor", "ceil", "sqrt", "fma"]
                .iter()
                .any(|operation| name.starts_with(&format!("llvm.{operation}.")));
            rounds
                || matches!(
                    instruction.get_opcode(),
                    FAdd | FDiv | FMul | FPExt | FPTrunc | FSub
                )
        })
}

/// The native code of an instruction and of its lowering.
pub struct Comparison<'a> {
    pub wrapper: &'a Wrapper,
    pub expected: Code,
    pub lowered: Code,
    pub nans_alike: bool,
}

impl Comparison<'_> {
    /// Compares the results on special values and `vectors` random vectors. Returns the
    /// number of operand vectors, or a description of the first difference.
    pub fn run(&self, vectors: usize) -> Result<usize, String> {
        let shapes = &self.wrapper.operands;
        assert!(shapes.len() <= MOST_OPERANDS);
        let special: Vec<_> = shapes.iter().map(|&s| specials(s)).collect();
        let first = special.first().map_or(1, Vec::len);
        let second = special.get(1).map_or(1, Vec::len);
        let mut rng = Random(first as u64);
        let mut operands: Operands = Aligned([0; SLOT * MOST_OPERANDS]);
        // Together, all choices of an immediate do the work of eight.
        let (choice, choices) = self.wrapper.choice;
        let step = (choices / 8).max(1);
        let pairs = (choice % step..first * second).step_by(step);
        let count = pairs.len() + vectors / step;
        for pair in pairs {
            for (i, &shape) in shapes.iter().enumerate() {
                let values = &special[i];
                let index = [pair % first, pair / first].get(i).copied();
                let mut next = index.unwrap_or_else(|| rng.below(values.len()));
                let stride = rng.below(values.len());
                let slot = &mut operands.0[SLOT * i..][..shape.bytes().max(16)];
                fill(slot, lane_bits(shape), |_| {
                    let value = values[next];
                    next += stride;
                    if next >= values.len() {
                        next -= values.len();
                    }
                    value
                });
            }
            self.compare(&operands)?;
        }
        let mixtures: Vec<_> = shapes
            .iter()
            .map(|&s| (s.bytes().max(16), Mixture::of(s)))
            .collect();
        for _ in 0..vectors / step {
            for (i, (bytes, mixture)) in mixtures.iter().enumerate() {
                mixture.fill(&mut operands.0[SLOT * i..][..*bytes], &mut rng);
            }
            self.compare(&operands)?;
        }
        Ok(count)
    }

    /// Compares memory and result of both on the same operands.
    pub fn compare(&self, operands: &Operands) -> Result<(), String> {
        self.compare_with(operands, &run(self.lowered, operands))
    }

    /// Compares memory and result of the instruction with those given.
    pub fn compare_with(
        &self,
        operands: &Operands,
        (memory, result): &(Operands, [u8; SLOT]),
    ) -> Result<(), String> {
        let (expected_memory, expected) = run(self.expected, operands);
        self.judge(operands, (&expected_memory, &expected), (memory, result))
    }

    /// Compares memory and result with the expected ones; the error shows the operands.
    pub fn judge(
        &self,
        operands: &Operands,
        (expected_memory, expected): (&Operands, &[u8; SLOT]),
        (memory, result): (&Operands, &[u8; SLOT]),
    ) -> Result<(), String> {
        if memory == expected_memory && self.same(expected, result) {
            return Ok(());
        }
        let shown: Vec<String> = self
            .wrapper
            .operands
            .iter()
            .enumerate()
            .map(|(i, shape)| hex(&operands.0[SLOT * i..][..shape.bytes()]))
            .collect();
        Err(format!(
            "{} of {}\n  expected {}\n  lowered  {}",
            self.wrapper.name(),
            shown.join(", "),
            hex(&expected[..self.wrapper.result.map_or(0, Shape::bytes)]),
            hex(&result[..self.wrapper.result.map_or(0, Shape::bytes)]),
        ))
    }

    fn same(&self, expected: &[u8; SLOT], result: &[u8; SLOT]) -> bool {
        match self.wrapper.result {
            Some(shape @ (Shape::Float { .. } | Shape::BFloat { .. })) if self.nans_alike => {
                let is_nan = match shape {
                    Shape::BFloat { .. } => is_bfloat_nan,
                    _ => is_nan,
                };
                let width = (lane_bits(shape) / 8) as usize;
                expected
                    .chunks(width)
                    .zip(result.chunks(width))
                    .all(|(e, r)| e == r || (is_nan(e) && is_nan(r)))
            }
            // What follows is undefined, or was not written.
            Some(shape) => expected[..shape.bytes()] == result[..shape.bytes()],
            None => expected == result,
        }
    }
}

/// Runs native code; returns the memory and the result.
pub fn run(code: Code, operands: &Operands) -> (Operands, [u8; SLOT]) {
    let (mut memory, mut result) = (*operands, Aligned([0; SLOT]));
    // SAFETY: both buffers are as large as the wrapper's operands.
    unsafe { code(memory.0.as_mut_ptr(), result.0.as_mut_ptr()) };
    (memory, result.0)
}

fn is_bfloat_nan(lane: &[u8]) -> bool {
    matches!(*lane, [a, b] if u16::from_le_bytes([a, b]) & 0x7fff > 0x7f80)
}

fn is_nan(lane: &[u8]) -> bool {
    match *lane {
        [a, b] => u16::from_le_bytes([a, b]) & 0x7fff > 0x7c00,
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_nan(),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]).is_nan(),
        _ => false,
    }
}

/// Little-endian bytes as a hexadecimal number.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().rev().map(|b| format!("{b:02x}")).collect()
}
