//! The index space of a launch: its work-items and their groups.

use std::fmt;

use thiserror::Error;

use crate::budgets::execution::WORK_ITEMS;
use crate::contract::{Length, Sizes};

/// An index space of one to three dimensions, as expressions over sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Number of items in each dimension.
    pub global: Vec<Length>,
    /// Number of items of a group in each dimension; `None` if the implementation chooses,
    /// which the kernel then cannot observe.
    pub local: Option<Vec<Length>>,
    /// The first global id in each dimension; `None` for zero.
    pub offset: Option<Vec<Length>>,
    /// The size of a group that the kernel requires (`reqd_work_group_size`).
    pub required: Option<[u64; 3]>,
    /// The sub-groups of a group, if the kernel can observe them.
    pub sub_group: Option<SubGroup>,
    /// Whether all groups have one size; otherwise the last one of a dimension may be
    /// smaller (OpenCL C 2.0, 6.13.1).
    pub uniform: bool,
}

/// The sub-groups of a launch: items of a group with successive linear local ids. The last
/// sub-group of a group may be smaller (OpenCL C 3.0, 6.15.1, leaves both to the device).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubGroup {
    /// Number of items of every sub-group but the last.
    pub items: u64,
    /// Whether the size is required by the kernel or given by the user.
    pub given: bool,
}

impl SubGroup {
    /// The sub-groups if neither the kernel nor the user gives their size.
    pub const DEFAULT: SubGroup = SubGroup {
        items: 32,
        given: false,
    };
}

/// An index space at concrete sizes; unused dimensions have one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NdRange {
    /// Number of dimensions.
    pub dimensions: u64,
    /// Number of items in each dimension.
    pub global: [u64; 3],
    /// Number of items of a group in each dimension.
    pub local: [u64; 3],
    /// The first global id in each dimension.
    pub offset: [u64; 3],
    /// Number of items of a sub-group, at most that of a group.
    pub sub_group: u64,
}

/// Why an index space cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RangeError {
    /// An expression has no value: the expression, and the sizes.
    #[error("`{0}` in the launch has no value at {1}")]
    Value(String, String),
    /// The index space and its groups, or its offset, have different dimensions.
    #[error("--global has {global} dimensions and {option} {other}")]
    Dimensions {
        /// Dimensions of the index space.
        global: usize,
        /// The option that differs.
        option: &'static str,
        /// Its number of dimensions.
        other: usize,
    },
    /// The groups do not divide the index space.
    #[error(
        "a local size of {local} does not divide the global size of {global} in dimension {dimension}"
    )]
    Divides {
        /// Number of items of a group in the dimension.
        local: u64,
        /// Number of items in the dimension.
        global: u64,
        /// The dimension, counted from zero.
        dimension: usize,
    },
    /// The kernel requires another size of group.
    #[error("the kernel requires groups of {required}, not of {given}")]
    Required {
        /// The size that the kernel requires.
        required: String,
        /// The size that `--local` gives.
        given: String,
    },
    /// More items than are executed.
    #[error("{0} work-items are too many; the most is {WORK_ITEMS}")]
    TooMany(u128),
}

impl RangeError {
    /// Why a size that the user has not given is left out of a sweep; `None` if the error
    /// does not depend on the size.
    pub fn excludes(&self) -> Option<String> {
        match self {
            RangeError::Divides { local, .. } => Some(format!(
                "groups of {local} work-items do not fill the index space"
            )),
            _ => None,
        }
    }
}

impl Geometry {
    /// Whether the number of items depends on sizes.
    pub fn is_open(&self) -> bool {
        let mut open = false;
        for items in &self.global {
            items.variables(&mut |_| open = true);
        }
        open
    }

    /// All expressions of the index space.
    pub fn lengths(&self) -> impl Iterator<Item = &Length> {
        let more = self.local.iter().chain(&self.offset).flatten();
        self.global.iter().chain(more)
    }

    /// The index space at these sizes.
    ///
    /// # Errors
    /// The reason why the sizes have no index space.
    pub fn at(&self, sizes: &Sizes) -> Result<NdRange, RangeError> {
        let dimensions = self.global.len();
        let values = |lengths: &[Length], option, otherwise: u64| {
            if lengths.len() != dimensions {
                let (global, other) = (dimensions, lengths.len());
                return Err(RangeError::Dimensions {
                    global,
                    option,
                    other,
                });
            }
            let mut values = [otherwise; 3];
            for (value, length) in values.iter_mut().zip(lengths) {
                *value = length.evaluate(sizes).ok_or_else(|| {
                    let known = sizes.iter().map(|(name, size)| format!("{name} = {size}"));
                    let known = known.collect::<Vec<_>>().join(", ");
                    RangeError::Value(length.to_string(), known)
                })?;
            }
            Ok(values)
        };
        let global = values(&self.global, "--global", 1)?;
        let local = match (&self.local, self.required) {
            (Some(lengths), _) => values(lengths, "--local", 1)?,
            (None, required) => required.unwrap_or([1; 3]),
        };
        let offset = match &self.offset {
            Some(lengths) => values(lengths, "--offset", 0)?,
            None => [0; 3],
        };
        let count: u128 = global.iter().map(|n| u128::from(*n)).product();
        if count > u128::from(WORK_ITEMS) {
            return Err(RangeError::TooMany(count));
        }
        if let Some(required) = self.required.filter(|required| *required != local) {
            return Err(RangeError::Required {
                required: spelled(required, dimensions),
                given: spelled(local, dimensions),
            });
        }
        for (dimension, (local, global)) in local.into_iter().zip(global).enumerate() {
            let rest = global.checked_rem(local);
            if rest != Some(0) && (self.uniform || rest.is_none()) {
                return Err(RangeError::Divides {
                    local,
                    global,
                    dimension,
                });
            }
        }
        let sub_group = self.sub_group.unwrap_or(SubGroup::DEFAULT);
        Ok(NdRange {
            dimensions: dimensions as u64,
            global,
            local,
            offset,
            sub_group: sub_group.items.min(local.iter().product()),
        })
    }
}

