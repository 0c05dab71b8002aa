//! Parses assembly that consists of moves, in AT&T operand order and LLVM's notation.

/// The source of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// An operand of the assembly.
    Operand(usize),
    /// A constant; zero if a register is cleared by `xor` with itself.
    Number(i64),
}

/// The destination of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// An operand of the assembly.
    Operand(usize),
    /// A register, by name.
    Register(String),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub from: From,
    pub to: To,
    /// The number of bits moved; `None` if the registers determine it.
    pub width: Option<u32>,
}

/// The moves of a text; `None` if it contains anything else, or nothing.
pub(super) fn moves(text: &str) -> Option<Vec<Move>> {
    let plain = first_dialect(text);
    let statements = plain.split(['\n', ';']).map(str::trim);
    let statements = statements.filter(|s| !s.is_empty() && !s.starts_with('#'));
    let moves: Vec<Move> = statements.map(one).collect::<Option<_>>()?;
    (!moves.is_empty()).then_some(moves)
}

/// The text with the first alternative of each `$(att$|intel$)`.
fn first_dialect(text: &str) -> String {
    let mut parts = text.split("$(");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (alternatives, rest) = part.split_once("$)").unwrap_or((part, ""));
        plain += alternatives.split("$|").next().unwrap_or_default();
        plain += rest;
    }
    plain
}

fn one(statement: &str) -> Option<Move> {
    let (name, operands) = statement.split_once(char::is_whitespace)?;
    let (from, to) = operands.split_once(',')?;
    let (from, to) = (from.trim(), to.trim());
    let clears = name.starts_with("xor") && from == to;
    let prefix = ["kmov", "mov", "xor"];
    let (prefix, suffix) = prefix
        .iter()
        .find_map(|p| Some((*p, name.strip_prefix(p)?)))?;
    let own = match suffix {
        "" if prefix != "kmov" => None,
        "b" => Some(8),
        "w" => Some(16),
        "l" if prefix != "kmov" => Some(32),
        "d" if prefix == "kmov" => Some(32),
        "q" => Some(64),
        _ => return None,
    };
    let number = |text: &str| text.strip_prefix("$$")?.parse().ok();
    let from = match (clears, number(from)) {
        (true, _) => From::Number(0),
        (_, Some(number)) => From::Number(number),
        _ if prefix == "xor" => return None,
        _ => From::Operand(operand(from)?.0),
    };
    let (to, view) = match to.strip_prefix('%') {
        Some(register) => (To::Register(register.to_owned()), None),
        None => {
            let (operand, view) = operand(to)?;
            (To::Operand(operand), view)
        }
    };
    let width = own.or(view);
    (view.is_none() || view == width).then_some(Move { from, to, width })
}

/// An operand's number, and the width in bits of the named part of its register: `$0`,
/// `${0:k}`.
fn operand(text: &str) -> Option<(usize, Option<u32>)> {
    let text = text.strip_prefix('$')?;
    let Some(braced) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) else {
        return Some((text.parse().ok()?, None));
    };
    let (number, view) = braced.split_once(':')?;
    let bits = match view {
        "b" => 8,
        "w" => 16,
        "k" => 32,
        "q" => 64,
        _ => return None,
    };
    Some((number.parse().ok()?, Some(bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_moves_are_known() {
        let shown = |text| {
            let moves = moves(text)?;
            Some(
                moves
                    .iter()
                    .map(|m| format!("{:?} {:?} {:?}", m.from, m.to, m.width))
                    .collect::<Vec<_>>()
                    .join("; "),
            )
        };
        let is = |text, wanted: &str| assert_eq!(shown(text).as_deref(), Some(wanted), "{text}");
        is("kmovw $1, $0", "Operand(1) Operand(0) Some(16)");
        is(
            "mov$(q$)\t$($2, $0$|$0, $2$)",
            "Operand(2) Operand(0) Some(64)",
        );
        is(
            "xorl %eax, %eax\n\tmovl $$7, ${0:k}",
            "Number(0) Register(\"eax\") Some(32); Number(7) Operand(0) Some(32)",
        );
        for other in [
            "",
            "# mov",
            "mov %eax, $0",
            "mov $1, $0; nop",
            "movzbl $1, $0",
            "xorl $1, $0",
        ] {
            assert_eq!(shown(other), None, "{other}");
        }
    }
}
