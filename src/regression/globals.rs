//! Global variables in a test in C or C++.

use std::fmt::Write;

use super::mismatch::Mismatch;
use crate::contract::{Direction, Global};
use crate::problem::Problem;

impl Mismatch<'_> {
    /// The global variables that are compared after the calls.
    pub(super) fn changed(&self) -> impl Iterator<Item = &Global> {
        let globals = self.contract.globals.iter();
        globals.filter(|global| global.direction != Direction::In)
    }

    /// Writes a function that sets a global variable to its input.
    pub(super) fn setter(&self, global: &Global, text: &mut String) -> Result<(), Problem> {
        let name = &global.name;
        if global.symbols.iter().any(|symbol| symbol != name) {
            let message = format!("a test cannot set {name}, which only its function can name");
            return Err(Problem::new(message));
        }
        let _ = write!(
            text,
            "\nstatic void set_{name}(void)\n{{\n    unsigned char *at = (unsigned char *)&{name};\n"
        );
        for (offset, size, bits) in self.variable(global) {
            let bytes = &bits.to_le_bytes()[..size];
            let bytes: Vec<String> = bytes.iter().map(|b| format!("{b:#04x}")).collect();
            let bytes = bytes.join(", ");
            let _ = writeln!(
                text,
                "    static const unsigned char at_{offset}[] = {{ {bytes} }};\n    \
                 memcpy(at + {offset}, at_{offset}, {size});"
            );
        }
        text.push_str("}\n");
        Ok(())
    }
}
