//! The entries of a program's tables, and programs with other entries.

use super::constants::text;
use crate::program::{Initial, Program, Shape, TypeId};

/// The most scalars of a global variable that is searched for a wrong one.
const MOST_ENTRIES: usize = 4096;

/// A scalar of an initialised global variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// The variable, by its index.
    pub global: usize,
    /// Offset in bytes.
    pub offset: u64,
    /// Width in bits.
    pub bits: u8,
    /// The format, if it is a float.
    pub format: Option<term::Format>,
    /// Its initial value.
    pub value: u128,
    /// The indices of the elements of arrays around it, from the outside in.
    pub indices: Vec<u64>,
}

/// The scalars of a global variable that the program initialises; none if there are too many.
pub(super) fn entries(program: &Program, global: usize) -> Vec<Entry> {
    let variable = &program.globals()[global];
    let mut all = Vec::new();
    if variable.initial.is_some() {
        add(program, (global, variable.ty, 0), &mut Vec::new(), &mut all);
    }
    match all.len() > MOST_ENTRIES {
        true => Vec::new(),
        false => all,
    }
}

fn add(
    program: &Program,
    (global, ty, offset): (usize, TypeId, u64),
    indices: &mut Vec<u64>,
    all: &mut Vec<Entry>,
) {
    if all.len() > MOST_ENTRIES {
        return;
    }
    match &program.ty(ty).shape {
        Shape::Scalar(scalar) if scalar.bits().is_multiple_of(8) => {
            let bytes = u64::from(scalar.bits() / 8);
            if let Some(value) = program.globals()[global].integer_at(offset, bytes) {
                all.push(Entry {
                    global,
                    offset,
                    bits: scalar.bits(),
                    format: scalar.format(),
                    value,
                    indices: indices.clone(),
                });
            }
        }
        Shape::Array { element, count } => {
            for at in 0..*count {
                if all.len() > MOST_ENTRIES {
                    return;
                }
                indices.push(at);
                let place = offset + at * program.ty(*element).size;
                add(program, (global, *element, place), indices, all);
                indices.pop();
            }
        }
        Shape::Struct(fields) => {
            for (field, place) in fields {
                add(program, (global, *field, offset + place), indices, all);
            }
        }
        _ => {}
    }
}

impl Entry {
    /// The entry as it is written in source: `steps[2][1]`, of a variable's name.
    pub fn shown(&self, name: &str) -> String {
        let indices = self.indices.iter().map(|index| format!("[{index}]"));
        format!("{name}{}", indices.collect::<String>())
    }

    /// A value of the entry as it is written in source.
    pub fn number(&self, value: u128, signed: bool) -> String {
        match signed || self.format.is_some() {
            true => text(self.bits, value, self.format),
            false if self.bits >= 32 => format!("{value:#x}"),
            false => value.to_string(),
        }
    }

    /// Whether the bytes of the entry, by address, are among those for which `read` holds.
    pub fn is_read(&self, program: &Program, mut read: impl FnMut(u64) -> bool) -> bool {
        let start = program.globals()[self.global].address + self.offset;
        (start..start + u64::from(self.bits / 8)).any(&mut read)
    }

    /// The initial scalars of the entry's variable with these values in the places of entries;
    /// `None` if they are not kept one by one.
    pub fn with(program: &Program, changes: &[(&Entry, u128)]) -> Option<Box<[Initial]>> {
        let (first, _) = changes.first()?;
        let mut all = program.globals()[first.global].initial.clone()?.into_vec();
        for (entry, value) in changes {
            let place = all.partition_point(|own| own.offset < entry.offset);
            let known = all.get(place).filter(|own| own.offset == entry.offset);
            match known.map(|own| own.bits) {
                Some(bits) if bits == entry.bits => all[place].value = Some(*value),
                Some(_) => return None,
                None if entry.value != 0 => return None,
                None => all.insert(
                    place,
                    Initial {
                        offset: entry.offset,
                        bits: entry.bits,
                        value: Some(*value),
                    },
                ),
            }
        }
        Some(all.into())
    }
}
