//! Finds the values of one width that are only compared and moved.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Format, Op, TermId};

use crate::equiv::claim::Claim;

/// The order in which values are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Unsigned,
    Signed,
    Float(Format),
}

impl Kind {
    /// A key that orders constants as the comparison does; `None` for a NaN.
    pub(super) fn key(self, width: u8, value: u128) -> Option<i128> {
        let sign = 1u128 << (width - 1);
        match self {
            Kind::Unsigned => Some(value as i128),
            Kind::Signed => Some((value ^ sign) as i128 - sign as i128),
            Kind::Float(format) if format.is_nan(value) => None,
            Kind::Float(format) => {
                let magnitude = (value & !format.sign_mask()) as i128;
                let negative = value & format.sign_mask() != 0;
                Some(if negative { -magnitude } else { magnitude })
            }
        }
    }

    /// Its name in certificates.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Unsigned => "unsigned",
            Kind::Signed => "signed",
            Kind::Float(format) => format.name(),
        }
    }

    /// The least and greatest keys.
    pub(super) fn bounds(self, width: u8) -> (i128, i128) {
        let top = (1i128 << width) - 1;
        match self {
            Kind::Unsigned => (0, top),
            Kind::Signed => (-(top >> 1) - 1, top >> 1),
            Kind::Float(format) => (-(format.infinity() as i128), format.infinity() as i128),
        }
    }
}

/// Values that are compared with one another or reach the same selects.
#[derive(Clone, Default)]
pub(super) struct Class {
    pub(super) kind: Option<Kind>,
    pub(super) constants: Vec<u128>,
    /// Number of terms that are neither selects nor constants; each becomes an input.
    pub(super) inputs: usize,
    /// Whether an operation other than comparisons and selects reads a value, or comparisons of
    /// two kinds do.
    pub(super) tainted: bool,
    /// Whether values are compared for equality of bits.
    pub(super) by_bits: bool,
}

impl Class {
    fn compare(&mut self, kind: Kind) {
        self.tainted |= *self.kind.get_or_insert(kind) != kind;
    }

    fn join(&mut self, other: Class) {
        if let Some(kind) = other.kind {
            self.compare(kind);
        }
        self.constants.extend(other.constants);
        self.inputs += other.inputs;
        self.tainted |= other.tainted;
        self.by_bits |= other.by_bits;
    }
}

/// The terms above the inputs of one width, and the classes of the values of that width.
pub(super) struct Values {
    pub(super) width: u8,
    /// Operands before users. Terms below a value that is not a select are not visited, unless
    /// the value is opened.
    pub(super) terms: Vec<TermId>,
    pub(super) class_of: FxHashMap<TermId, usize>,
    pub(super) classes: Vec<Class>,
    /// Union-find links: the class that each class was joined into, itself if none.
    links: Vec<usize>,
}

impl Values {
    /// Collects the classes of a claim, expanding the values in `opened` into their operands.
    pub(super) fn of(
        arena: &Arena,
        claim: &Claim,
        width: u8,
        opened: &FxHashSet<TermId>,
    ) -> Values {
        let mut values = Values {
            width,
            terms: Vec::new(),
            class_of: FxHashMap::default(),
            classes: Vec::new(),
            links: Vec::new(),
        };
        values.visit(arena, &claim.roots(), opened);
        let terms = std::mem::take(&mut values.terms);
        for &term in &terms {
            values.read(arena, term, opened);
        }
        values.terms = terms;
        if arena.width(claim.left) == width {
            let (left, right) = (claim.left, claim.right);
            let class = values.meet(arena, &[left, right]);
            values.classes[class].by_bits = true;
        }
        // Resolves every term's class to its representative.
        let ends: Vec<usize> = (0..values.classes.len()).map(|c| values.end(c)).collect();
        values.class_of.values_mut().for_each(|c| *c = ends[*c]);
        values
    }

    fn visit(&mut self, arena: &Arena, roots: &[TermId], opened: &FxHashSet<TermId>) {
        let mut seen = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            self.terms.push(term);
            let node = arena.node(term);
            let choice = node.op() == Op::Select;
            if node.width() != self.width || choice || opened.contains(&term) {
                stack.extend_from_slice(node.children());
            }
        }
        // Ascending ids: operands are older than their users.
        self.terms.sort_unstable();
    }

    /// Records how a term uses the values that it reads or is.
    fn read(&mut self, arena: &Arena, term: TermId, opened: &FxHashSet<TermId>) {
        let node = arena.node(term);
        let width = self.width;
        let is_value = |t: TermId| arena.width(t) == width;
        let operands = node.children();
        match node.op() {
            Op::Select if is_value(term) => {
                self.meet(arena, &[term, operands[1], operands[2]]);
            }
            Op::Const => {}
            _ if is_value(term) && !opened.contains(&term) => {
                let class = self.meet(arena, &[term]);
                self.classes[class].inputs += 1;
            }
            Op::Ult | Op::Slt | Op::FCmp | Op::Eq if is_value(operands[0]) => {
                let class = self.meet(arena, operands);
                let class = &mut self.classes[class];
                match node.op() {
                    Op::Ult => class.compare(Kind::Unsigned),
                    Op::Slt => class.compare(Kind::Signed),
                    Op::FCmp => class.compare(Kind::Float(node.spec().format())),
                    _ => class.by_bits = true,
                }
            }
            _ => {
                if is_value(term) {
                    let class = self.meet(arena, &[term]);
                    self.classes[class].tainted = true;
                }
                for &operand in operands.iter().filter(|t| is_value(**t)) {
                    let class = self.meet(arena, &[operand]);
                    self.classes[class].tainted = true;
                }
            }
        }
    }

    /// The computed values of classes that are not narrowed: their operands may be narrowed
    /// instead.
    pub(super) fn below(
        &self,
        arena: &Arena,
        is_wide: impl Fn(usize) -> bool,
        opened: &FxHashSet<TermId>,
    ) -> Vec<TermId> {
        let stays = |term: &&TermId| {
            let node = arena.node(**term);
            let class = self.class_of.get(term);
            let computed = node.op() != Op::Select && !node.children().is_empty();
            let open = computed && !opened.contains(*term);
            open && class.is_some_and(|&class| is_wide(class))
        };
        let stay = self.terms.iter().filter(stays).copied();
        stay.collect()
    }

    /// The class of these values; joins their classes if there are several.
    fn meet(&mut self, arena: &Arena, values: &[TermId]) -> usize {
        let mut met: Option<usize> = None;
        let mut constants = Vec::new();
        for &value in values {
            if let Some(constant) = arena.constant_value(value) {
                constants.push(constant);
                continue;
            }
            let fresh = self.classes.len();
            let class = *self.class_of.entry(value).or_insert(fresh);
            if class == fresh {
                self.classes.push(Class::default());
                self.links.push(fresh);
            }
            let class = self.end(class);
            met = Some(match met {
                Some(first) if first != class => {
                    let other = std::mem::take(&mut self.classes[class]);
                    self.classes[first].join(other);
                    self.links[class] = first;
                    first
                }
                _ => class,
            });
        }
        let class = met.unwrap_or_else(|| {
            self.classes.push(Class::default());
            self.links.push(self.classes.len() - 1);
            self.classes.len() - 1
        });
        self.classes[class].constants.extend(constants);
        class
    }

    fn end(&self, mut class: usize) -> usize {
        while self.links[class] != class {
            class = self.links[class];
        }
        class
    }
}
