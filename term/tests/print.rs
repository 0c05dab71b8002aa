//! Printing of terms.

use simdiff_term::*;

struct Fixture {
    arena: Arena,
    floats: BufferId,
    bytes: BufferId,
}

const SINGLE: Format = Format::Single;
const RNE: Rounding = Rounding::NearestEven;

impl Fixture {
    fn new() -> Fixture {
        let mut arena = Arena::new();
        let mut buffer = |name: &str, format| {
            arena.add_buffer(Buffer {
                name: name.into(),
                format,
                signed: true,
                scalar: false,
                undefined: false,
            })
        };
        let floats = buffer("src", Some(SINGLE));
        let bytes = buffer("mask", None);
        Fixture {
            arena,
            floats,
            bytes,
        }
    }
    fn float(&mut self, index: u32) -> TermId {
        self.arena.add_symbol(self.floats, 4 * index, 32)
    }
    fn int(&mut self, index: u32) -> TermId {
        self.arena.add_symbol(self.bytes, 4 * index, 32)
    }
    fn single(&mut self, value: f32) -> TermId {
        self.arena.constant(32, value.to_bits().into())
    }
    fn op(&mut self, op: Op, args: &[TermId]) -> TermId {
        let width = if matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            1
        } else {
            self.arena.width(args[args.len() - 1])
        };
        self.arena.term(Spec::int(op, width), args)
    }
    fn fop(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.arena.term(Spec::float(op, SINGLE, RNE), args)
    }
    fn fcmp(&mut self, set: Outcomes, x: TermId, y: TermId) -> TermId {
        self.arena.term(Spec::fcmp(SINGLE, set), &[x, y])
    }
    fn text(&self, root: TermId) -> String {
        Printer::new(&self.arena)
            .render(&[root], &Style::default())
            .to_string()
    }
}

#[test]
fn select_of_a_comparison() {
    let mut f = Fixture::new();
    let (x, zero) = (f.float(3), f.single(0.0));
    let positive = f.fcmp(Outcomes::GT, x, zero);
    let root = f.op(Op::Select, &[positive, x, zero]);
    assert_eq!(f.text(root), "src[3] > 0.0f ? src[3] : 0.0f");
}

#[test]
fn parentheses_follow_association() {
    let mut f = Fixture::new();
    let (a, b, c) = (f.float(0), f.float(1), f.float(2));
    let bc = f.fop(Op::FAdd, &[b, c]);
    let right = f.fop(Op::FAdd, &[a, bc]);
    assert_eq!(f.text(right), "src[0] + (src[1] + src[2])");
    let ab = f.fop(Op::FSub, &[a, b]);
    let left = f.fop(Op::FSub, &[ab, c]);
    assert_eq!(f.text(left), "src[0] - src[1] - src[2]");
    let product = f.fop(Op::FMul, &[ab, c]);
    assert_eq!(f.text(product), "(src[0] - src[1]) * src[2]");
}

#[test]
fn comparisons_by_outcome_set() {
    let mut f = Fixture::new();
    let (x, y) = (f.float(0), f.float(1));
    let expected = [
        (0, "false"),
        (1, "src[0] == src[1]"),
        (2, "src[0] > src[1]"),
        (3, "src[0] >= src[1]"),
        (4, "src[0] < src[1]"),
        (5, "src[0] <= src[1]"),
        (6, "islessgreater(src[0], src[1])"),
        (7, "!unordered(src[0], src[1])"),
        (8, "unordered(src[0], src[1])"),
        (9, "!islessgreater(src[0], src[1])"),
        (10, "!(src[0] <= src[1])"),
        (11, "!(src[0] < src[1])"),
        (12, "!(src[0] >= src[1])"),
        (13, "!(src[0] > src[1])"),
        (14, "src[0] != src[1]"),
        (15, "true"),
    ];
    for (bits, text) in expected {
        let root = f.fcmp(Outcomes::from_bits(bits), x, y);
        assert_eq!(f.text(root), text);
    }
    let nan = f.fcmp(Outcomes::UNO, x, x);
    assert_eq!(f.text(nan), "isnan(src[0])");
}

