//! Wrong arguments of templates: what an instance has from its arguments is at fault where it is
//! called.

use std::path::Path;

use super::entries::entries;
use super::search::Search;
use crate::program::demangled;
use crate::regular;
use crate::verdict::{Cause, Change, Evidence, Location};

/// The most bytes of a source file that is read.
const MOST: u64 = 16 << 20;

impl Search<'_, '_, '_> {
    /// The cause, or the call of an instance of a template that has the wrong number, or the object
    /// with the wrong numbers, as an argument: the first call that has it in its text, or else the
    /// outermost one of a function that is a template itself.
    pub fn at_call(&self, mut cause: Cause) -> Cause {
        let wrong: Vec<String> = match &cause.evidence {
            Evidence::Repaired {
                change: Change::Replace { from, .. },
                ..
            } => {
                let number = from.parse::<i128>().ok();
                let own = number.filter(|number| !is_written(&cause.location, *number));
                own.map(|number| number.to_string()).into_iter().collect()
            }
            Evidence::Unmatched { .. } => self.unknown_objects(),
            _ => return cause,
        };
        let mut found = None;
        let mut declared = None;
        for (at, own) in cause.calls.iter().enumerate() {
            let is_wrong = arguments(&own.function).any(|own| wrong.contains(&own));
            let Some(call) = own.called_at.clone().filter(|_| is_wrong) else {
                break;
            };
            let says = wrong.iter().any(|wrong| match wrong.parse::<i128>() {
                Ok(number) => is_written(&call, number),
                Err(_) => line(&call).is_some_and(|line| has_name(&line, wrong)),
            });
            if let Some(place) = argued(&own.function, &call) {
                declared.get_or_insert((at, place));
            }
            if says || own.function.ends_with('>') {
                found = Some((at, call));
            }
            if says {
                break;
            }
        }
        if let Some((at, call)) = found.or(declared) {
            cause.location = call;
            cause.calls.drain(..=at);
        }
        cause
    }

    /// The variables with a number that the port reads and the reference has nowhere.
    fn unknown_objects(&self) -> Vec<String> {
        let program = self.pair.port.program;
        let reads = &self.alignment.first_trace().reads;
        let is_read = |byte: u64| {
            let mut all = reads.iter();
            all.any(|(from, size)| (*from..from.saturating_add(*size)).contains(&byte))
        };
        let is_unknown = |global: &usize| {
            let mut all = entries(program, *global).into_iter();
            all.any(|entry| {
                entry.is_read(program, is_read)
                    && !self
                        .alignment
                        .known_numbers(entry.bits)
                        .contains(&entry.value)
            })
        };
        let all = 0..program.globals().len();
        let unknown = all.filter(is_unknown);
        unknown
            .map(|global| demangled(&program.globals()[global].name))
            .collect()
    }
}

/// The only line of a call's file, up to the call, that writes the class template of a method with
/// its arguments: `Follower<1, 3>` for `Follower<1, 3>::next`.
fn argued(function: &str, call: &Location) -> Option<Location> {
    let (class, _) = function.rsplit_once(">::")?;
    let start = class.find('<')?;
    let scope = class[..start].rfind("::").map_or(0, |at| at + 2);
    let without = |text: &str| text.replace(char::is_whitespace, "");
    let wanted = without(&format!("{}>", &class[scope..]));
    let text = regular::read_source(Path::new(&call.file), MOST).ok()?;
    let lines = text.lines().take(call.line as usize).enumerate();
    let mut writing = lines.filter(|(_, line)| without(line).contains(&wanted));
    let (at, line) = writing.next()?;
    let name = class[scope..start].to_owned() + "<";
    let column = line.find(&name).map_or(1, |column| column + 1);
    writing.next().is_none().then(|| Location {
        file: call.file.clone(),
        line: at as u32 + 1,
        column: column as u32,
    })
}

/// The arguments of the templates in a function's name, truth values and characters as numbers.
fn arguments(function: &str) -> impl Iterator<Item = String> {
    let words = function.split(['<', '>', ',']).skip(1).map(|word| {
        let word = word.trim();
        let cast = word.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let word = cast
            .map_or(word, |(_, value)| value)
            .trim_start_matches('&');
        let is_number = word
            .trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit());
        match word {
            "true" => "1".to_owned(),
            "false" => "0".to_owned(),
            _ if is_number => word.trim_end_matches(['u', 'l', 'U', 'L']).to_owned(),
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().into_iter()
}

/// Whether the line of a place has a number, with any sign; also if it cannot be read.
fn is_written(place: &Location, number: i128) -> bool {
    line(place).is_none_or(|line| has_number(&line, number.unsigned_abs()))
}

/// The text of the line of a place.
fn line(place: &Location) -> Option<String> {
    let text = regular::read_source(Path::new(&place.file), MOST).ok()?;
    let at = (place.line as usize).checked_sub(1)?;
    text.lines().nth(at).map(str::to_owned)
}

/// Whether a line has the last part of a variable's name.
fn has_name(line: &str, name: &str) -> bool {
    let name = name.rsplit("::").next().unwrap_or(name);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.split(|c: char| !is_part(c)).any(|word| word == name)
}

fn has_number(line: &str, number: u128) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'');
    line.split(|c: char| !is_part(c)).any(|word| {
        let word = word.replace('\'', "").to_lowercase();
        let word = word.trim_end_matches(['u', 'l']);
        let parsed = match (word, word.strip_prefix("0x")) {
            ("true", _) => Ok(1),
            ("false", _) => Ok(0),
            (_, Some(digits)) => u128::from_str_radix(digits, 16),
            (_, None) => word.parse(),
        };
        parsed == Ok(number)
    })
}

#[cfg(test)]
mod tests {
    use super::{arguments, has_number};

    #[test]
    fn arguments_of_templates_are_numbers_or_names() {
        let of = |name| arguments(name).collect::<Vec<String>>();
        assert_eq!(of("filter<1, -4, 20>")[..3], ["1", "-4", "20"]);
        assert_eq!(of("a::x<false, (short)5, 3u>::run")[..3], ["0", "5", "3"]);
        assert_eq!(of("luma<color::bt601>")[0], "color::bt601");
        assert!(of("run").is_empty());
    }

    #[test]
    fn numbers_of_a_line_are_words() {
        assert!(has_number("x = y * 0x10u + 4;", 16));
        assert!(has_number("x = -4;", 4));
        assert!(has_number("average<false>(x)", 0));
        assert!(!has_number("x14 = set1_epi16(B);", 16));
    }
}
