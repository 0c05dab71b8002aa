//! The constant arrays of a program, as tables in which printed terms look values up.

use term::Table;

use super::{Global, Program, Shape, spoken};

/// The most entries of an array that counts as a table.
const MOST_ENTRIES: u64 = 4096;

impl Program {
    /// The constant arrays of scalars, by their names in the source.
    pub fn tables(&self) -> Vec<Table> {
        let constants = self.globals.iter().filter(|global| global.constant);
        constants.filter_map(|global| self.table(global)).collect()
    }

    fn table(&self, global: &Global) -> Option<Table> {
        let Shape::Array { element, count } = self.ty(global.ty).shape else {
            return None;
        };
        let element = self.ty(element);
        let Shape::Scalar(scalar) = element.shape else {
            return None;
        };
        let initial = global.initial.as_ref()?;
        let width = scalar.bits();
        if count > MOST_ENTRIES || u64::from(width) != 8 * element.size {
            return None;
        }
        let mut entries = vec![0; usize::try_from(count).ok()?];
        for scalar in initial {
            if scalar.bits != width || scalar.offset % element.size != 0 {
                return None;
            }
            let at = usize::try_from(scalar.offset / element.size).ok()?;
            *entries.get_mut(at)? = scalar.value?;
        }
        Some(Table {
            name: source_name(&global.name),
            width,
            entries,
        })
    }
}

/// Returns the name in the source of a variable's symbol; that of a static local variable follows its function's,
/// and may be numbered: `f.table.1`.
pub fn source_name(symbol: &str) -> String {
    let name = spoken(symbol);
    // A static variable of a function is known by its own name there.
    let name = match symbol.starts_with("_ZZ") {
        true => name.rsplit("::").next().unwrap_or(&name).to_owned(),
        false => name,
    };
    let words = name.split('.').filter(|word| !word.is_empty());
    let mut named = words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    named.next_back().unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::source_name;

    #[test]
    fn names_of_static_locals() {
        assert_eq!(source_name("table"), "table");
        assert_eq!(source_name("count.table"), "table");
        assert_eq!(source_name("count.table.12"), "table");
        assert_eq!(source_name("_ZN5codec6levelsE"), "codec::levels");
        assert_eq!(source_name("_ZZ8k_windowPKiPhiE1b"), "b");
    }
}