#[test]
fn constants_look_like_their_use() {
    let mut f = Fixture::new();
    let (x, c) = (f.int(0), f.arena.constant(32, 0x30));
    let pattern = f.op(Op::And, &[x, c]);
    assert_eq!(f.text(pattern), "mask[0] & 0x30");
    let sum = f.op(Op::Add, &[x, c]);
    assert_eq!(f.text(sum), "mask[0] + 48");
    let minus = f.arena.constant(32, 0xffff_fffb);
    let difference = f.op(Op::Add, &[x, minus]);
    assert_eq!(f.text(difference), "mask[0] - 5");
    let compared = f.op(Op::Slt, &[x, minus]);
    assert_eq!(f.text(compared), "mask[0] < -5");
    let large = f.arena.constant(32, 0x1234);
    let product = f.op(Op::Mul, &[x, large]);
    assert_eq!(f.text(product), "mask[0] * 4660");
    let y = f.float(0);
    let sum = f.fop(Op::FAdd, &[y, c]);
    assert_eq!(f.text(sum), "src[0] + 6.7e-44f");
}

#[test]
fn signs_of_floats() {
    let mut f = Fixture::new();
    let x = f.float(0);
    let sign = f.arena.constant(32, SINGLE.sign_mask());
    let rest = f.arena.constant(32, SINGLE.sign_mask() - 1);
    let negated = f.op(Op::Xor, &[x, sign]);
    assert_eq!(f.text(negated), "-src[0]");
    let absolute = f.op(Op::And, &[x, rest]);
    assert_eq!(f.text(absolute), "fabsf(src[0])");
    let i = f.int(0);
    let flipped = f.op(Op::Xor, &[i, sign]);
    assert_eq!(f.text(flipped), "mask[0] ^ 0x80000000");
}

#[test]
fn bits_of_floats_and_floats_of_bits_are_explicit() {
    let mut f = Fixture::new();
    let (x, i) = (f.float(0), f.int(0));
    let masked = f.op(Op::And, &[i, x]);
    assert_eq!(f.text(masked), "mask[0] & bits(src[0])");
    let sum = f.fop(Op::FAdd, &[x, masked]);
    assert_eq!(f.text(sum), "src[0] + as_f32(mask[0] & bits(src[0]))");
}

#[test]
fn widths() {
    let mut f = Fixture::new();
    let x = f.int(0);
    let byte = f.arena.term(Spec::extract(0, 8), &[x]);
    assert_eq!(f.text(byte), "(u8)mask[0]");
    let slice = f.arena.term(Spec::extract(8, 8), &[x]);
    assert_eq!(f.text(slice), "mask[0] >> 8 & 0xff");
    let upper = f.arena.term(Spec::extract(12, 20), &[x]);
    assert_eq!(f.text(upper), "mask[0] >> 12");
    let extended = f.arena.term(Spec::int(Op::SExt, 32), &[upper]);
    assert_eq!(f.text(extended), "mask[0] >> 12");
    let limit = f.arena.constant(20, 7);
    let less = f.arena.term(Spec::int(Op::Slt, 1), &[upper, limit]);
    assert_eq!(f.text(less), "(mask[0] >> 12) < 7");
    let below = f.arena.term(Spec::int(Op::Ult, 1), &[upper, limit]);
    assert_eq!(f.text(below), "((u32)mask[0] >> 12) < 7");
    let sign = f.arena.term(Spec::extract(31, 1), &[x]);
    assert_eq!(f.text(sign), "mask[0] < 0");
    let wide = f.arena.term(Spec::int(Op::SExt, 64), &[x]);
    assert_eq!(f.text(wide), "(i64)mask[0]");
    let pair = f.arena.term(Spec::int(Op::Concat, 16), &[slice, byte]);
    let root = f.arena.term(Spec::int(Op::Concat, 24), &[pair, slice]);
    assert_eq!(
        f.text(root),
        "((mask[0] >> 8 & 0xff) << 16) | ((u8)mask[0] << 8) | (mask[0] >> 8 & 0xff)"
    );
}