/// Prints the index space as the options describe it: `global 64, local 16`.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |lengths: &[Length]| {
            let lengths = lengths.iter().map(Length::to_string);
            lengths.collect::<Vec<_>>().join(" x ")
        };
        write!(f, "global {}", list(&self.global))?;
        if let Some(local) = &self.local {
            write!(f, ", local {}", list(local))?;
        }
        if let Some(offset) = &self.offset {
            write!(f, ", offset {}", list(offset))?;
        }
        if let Some(SubGroup { items, .. }) = self.sub_group {
            write!(f, ", sub-group {items}")?;
        }
        Ok(())
    }
}

/// Sizes as text: `16x4`.
fn spelled(sizes: [u64; 3], dimensions: usize) -> String {
    let used = sizes[..dimensions.clamp(1, 3)].iter();
    used.map(u64::to_string).collect::<Vec<_>>().join("x")
}

impl NdRange {
    /// An index space of one item.
    pub const ONE: NdRange = NdRange {
        dimensions: 1,
        global: [1; 3],
        local: [1; 3],
        offset: [0; 3],
        sub_group: 1,
    };

    /// Whether the index space has more items than are executed.
    pub fn is_too_large(&self) -> bool {
        let count: u128 = self.global.iter().map(|n| u128::from(*n)).product();
        count > u128::from(WORK_ITEMS)
    }

    /// Number of groups in each dimension.
    pub fn groups(&self) -> [u64; 3] {
        [0, 1, 2].map(|d| self.global[d].div_ceil(self.local[d]))
    }

    /// The size of a group, by its linear number, in each dimension.
    pub fn local_of(&self, group: u64) -> [u64; 3] {
        let group = place(group, self.groups());
        let left = |d: usize| self.global[d] - group[d] * self.local[d];
        [0, 1, 2].map(|d| self.local[d].min(left(d)))
    }

    /// Number of items of a group, by its linear number.
    pub fn items_of(&self, group: u64) -> u64 {
        self.local_of(group).iter().product()
    }

    /// Number of groups.
    pub fn group_count(&self) -> u64 {
        self.groups().iter().product()
    }

    /// Number of items of the largest group.
    pub fn group_size(&self) -> u64 {
        self.local.iter().product()
    }

    /// The ids of an item by the linear number of its group and its linear local id.
    pub fn place(&self, group: u32, item: u32) -> ItemPlace {
        let local = place(item.into(), self.local_of(group.into()));
        let group = place(group.into(), self.groups());
        ItemPlace {
            group,
            local,
            global: [0, 1, 2].map(|d| self.offset[d] + group[d] * self.local[d] + local[d]),
        }
    }
}

/// The ids of a work-item in each dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemPlace {
    /// The group's id.
    pub group: [u64; 3],
    /// The local id.
    pub local: [u64; 3],
    /// The global id.
    pub global: [u64; 3],
}

/// The ids of a linear number in a space of these extents; the first dimension varies
/// fastest.
pub(super) fn place(number: u64, extents: [u64; 3]) -> [u64; 3] {
    let [x, y, _] = extents;
    [number % x, number / x % y, number / (x * y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(global: &[u64], local: Option<&[u64]>) -> Geometry {
        let lengths = |sizes: &[u64]| sizes.iter().map(|n| Length::Const(*n)).collect();
        Geometry {
            global: lengths(global),
            local: local.map(lengths),
            offset: None,
            required: None,
            sub_group: None,
            uniform: true,
        }
    }

    #[test]
    fn the_last_groups_may_be_smaller() {
        let mut geometry = geometry(&[10, 3], Some(&[4, 2]));
        assert!(geometry.at(&Sizes::new()).is_err());
        geometry.uniform = false;
        let range = geometry.at(&Sizes::new()).unwrap();
        assert_eq!(range.groups(), [3, 2, 1]);
        let sizes: Vec<u64> = (0..6).map(|group| range.items_of(group)).collect();
        assert_eq!(sizes, [8, 8, 4, 4, 4, 2]);
        assert_eq!(range.place(5, 1).global, [9, 2, 0]);
    }

    #[test]
    fn groups_fill_the_index_space() {
        let range = geometry(&[64, 8], Some(&[16, 4]))
            .at(&Sizes::new())
            .unwrap();
        assert_eq!(range.groups(), [4, 2, 1]);
        assert_eq!(range.group_size(), 64);
        let wrong = geometry(&[64], Some(&[24])).at(&Sizes::new());
        assert!(matches!(wrong, Err(RangeError::Divides { .. })));
        let wrong = geometry(&[64], Some(&[0])).at(&Sizes::new());
        assert!(matches!(wrong, Err(RangeError::Divides { .. })));
        let wrong = geometry(&[64], Some(&[8, 8])).at(&Sizes::new());
        assert!(matches!(wrong, Err(RangeError::Dimensions { .. })));
    }

    #[test]
    fn a_kernel_insists_on_its_groups() {
        let mut geometry = geometry(&[64], Some(&[16]));
        geometry.required = Some([8, 1, 1]);
        let wrong = geometry.at(&Sizes::new()).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "the kernel requires groups of 8, not of 16"
        );
        geometry.local = None;
        assert_eq!(geometry.at(&Sizes::new()).unwrap().local, [8, 1, 1]);
    }

    #[test]
    fn the_first_dimension_runs_fastest() {
        assert_eq!(place(7, [3, 2, 2]), [1, 0, 1]);
    }
}
