//! Programs that a host compiles at run time.

use super::call::{Call, MOST, known, stop, text};
use super::{Build, Host};
use crate::symex::{End, Machine, State};

impl Host<'_> {
    /// The program that a call asks to compile; the end of the path if the inputs decide
    /// its text.
    pub(super) fn asked_for(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        call: &Call<'_>,
    ) -> Result<Build, Box<End>> {
        let [source, length, options] = call.arguments else {
            return Err(stop(call, "other arguments"));
        };
        let unknown = || stop(call, "a kernel whose source depends on the inputs");
        let start = known(machine, source).ok_or_else(unknown)?;
        let length = known(machine, length).ok_or_else(unknown)?;
        if length > MOST {
            return Err(stop(call, "a source of more than 16 MiB"));
        }
        let mut bytes = Vec::with_capacity(length as usize);
        for at in 0..length {
            let byte = machine.read_constant(state, start + at, 8);
            bytes.push(byte.ok_or_else(unknown)? as u8);
        }
        Ok(Build {
            source: bytes,
            options: text(machine, state, options).ok_or_else(unknown)?,
        })
    }
}