#[test]
fn conversions() {
    let mut f = Fixture::new();
    let (x, i) = (f.float(0), f.int(0));
    let wide = f
        .arena
        .term(Spec::fconvert(SINGLE, Format::Double, RNE), &[x]);
    assert_eq!(f.text(wide), "(double)src[0]");
    let float = f.arena.term(Spec::from_int(Op::SiToF, SINGLE, RNE), &[i]);
    assert_eq!(f.text(float), "(float)mask[0]");
    let float = f.arena.term(Spec::from_int(Op::UiToF, SINGLE, RNE), &[i]);
    assert_eq!(f.text(float), "(float)(u32)mask[0]");
    let truncated = f.arena.term(
        Spec::to_int(Op::FToSi, SINGLE, Rounding::TowardZero, 32),
        &[x],
    );
    assert_eq!(f.text(truncated), "(i32)src[0]");
    let rounded = f.arena.term(Spec::to_int(Op::FToSi, SINGLE, RNE, 32), &[x]);
    assert_eq!(f.text(rounded), "(i32)rintf(src[0])");
}

#[test]
fn library_functions_read_floats() {
    let mut f = Fixture::new();
    let (x, two) = (f.float(0), f.single(2.0));
    let power = f.arena.function("powf").expect("there is room");
    let root = f.arena.apply(power, 32, &[x, two]);
    assert_eq!(f.text(root), "powf(src[0], 2.0f)");
}

#[test]
fn parts_of_elements() {
    let mut f = Fixture::new();
    f.int(0);
    f.int(1);
    let byte = f.arena.add_symbol(f.bytes, 6, 8);
    assert_eq!(f.text(byte), "mask[1].byte2");
    let pair = f.arena.add_symbol(f.bytes, 8, 64);
    assert_eq!(f.text(pair), "mask[2..4]");
    let half = f.arena.add_symbol(f.floats, 6, 16);
    assert_eq!(f.text(half), "src[1].bytes2_3");
}

#[test]
fn undetermined_reads_of_one_place_stay_apart() {
    let mut f = Fixture::new();
    let (x, y) = (f.int(0), f.int(0));
    let root = f.op(Op::Sub, &[x, y]);
    assert_eq!(f.text(root), "mask[0] - mask[0]#2");
}

/// The same input at another size is a different variable; it is not printed here and must not
/// change the name.
#[test]
fn a_namesake_that_is_not_printed_does_not_matter() {
    let mut f = Fixture::new();
    let (_, y) = (f.int(0), f.int(0));
    assert_eq!(f.text(y), "mask[0]");
}

#[test]
fn shared_subterms_are_named_across_roots() {
    let mut f = Fixture::new();
    let (a, b) = (f.float(0), f.float(1));
    let sum = f.fop(Op::FAdd, &[a, b]);
    let product = f.fop(Op::FMul, &[sum, a]);
    let quotient = f.fop(Op::FDiv, &[sum, b]);
    let rendered = Printer::new(&f.arena).render(&[product, quotient], &Style::default());
    assert_eq!(
        rendered.to_string(),
        "t1 * src[0]\nt1 / src[1]\nwhere t1 = src[0] + src[1]"
    );
    assert!(!rendered.elided);
}

#[test]
fn marks_point_at_the_term() {
    let mut f = Fixture::new();
    let (a, b) = (f.float(0), f.float(1));
    let sum = f.fop(Op::FAdd, &[a, b]);
    let product = f.fop(Op::FMul, &[sum, a]);
    let style = Style {
        marked: vec![sum],
        ..Style::default()
    };
    let rendered = Printer::new(&f.arena).render(&[product], &style);
    let Text { text, marks } = &rendered.roots[0];
    assert_eq!(text, "(src[0] + src[1]) * src[0]");
    assert_eq!(marks.len(), 1);
    assert_eq!(&text[marks[0].range.clone()], "(src[0] + src[1])");
}

