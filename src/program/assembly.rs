//! Inline assembly: text without instructions or with ones that have no effect here, as in
//! compiler barriers and prefetches, and the instructions `cpuid` and `xgetbv`. Other
//! assembly has no semantics here.

use super::function::{Decoded, FunctionDecoder};
use super::instruction::Kind;
use crate::llvm::Value;

/// Returns the register that a constraint such as `{ax}` names, by its index in the outputs
/// of `cpuid`.
fn register(constraint: &str) -> Option<u8> {
    Some(match constraint.trim_start_matches(['=', '&']) {
        "{ax}" | "{eax}" => 0,
        // `<cpuid.h>` saves rbx and moves the output in it to another register.
        "{bx}" | "{ebx}" | "r" => 1,
        "{cx}" | "{ecx}" => 2,
        "{dx}" | "{edx}" => 3,
        _ => return None,
    })
}

impl<'m> FunctionDecoder<'_, 'm> {
    /// Decodes a call of inline assembly.
    pub(super) fn assembly(&mut self, call: Value<'m>, callee: Value<'m>) -> Decoded<Kind> {
        let text = callee.assembly().unwrap_or_default();
        let constraints = callee.constraints().unwrap_or_default();
        let without_result = !callee.assembly_has_result();
        if without_result && is_idle(&text) {
            return Ok(Kind::Nothing);
        }
        if is_empty(&text) {
            return self.unchanged(call, &constraints);
        }
        let question = self.question(call, &text, &constraints)?;
        question.ok_or_else(|| format!("inline assembly \"{}\"", text.escape_default()))
    }

    /// Decodes assembly without instructions: an output tied to the register of an input,
    /// as in `"+r"(x)`, or bound to the register of an input by name, is that input.
    fn unchanged(&mut self, call: Value<'m>, constraints: &str) -> Decoded<Kind> {
        let constraints = constraints.split(',').filter(|c| !c.starts_with('~'));
        let (outputs, inputs): (Vec<&str>, Vec<&str>) =
            constraints.partition(|c| c.starts_with('='));
        // An output in memory has its address among the operands.
        let indirect = outputs.iter().filter(|c| c.contains('*')).count();
        let results = (0..outputs.len()).filter(|at| !outputs[*at].contains('*'));
        let values = results.map(|output| {
            let register = outputs[output].trim_start_matches(['=', '&']);
            let bound = |input: &&str| input.starts_with('{') && **input == *register;
            let tied = |input: &&str| input.parse::<usize>() == Ok(output) || bound(input);
            let at = inputs.iter().position(tied);
            at.map(|at| self.arg(call, (indirect + at) as u32))
                .transpose()
        });
        Ok(Kind::Values(values.collect::<Decoded<_>>()?))
    }

    fn question(
        &mut self,
        call: Value<'m>,
        text: &str,
        constraints: &str,
    ) -> Decoded<Option<Kind>> {
        let Some(question) = Question::of(text) else {
            return Ok(None);
        };
        let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
        for constraint in constraints.split(',').filter(|c| !c.starts_with('~')) {
            let same = constraint.parse::<usize>().ok();
            let named = match same {
                Some(output) => outputs.get(output).copied(),
                None => register(constraint),
            };
            let Some(named) = named else { return Ok(None) };
            match constraint.starts_with('=') {
                true => outputs.push(named),
                false => inputs.push(named),
            }
        }
        let mut input = |wanted: u8| {
            let at = inputs.iter().position(|r| *r == wanted);
            at.map(|at| self.arg(call, at as u32)).transpose()
        };
        let (leaf, index) = (input(0)?, input(2)?);
        Ok(match question {
            Question::Identify if leaf.is_none() => None,
            Question::Identify => Some(Kind::Identify {
                leaf,
                index,
                outputs: outputs.into(),
            }),
            Question::ExtendedControl => Some(Kind::Identify {
                leaf: None,
                index,
                outputs: outputs.into(),
            }),
        })
    }
}

/// Whether an assembly text has no instructions but comments.
fn is_empty(text: &str) -> bool {
    let mut lines = text.split(['\n', ';']).map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with('#'))
}

/// Whether a text has only instructions that change nothing a program can see.
fn is_idle(text: &str) -> bool {
    text.split(['\n', ';']).all(|statement| {
        let name = statement.split_whitespace().next().unwrap_or_default();
        let idle = matches!(name, "" | "nop" | "pause") || name.starts_with("prefetch");
        idle || name.starts_with('#')
    })
}

/// The query of an assembly text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// `cpuid`.
    Identify,
    /// `xgetbv`.
    ExtendedControl,
}

impl Question {
    fn of(text: &str) -> Option<Question> {
        let mut found = None;
        for statement in text.split([';', '\n']) {
            let words: String = statement.split_whitespace().collect::<Vec<_>>().join(" ");
            let question = match words.as_str() {
                "" => continue,
                "cpuid" => Question::Identify,
                "xgetbv" => Question::ExtendedControl,
                // `xgetbv` as bytes, for assemblers that do not know its name.
                _ if words.replace(' ', "") == ".byte0x0f,0x01,0xd0" => Question::ExtendedControl,
                // Saving rbx, which position-independent code may need.
                _ if words.starts_with("xchg") && words.contains("bx") => continue,
                _ => return None,
            };
            if found.replace(question).is_some() {
                return None;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_the_headers_are_known() {
        let cpuid_h = "  xchgq  %rbx,${1:q}\n  cpuid\n  xchgq  %rbx,${1:q}";
        assert_eq!(Question::of(cpuid_h), Some(Question::Identify));
        let bytes = ".byte 0x0f, 0x01, 0xd0";
        assert_eq!(Question::of(bytes), Some(Question::ExtendedControl));
        assert_eq!(Question::of("cpuid; movl %eax, %ebx"), None);
    }

    #[test]
    fn a_comment_is_no_instruction() {
        assert!(is_empty("") && is_empty(" # %0 \n") && is_idle("prefetcht0 $0"));
        assert!(!is_empty("# first\n nop"));
    }
}
