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
    let associative = Assumptions::ASSOCIATIVE;
    assert!(search(&mut b, left, right, associative).is_some());
}

#[test]
fn unequal_terms_are_not_proved() {
    let mut b = Builder::new(RuleSet::builtin());
    let [x, y, z] = inputs(&mut b, 32);
    let (left, right) = (b.sub(x, y), b.sub(x, z));
    assert_eq!(search(&mut b, left, right, Assumptions::default()), None);
}

/// Float arithmetic in single precision, written as formulas.
struct Floats(Builder);

impl Floats {
    fn new() -> Floats {
        Floats(Builder::new(RuleSet::builtin()))
    }

    /// Builds a formula in postfix notation: `+ - *`, numbers, and letters for inputs.
    fn term(&mut self, inputs: &[TermId], formula: &str) -> TermId {
        let (b, f) = (&mut self.0, Format::Single);
        let mut stack: Vec<TermId> = Vec::new();
        for word in formula.split_whitespace() {
            let mut pop = || stack.pop().expect("an operand");
            let made = match word {
                "+" | "-" | "*" => {
                    let (y, x) = (pop(), pop());
                    match word {
                        "+" => b.fadd(f, x, y),
                        "-" => b.fsub(f, x, y),
                        _ => b.fmul(f, x, y),
                    }
                }
                "fma" => {
                    let (z, y, x) = (pop(), pop(), pop());
                    b.fma(f, x, y, z)
                }
                "?" => {
                    let (y, x, p) = (pop(), pop(), pop());
                    let p = b.extract(p, 0, 1);
                    b.select(p, x, y)
                }
                word => match word.parse::<f32>() {
                    Ok(number) => b.constant(32, number.to_bits().into()),
                    Err(_) => inputs[usize::from(word.as_bytes()[0] - b'a')],
                },
            };
            stack.push(made);
        }
        stack.pop().expect("a result")
    }

    /// Whether two formulas over the inputs a, b, … are brought to a common form.
    fn equal(&mut self, one: &str, other: &str, assumptions: Assumptions) -> bool {
        let inputs: [TermId; 8] = inputs(&mut self.0, 32);
        let terms = [one, other].map(|formula| self.term(&inputs, formula));
        let algebra = Algebra {
            rules: RuleSet::builtin(),
            assumptions,
            limits: Limits {
                nodes: 2_000,
                rounds: 40,
                matches: 2_000,
            },
            cancels: assumptions.contains(Assumptions::FINITE),
        };
        expand(self.0.arena_mut(), terms, &algebra, &|| false).is_some()
    }
}

const RING: Assumptions = Assumptions::ASSOCIATIVE.union(Assumptions::DISTRIBUTIVE);
const HORNER: &str = "0.2 a * 0.3 + a * 0.7 + a * 0.9 - a * 1.1 + a * 0.5 +";
const ESTRIN: &str = "0.5 1.1 a * + a a * -0.9 0.7 a * + * + a a * a a * * 0.3 0.2 a * + * +";

#[test]
fn schemes_of_polynomials_have_a_common_form() {
    assert!(Floats::new().equal(HORNER, ESTRIN, RING));
    let wrong = ESTRIN.replace("-0.9", "0.9");
    assert!(!Floats::new().equal(HORNER, &wrong, RING));
    for missing in [
        RING - Assumptions::ASSOCIATIVE,
        RING - Assumptions::DISTRIBUTIVE,
    ] {
        assert!(!Floats::new().equal(HORNER, ESTRIN, missing));
    }
}

#[test]
fn blends_have_a_common_form() {
    let lerp = "a c b a - * +";
    assert!(Floats::new().equal(lerp, "1 c - a * c b * +", RING));
    assert!(!Floats::new().equal(lerp, "1 c + a * c b * +", RING));
    let midpoint = "0.5 0.5 a b + * 0.5 b c + * + *";
    assert!(Floats::new().equal(midpoint, "0.25 a * 0.5 b * + 0.25 c * +", RING));
}

#[test]
fn a_curve_has_a_common_form_in_both_schemes() {
    let between = |a: &str, b: &str| format!("{a} e {b} {a} - * +");
    let [ab, bc, cd] = [("a", "b"), ("b", "c"), ("c", "d")].map(|(a, b)| between(a, b));
    let casteljau = between(&between(&ab, &bc), &between(&bc, &cd));
    let u = "1 e -";
    let inner = format!("3 {u} * {u} * e * b * + 3 {u} * e * e * c * +");
    let bernstein = format!("{u} {u} * {u} * a * {inner} e e * e * d * +");
    assert!(Floats::new().equal(&casteljau, &bernstein, RING));
    let wrong = bernstein.replace("c *", "b *");
    assert!(!Floats::new().equal(&casteljau, &wrong, RING));
}

#[test]
fn signs_are_those_of_summands() {
    assert!(Floats::new().equal("f -1 a b - * *", "f b * f a * -", RING));
    assert!(Floats::new().equal("f c a b - d * - *", "f c * f a d * * - f b d * * +", RING));
    assert!(!Floats::new().equal("f -1 a b - * *", "f a * f b * -", RING));
}

#[test]
fn coefficients_are_collected() {
    assert!(Floats::new().equal("a b + a b + *", "a a * 2 a * b * + b b * +", RING));
    assert!(!Floats::new().equal("a b + a b + *", "a a * 3 a * b * + b b * +", RING));
    assert!(Floats::new().equal("3 a *", "a a + a +", RING));
    assert!(Floats::new().equal("5 a * 3 a * -", "2 a *", RING));
    // A coefficient that has to be rounded is not a law's.
    assert!(!Floats::new().equal("0.1 a * 0.2 a * +", "0.3 a *", RING));
}

#[test]
fn what_cancels_is_finite() {
    let finite = RING | Assumptions::FINITE;
    let (product, squares) = ("a b + a b - *", "a a * b b * -");
    assert!(Floats::new().equal(product, squares, finite));
    assert!(!Floats::new().equal(product, squares, RING));
}

#[test]
fn contraction_separates_products() {
    let contraction = RING | Assumptions::CONTRACTION;
    let horner = "a b c fma";
    assert!(Floats::new().equal(horner, "c b a * +", contraction));
    assert!(!Floats::new().equal(horner, "c b a * +", RING));
}

#[test]
fn arms_of_selects_are_multiplied_out() {
    let lanes = "a d b c + e ? *";
    assert!(!Floats::new().equal(lanes, "d a b * a c * - a e * ?", RING));
    assert!(Floats::new().equal("d b c + e ? a *", "d a b * a c * + a e * ?", RING));
}
