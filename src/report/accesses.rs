//! Sections for accesses of several threads: what each does, and by which calls.

use std::fmt::Write;

use crate::verdict::{AccessFound, Location};

/// The label at the source line of an access: `work-item 3 writes here`.
pub(super) fn label(access: &AccessFound) -> String {
    format!("{} {} here", access.thread.name, access.access.verb())
}

/// The accesses as a table, one per line, each followed by its call chain.
pub(super) fn table(accesses: &[AccessFound]) -> String {
    let cells: Vec<[String; 3]> = accesses.iter().map(cells).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].len()).max();
    let (who, what) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
    let mut text = String::new();
    for (access, [thread, bytes, value]) in accesses.iter().zip(&cells) {
        let line = format!("  {thread:who$}  {bytes:what$}  {value}");
        let _ = writeln!(text, "{}", line.trim_end());
        for call in &access.calls {
            let from = call.called_at.as_ref().map(place);
            let from = from.map_or(String::new(), |at| format!(", called at {at}"));
            let _ = writeln!(text, "    in `{}`{from}", call.function);
        }
    }
    text
}

/// The two accesses of a race and the barriers around them, with a column for each thread.
pub(super) fn picture(accesses: &[AccessFound]) -> String {
    let Some([first, second]) = accesses.first_chunk() else {
        return String::new();
    };
    // In a loop without a barrier, the rounds of the items tell the accesses apart.
    let in_rounds = first.round != second.round;
    let cell = |access: &AccessFound| match in_rounds {
        true => format!("{}, round {}", cell(access), access.round),
        false => cell(access),
    };
    let width = first.thread.name.len().max(cell(first).len()) + 2;
    let rule = |at: &Option<Location>, more: &str| match at {
        Some(at) => format!("  ---- barrier at {}{more} ----\n", place(at)),
        None => String::new(),
    };
    let mut text = format!("  {:width$}{}\n", first.thread.name, second.thread.name);
    text += &rule(&first.barrier, "");
    let _ = writeln!(text, "  {}", cell(first));
    if first.barriers != second.barriers {
        text += &rule(&second.barrier, ", which does not fence this memory");
    }
    let _ = writeln!(text, "  {:width$}{}", "", cell(second));
    text
}

/// The kind of an access, its bytes, and its line.
fn cell(access: &AccessFound) -> String {
    let (verb, object) = (access.access.verb(), &access.object);
    let (from, to) = (access.offset, access.offset + access.bytes);
    let line = access.location.as_ref();
    let line = line.map_or(String::new(), |at| format!("  line {}", at.line));
    format!("{verb} {object}[{from}..{to}]{line}")
}

/// The cells of a table row: the thread, the access, and the value.
fn cells(access: &AccessFound) -> [String; 3] {
    let AccessFound {
        object,
        offset,
        bytes,
        ..
    } = access;
    let verb = access.access.verb();
    let how = match (access.atomic, access.within_group) {
        (_, true) => ", atomically within its group",
        (true, false) => ", atomically",
        (false, false) => "",
    };
    let value = access.value.as_ref();
    [
        access.thread.name.clone(),
        format!("{verb} {bytes} bytes of {object} at offset {offset}{how}"),
        value.map_or(String::new(), |v| format!("{}  {}", v.decimal, v.hex)),
    ]
}

fn place(at: &Location) -> String {
    format!("{}:{}:{}", at.file, at.line, at.column)
}
