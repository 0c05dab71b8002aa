//! The part of a suite that a run is limited to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The checks that `--filter` and `--group` select. Selections that differ in the order of the
/// words alone are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Selection {
    /// Texts, one of which a check has in its file, name or command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filter: Vec<String>,
    /// Groups, one of which a check is of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group: Vec<String>,
}

impl Selection {
    /// The selection of these words; `None` if they select everything.
    pub fn of(filter: &[String], group: &[String]) -> Option<Selection> {
        let sorted = |words: &[String]| {
            let mut words = words.to_vec();
            words.sort();
            words.dedup();
            words
        };
        let (filter, group) = (sorted(filter), sorted(group));
        let all = filter.is_empty() && group.is_empty();
        (!all).then_some(Selection { filter, group })
    }
}

/// Prints the options.
impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filter = self.filter.iter().map(|text| format!("--filter {text}"));
        let group = self.group.iter().map(|name| format!("--group {name}"));
        write!(f, "{}", filter.chain(group).collect::<Vec<_>>().join(" "))
    }
}
