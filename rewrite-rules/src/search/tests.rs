use super::*;
use crate::Builder;
use term::{Buffer, Format};

fn inputs<const N: usize>(b: &mut Builder, width: u8) -> [TermId; N] {
    let buffer = b.arena_mut().add_buffer(Buffer {
        name: "in".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    std::array::from_fn(|i| b.arena_mut().add_symbol(buffer, 4 * i as u32, width))
}

fn search(b: &mut Builder, x: TermId, y: TermId, assumptions: Assumptions) -> Option<Vec<Link>> {
    let rules = RuleSet::builtin();
    explain(b.arena_mut(), x, y, rules, assumptions, Limits::default())
}

#[test]
fn selects_are_lifted_over_sums() {
    let mut b = Builder::new(RuleSet::builtin());
    let [x, y, z, u, v] = inputs(&mut b, 32);
    let p = b.slt(u, v);
    let inner = b.select(p, x, y);
    let left = b.fadd(Format::Single, inner, z);
    let (xz, yz) = (b.fadd(Format::Single, x, z), b.fadd(Format::Single, y, z));
    let right = b.select(p, xz, yz);
    assert_ne!(left, right);
    let links = search(&mut b, left, right, Assumptions::default());
    let lifts = Law::Rule("fadd-lifts-select".into());
    assert!(links.expect("equal").iter().any(|link| link.by == lifts));
}

#[test]
fn float_sums_need_their_assumption() {
    let mut b = Builder::new(RuleSet::builtin());
    let [x, y, z] = inputs(&mut b, 32);
    let f = Format::Single;
    let yz = b.fadd(f, y, z);
    let left = b.fadd(f, x, yz);
    let xy = b.fadd(f, x, y);
    let right = b.fadd(f, xy, z);
    assert_eq!(search(&mut b, left, right, Assumptions::default()), None);
    let associative = Assumptions {
        associative: true,
        ..Assumptions::default()
    };
    assert!(search(&mut b, left, right, associative).is_some());
}

#[test]
fn unequal_terms_are_not_proved() {
    let mut b = Builder::new(RuleSet::builtin());
    let [x, y, z] = inputs(&mut b, 32);
    let (left, right) = (b.sub(x, y), b.sub(x, z));
    assert_eq!(search(&mut b, left, right, Assumptions::default()), None);
}
