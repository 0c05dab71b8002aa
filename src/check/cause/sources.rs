//! The texts of source files, each read once.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::regular;
use crate::verdict::Location;

/// The most bytes of a source file that is read.
const MOST: u64 = 16 << 20;

/// The files read so far, by path; `None` for one that cannot be read.
#[derive(Default)]
pub(super) struct Sources {
    texts: RefCell<FxHashMap<String, Option<Arc<str>>>>,
}

impl Sources {
    /// The text of a file.
    pub fn text(&self, file: &str) -> Option<Arc<str>> {
        if let Some(known) = self.texts.borrow().get(file) {
            return known.clone();
        }
        let read = regular::read_source(Path::new(file), MOST);
        let text = read.ok().map(Arc::from);
        let mut texts = self.texts.borrow_mut();
        texts.insert(file.to_owned(), text.clone());
        text
    }

    /// The name that starts at a place, as that of a member in an expression.
    pub fn name(&self, place: &Location) -> Option<String> {
        let text = self.text(&place.file)?;
        let line = text.lines().nth((place.line as usize).checked_sub(1)?)?;
        let rest = line.get((place.column as usize).checked_sub(1)?..)?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name: String = rest.chars().take_while(|c| is_part(*c)).collect();
        let starts = name.starts_with(|c: char| !c.is_ascii_digit());
        (starts && name != "this").then_some(name)
    }
}