/// A sum of 65,536 summands overflows neither the stack nor the budget, and a mark deep inside
/// it is still shown.
#[test]
fn deep_terms_are_elided_but_marks_are_shown() {
    let mut f = Fixture::new();
    let (mut sum, one) = (f.float(0), f.single(1.0));
    let mut marked = sum;
    for i in 0..65_536 {
        sum = f.fop(Op::FAdd, &[sum, one]);
        if i == 100 {
            let y = f.float(7);
            sum = f.fop(Op::FMul, &[sum, y]);
            marked = sum;
        }
    }
    let style = Style {
        marked: vec![marked],
        ..Style::default()
    };
    let rendered = Printer::new(&f.arena).render(&[sum], &style);
    assert!(rendered.elided);
    let is_marked = |d: &&Definition| d.text.marks.iter().any(|mark| mark.term == marked);
    let shown = rendered.definitions.iter().find(is_marked);
    let text = &shown.expect("the marked term is defined").text.text;
    assert!(text.ends_with("* src[7]"), "{text}");
    let longest = rendered.definitions.iter().map(|d| d.text.text.len()).max();
    assert!(longest <= Some(style.line_chars));
    assert!(rendered.definitions.len() <= style.lines + 1);
}

#[test]
fn wide_terms_keep_their_top() {
    let mut f = Fixture::new();
    let mut layer: Vec<TermId> = (0..1024).map(|i| f.float(i)).collect();
    while layer.len() > 1 {
        layer = layer.chunks(2).map(|pair| f.fop(Op::FMul, pair)).collect();
    }
    let style = Style {
        line_chars: 40,
        ..Style::default()
    };
    let text = Printer::new(&f.arena).render(&[layer[0]], &style);
    assert!(text.elided);
    assert_eq!(text.roots[0].text, "… * … * (… * …)");
}

/// A tree of selects on bits of a byte, as a read at a symbolic index is executed.
fn tree(f: &mut Fixture, index: TermId, bits: u8, entries: &[u128]) -> TermId {
    if let [entry] = *entries {
        return f.arena.constant(8, entry);
    }
    let (low, high) = entries.split_at(entries.len() / 2);
    let (x, y) = (
        tree(f, index, bits - 1, low),
        tree(f, index, bits - 1, high),
    );
    let bit = f.arena.term(Spec::extract(bits - 1, 1), &[index]);
    f.op(Op::Select, &[bit, y, x])
}

#[test]
fn choices_between_constants_are_look_ups() {
    let mut f = Fixture::new();
    let entries = [7, 1, 1, 2, 1, 2, 2, 3, 0, 1, 5, 1, 200, 9, 9, 8];
    let byte = f.arena.add_symbol(f.bytes, 0, 8);
    let index = f.arena.term(Spec::extract(3, 4), &[byte]);
    let root = tree(&mut f, index, 4, &entries);
    let tables = |entries: &[u128]| {
        vec![Table {
            name: "levels".into(),
            width: 8,
            entries: entries.to_vec(),
        }]
    };
    let text = |entries: &[u128]| {
        let printer = Printer::new(&f.arena).with_tables(tables(entries));
        printer.render(&[root], &Style::default()).to_string()
    };
    assert_eq!(text(&entries), "levels[mask[0] >> 3 & 0xf]");
    let mut wrong = entries;
    wrong[12] = 201;
    assert!(text(&wrong).contains(" ? "), "{}", text(&wrong));
}

/// The low 16 bits of a sum of 32 bits, computed for themselves, are shown as that sum.
#[test]
fn narrow_sums_are_those_of_wide_ones() {
    let mut f = Fixture::new();
    let x = f.arena.add_symbol(f.bytes, 0, 8);
    let mut sum = |width: u8, factor: u128| {
        let wide = f.arena.term(Spec::int(Op::ZExt, width), &[x]);
        let factor = f.arena.constant(width, factor);
        let product = f.arena.term(Spec::int(Op::Mul, width), &[wide, factor]);
        let bias = f.arena.constant(width, 128);
        f.arena.term(Spec::int(Op::Add, width), &[product, bias])
    };
    let (wide, narrow, other) = (sum(32, 298), sum(16, 298), sum(16, 299));
    let low = f.arena.term(Spec::extract(8, 8), &[narrow]);
    let render = |roots: &[TermId]| {
        let rendered = Printer::new(&f.arena).render(roots, &Style::default());
        rendered.to_string()
    };
    assert_eq!(
        render(&[wide, low]),
        "t1\nt1 >> 8 & 0xff\nwhere t1 = (u8)mask[0] * 298 + 128"
    );
    assert!(render(&[wide, other]).contains("299"));
}
