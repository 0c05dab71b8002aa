//! The values of single parameters in a C or C++ test.

use super::arguments::{Builder, cannot};
use super::rows;
use super::scalars::literal;
use crate::contract::{Length, Param, Role};
use crate::frontend::Described;
use crate::problem::Problem;

impl<'a> Builder<'a> {
    /// A structure of numbers that is passed by value.
    pub fn structure(&mut self, of: &Described, param: &'a Param) -> Result<String, Problem> {
        let variable = self.variable(&param.name);
        let bytes = self.bytes(param)?;
        self.made
            .make(format!("{};", of.declared.declare(&variable)));
        self.made.make(format!(
            "memcpy((void *)&{variable}, {bytes}, sizeof {bytes});"
        ));
        Ok(variable)
    }

    /// Declares the bytes of a value with several leaves, and returns their name.
    pub fn bytes(&mut self, param: &'a Param) -> Result<String, Problem> {
        self.used.insert(&param.name);
        let Role::Value { element, .. } = &param.role else {
            return Err(cannot(&param.name, "its type is not known"));
        };
        let name = format!("{}_bytes", self.variable(&param.name));
        let mut bytes = vec![0u8; element.size as usize];
        for leaf in &element.leaves {
            let bits = self.of.bits(&format!("{}{}", param.name, leaf.path));
            let (at, size) = (leaf.offset as usize, leaf.scalar.bits().div_ceil(8).into());
            bytes[at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
        }
        self.made.make(format!(
            "static const unsigned char {name}[{}] = {{\n{}    }};",
            bytes.len(),
            rows(&bytes, "        ")
        ));
        Ok(name)
    }

    /// The value of a parameter that is one number or, by its type, a pointer.
    pub fn value(&mut self, param: &'a Param, is_pointer: bool) -> Result<String, Problem> {
        self.used.insert(&param.name);
        let sizes = self.of.sizes;
        Ok(match &param.role {
            Role::Buffer { .. } if param.row.is_some() => self.rows(param)?,
            Role::Buffer {
                element, origin, ..
            } => {
                let name = param.alias.as_ref().unwrap_or(&param.name);
                let origin = origin.evaluate(sizes).unwrap_or(0);
                self.pointer(name, origin * u64::from(element.size))
            }
            Role::Scalar { scalar, .. } => literal(*scalar, self.of.bits(&param.name))?,
            Role::Const { bits, .. } if is_pointer => format!("POINTER({bits:#x}ull)"),
            Role::Const { scalar, bits } => literal(*scalar, *bits)?,
            Role::Size { scalar, value, .. } => {
                let value = value.value(sizes).unwrap_or(0);
                literal(*scalar, scalar.bits_of(value))?
            }
            Role::Place { of, index } => {
                let owner = self.param(of);
                let size = match owner.map(|param| &param.role) {
                    Some(Role::Buffer {
                        element, origin, ..
                    }) => Some((u64::from(element.size), origin)),
                    _ => None,
                };
                let (size, origin) = size.ok_or_else(|| cannot(&param.name, "it has no buffer"))?;
                let index = index.evaluate(sizes).unwrap_or(0);
                let index = index + origin.evaluate(sizes).unwrap_or(0);
                self.pointer(of, index * size)
            }
            Role::Function { function } => format!("&{function}"),
            Role::Value { .. } => return Err(cannot(&param.name, "its type is not known")),
        })
    }

    fn pointer(&self, name: &str, offset: u64) -> String {
        let memory = (self.memory)(&self.of.identifier(name));
        match offset {
            0 => format!("POINTER({memory})"),
            _ => format!("POINTER({memory} + {offset})"),
        }
    }

    /// Pointers to the rows of a parameter.
    fn rows(&mut self, param: &'a Param) -> Result<String, Problem> {
        let (
            Role::Buffer {
                element, length, ..
            },
            Some(row),
        ) = (&param.role, &param.row)
        else {
            return Err(cannot(&param.name, "it has no rows"));
        };
        let each = row.evaluate(self.of.sizes).unwrap_or(0);
        let bytes = each * u64::from(element.size);
        // Rows may be empty, but there are as many pointers.
        let rows = match length {
            Length::Op('*', rows, own) if **own == *row => rows.evaluate(self.of.sizes),
            _ => self.of.count(param)?.checked_div(each),
        };
        let rows = rows.unwrap_or(0);
        let variable = format!("{}_rows", self.variable(&param.name));
        let memory = (self.memory)(&self.of.identifier(&param.name));
        let row = match self.in_rows {
            true => format!("simdiff_duplicate({memory} + i * {bytes}, {bytes})"),
            false => format!("{memory} + i * {bytes}"),
        };
        self.made
            .make(format!("static void *{variable}[{}];", rows.max(1)));
        if rows > 0 {
            self.made.make(format!(
                "for (size_t i = 0; i < {rows}; ++i)\n        {variable}[i] = {row};"
            ));
        }
        Ok(format!("POINTER({variable})"))
    }
}
