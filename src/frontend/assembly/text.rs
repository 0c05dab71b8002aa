//! Parses assembly that consists of moves and integer arithmetic, in AT&T operand order and
//! LLVM's notation.

/// What an instruction stores in its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The source.
    Move,
    /// The destination combined with the source, modulo 2^width.
    Add,
    Subtract,
    And,
    Or,
    Xor,
    /// The destination shifted by a constant below the width.
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    /// The destination rotated by a constant above zero and below the width.
    RotateLeft,
    RotateRight,
    /// The source minus the destination.
    Reverse,
}

/// The source of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// An operand of the assembly.
    Operand(usize),
    /// A constant; zero if a register is cleared by `xor` or `sub` with itself.
    Number(i64),
    /// The address of a function or a variable, by name.
    Symbol(String),
}

/// The destination of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// An operand of the assembly.
    Operand(usize),
    /// The memory that an operand of the assembly points to.
    Pointee(usize),
    /// A register, by name.
    Register(String),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub action: Action,
    pub from: From,
    pub to: To,
    /// The width in bits; `None` if the registers determine it.
    pub width: Option<u32>,
}

/// The instructions of a text; `None` if it contains any other, or none.
pub(super) fn steps(text: &str) -> Option<Vec<Step>> {
    let statements = statements(text);
    let steps: Vec<Step> = statements.iter().map(|s| one(s)).collect::<Option<_>>()?;
    (!steps.is_empty()).then_some(steps)
}

/// The statements of a text in AT&T syntax, without comments.
pub(super) fn statements(text: &str) -> Vec<String> {
    let plain = first_dialect(text);
    let lines = plain.lines().map(|line| line.split('#').next());
    let statements = lines.flat_map(|line| line.unwrap_or_default().split(';'));
    let statements = statements.map(str::trim).filter(|s| !s.is_empty());
    statements.map(str::to_owned).collect()
}

/// The name and the operand, such as `$0`, of an instruction with at most one operand.
pub(super) fn name_and_operand(statement: &str) -> Option<(&str, Option<usize>)> {
    let mut words = statement.split_whitespace();
    let name = words.next()?;
    let operand = match words.next() {
        Some(text) => Some(operand(text).filter(|(_, view)| view.is_none())?.0),
        None => None,
    };
    words.next().is_none().then_some((name, operand))
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

/// Instructions with two operands, by prefix.
const ACTIONS: [(&str, Action); 14] = [
    ("kmov", Action::Move),
    ("lea", Action::Move),
    ("mov", Action::Move),
    ("add", Action::Add),
    ("sub", Action::Subtract),
    ("and", Action::And),
    ("xor", Action::Xor),
    ("or", Action::Or),
    ("sal", Action::ShiftLeft),
    ("shl", Action::ShiftLeft),
    ("shr", Action::ShiftRight),
    ("sar", Action::ShiftRightSigned),
    ("rol", Action::RotateLeft),
    ("ror", Action::RotateRight),
];

/// Instructions with one operand, by prefix, as an action with a constant source.
const UNARY: [(&str, Action, i64); 4] = [
    ("neg", Action::Reverse, 0),
    ("not", Action::Xor, -1),
    ("inc", Action::Add, 1),
    ("dec", Action::Subtract, 1),
];

fn one(statement: &str) -> Option<Step> {
    let (name, operands) = statement.split_once(char::is_whitespace)?;
    let unary = UNARY.iter().find(|(p, ..)| name.starts_with(p));
    if let Some((prefix, action, number)) = unary {
        let own = width(prefix, name.strip_prefix(prefix)?)?;
        let (to, view) = operand(operands.trim())?;
        let step = Step {
            action: *action,
            from: From::Number(*number),
            to: To::Operand(to),
            width: own.or(view),
        };
        return (view.is_none() || view == step.width).then_some(step);
    }
    let (from, to) = operands.split_once(',')?;
    let (from, to) = (from.trim(), to.trim());
    let (prefix, mut action) = *ACTIONS.iter().find(|(p, _)| name.starts_with(p))?;
    let own = width(prefix, name.strip_prefix(prefix)?)?;
    let number = |text: &str| text.strip_prefix("$$")?.parse().ok();
    let from = match (prefix, number(from)) {
        ("lea", _) => From::Symbol(symbol(from)?.to_owned()),
        ("xor" | "sub", None) if from == to => {
            action = Action::Move;
            From::Number(0)
        }
        (_, Some(number)) => From::Number(number),
        _ => From::Operand(operand(from)?.0),
    };
    let (to, view) = if let Some(register) = to.strip_prefix('%') {
        if action != Action::Move {
            return None;
        }
        (To::Register(register.to_owned()), None)
    } else if let Some(pointer) = to.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        let (pointer, view) = operand(pointer)?;
        if action != Action::Move || view.is_some() {
            return None;
        }
        (To::Pointee(pointer), None)
    } else {
        let (operand, view) = operand(to)?;
        (To::Operand(operand), view)
    };
    let width = own.or(view);
    let step = Step {
        action,
        from,
        to,
        width,
    };
    (view.is_none() || view == width).then_some(step)
}

/// The width in bits that an instruction's suffix names, if it has one.
fn width(prefix: &str, suffix: &str) -> Option<Option<u32>> {
    Some(match suffix {
        "" if prefix != "kmov" => None,
        "b" => Some(8),
        "w" => Some(16),
        "l" if prefix != "kmov" => Some(32),
        "d" if prefix == "kmov" => Some(32),
        "q" => Some(64),
        _ => return None,
    })
}

/// The name in `name(%rip)`.
fn symbol(text: &str) -> Option<&str> {
    let name = text.strip_suffix("(%rip)")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    (!name.is_empty() && name.chars().all(plain)).then_some(name)
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
    fn texts_of_few_instructions_are_known() {
        let one = |s: &Step| format!("{:?} {:?} {:?} {:?}", s.action, s.from, s.to, s.width);
        let shown = |text| Some(steps(text)?.iter().map(one).collect::<Vec<_>>().join("; "));
        let is = |text, wanted: &str| assert_eq!(shown(text).as_deref(), Some(wanted), "{text}");
        is("kmovw $1, $0", "Move Operand(1) Operand(0) Some(16)");
        is(
            "mov$(q$)\t$($2, $0$|$0, $2$)",
            "Move Operand(2) Operand(0) Some(64)",
        );
        is(
            "xorl %eax, %eax\n\tmovl $$7, ${0:k} # 26 $|-> reg",
            "Move Number(0) Register(\"eax\") Some(32); Move Number(7) Operand(0) Some(32)",
        );
        is(
            "movl $$6, ($1); sarq $$32, $0",
            "Move Number(6) Pointee(1) Some(32); ShiftRightSigned Number(32) Operand(0) Some(64)",
        );
        is(
            "leaq foo(%rip), $0",
            "Move Symbol(\"foo\") Operand(0) Some(64)",
        );
        for other in [
            "",
            "# mov",
            "mov %eax, $0",
            "mov $1, $0; nop",
            "movzbl $1, $0",
            "adcl $1, $0",
            "addl $$1, ($0)",
            "addl $$1, %eax",
            "leaq 4(%rax), $0",
        ] {
            assert_eq!(shown(other), None, "{other}");
        }
    }

    #[test]
    fn an_instruction_may_have_one_operand() {
        assert_eq!(name_and_operand("fldcw $2"), Some(("fldcw", Some(2))));
        assert_eq!(name_and_operand("frndint"), Some(("frndint", None)));
        assert_eq!(name_and_operand("fmul %st(1),%st"), None);
    }
}
