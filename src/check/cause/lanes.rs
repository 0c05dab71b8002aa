//! Candidates for the mask of a wrong shuffle.

use crate::budgets::cause::REPLACED_LANES;

/// The lanes that a shuffle takes from its two operands; `None` for an arbitrary value.
type Mask = Vec<Option<u32>>;

/// The masks of a common form that take each lane from the operand that `mask` takes it from:
/// of four lanes all, else neighbours exchanged, even or odd lanes twice, one lane
/// everywhere, and the halves interleaved.
fn regular(mask: &[Option<u32>], count: u32) -> Vec<Mask> {
    let lanes = mask.len() as u32;
    let like = |from: &dyn Fn(u32) -> u32| -> Mask {
        let lane = |(at, own): (usize, &Option<u32>)| {
            own.map(|own| own / count * count + from(at as u32) % count)
        };
        mask.iter().enumerate().map(lane).collect()
    };
    if lanes == 4 {
        let code = 0..count.min(4).pow(4);
        return code
            .map(|code| like(&|at| code / count.min(4).pow(at) % count.min(4)))
            .collect();
    }
    let mut masks = vec![
        like(&|at| at ^ 1),
        like(&|at| at & !1),
        like(&|at| at | 1),
        like(&|at| at / 2 + at % 2 * (lanes / 2)),
        like(&|at| at % (lanes / 2).max(1) * 2 + at / (lanes / 2).max(1)),
    ];
    masks.extend((0..count.min(lanes)).map(|lane| like(&|_| lane)));
    masks
}

/// The lanes up to which all blends are tried; a longer one repeats this many choices.
const CHOICES: usize = 8;

/// The blends of two operands in place of one that takes each lane from its own place; none for
/// other masks.
fn blends(mask: &[Option<u32>], count: u32) -> Vec<Mask> {
    let mut places = mask.iter().enumerate();
    if !places.all(|(at, own)| own.is_some_and(|own| own % count == at as u32)) {
        return Vec::new();
    }
    let choices = 0..1_u32 << mask.len().min(CHOICES);
    let of = |choice: u32| {
        let lane = |at: usize| Some(at as u32 + (choice >> (at % CHOICES) & 1) * count);
        (0..mask.len()).map(lane).collect()
    };
    choices.map(of).collect()
}

/// The masks that may have been meant by a mask, each once or more; each operand has
/// `count` lanes.
pub(super) fn masks(mask: &[Option<u32>], count: u32) -> Vec<Mask> {
    let (lanes, all) = (mask.len(), 2 * count);
    let mut masks: Vec<Mask> = Vec::new();
    for step in [count / 2, count, 1, all - 1, 2, all - 2, 4, all - 4] {
        masks.push(mask.iter().map(|m| m.map(|m| (m + step) % all)).collect());
    }
    masks.push(mask.iter().rev().copied().collect());
    for i in 0..lanes {
        for j in i + 1..lanes {
            let mut other = mask.to_vec();
            other.swap(i, j);
            masks.push(other);
        }
    }
    masks.extend(regular(mask, count));
    masks.extend(blends(mask, count));
    if lanes <= REPLACED_LANES {
        for at in 0..lanes {
            for from in 0..all {
                let mut other = mask.to_vec();
                other[at] = Some(from);
                masks.push(other);
            }
        }
    }
    masks.retain(|other| other[..] != *mask);
    masks
}
