//! Bit-vector operations as SMT-LIB 2 text, for the solver's queries and for the certificate
//! checker's.

use crate::bits::mask;
use crate::op::{Op, Spec};

/// A bit-vector constant, in hexadecimal if the width allows it.
pub fn bits(width: u8, value: u128) -> String {
    let value = value & mask(width);
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = usize::from(width) / 4)
    } else {
        format!("#b{value:0digits$b}", digits = usize::from(width))
    }
}

/// An operation on bit vectors, applied to operands of the given widths, with truth values as
/// one bit; `None` for floats and functions.
pub fn integer(spec: Spec, args: &[String], widths: &[u8]) -> Option<String> {
    let binary = |op: &str| format!("({op} {} {})", args[0], args[1]);
    let truth = |condition: String| format!("(ite {condition} #b1 #b0)");
    let grown = || spec.width - widths[0];
    Some(match spec.op {
        Op::Add => binary("bvadd"),
        Op::Sub => binary("bvsub"),
        Op::Mul => binary("bvmul"),
        Op::UDiv => binary("bvudiv"),
        Op::SDiv => binary("bvsdiv"),
        Op::URem => binary("bvurem"),
        Op::SRem => binary("bvsrem"),
        Op::And => binary("bvand"),
        Op::Or => binary("bvor"),
        Op::Xor => binary("bvxor"),
        Op::Shl => binary("bvshl"),
        Op::LShr => binary("bvlshr"),
        Op::AShr => binary("bvashr"),
        Op::Concat => binary("concat"),
        Op::Eq => truth(binary("=")),
        Op::Ult => truth(binary("bvult")),
        Op::Slt => truth(binary("bvslt")),
        Op::Select => format!("(ite (= {} #b1) {} {})", args[0], args[1], args[2]),
        Op::Extract => {
            let low = spec.offset();
            let high = u16::from(low) + u16::from(spec.width) - 1;
            format!("((_ extract {high} {low}) {})", args[0])
        }
        Op::ZExt => format!("((_ zero_extend {}) {})", grown(), args[0]),
        Op::SExt => format!("((_ sign_extend {}) {})", grown(), args[0]),
        _ => return None,
    })
}
