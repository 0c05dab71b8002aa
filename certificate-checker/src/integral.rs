//! The step that replaces exact float operations by integer operations.

use rustc_hash::FxHashMap;
use term::{Format, Op, Rounding, Spec, TermId};

use crate::argument::Argument;
use crate::exact::Exact;
use crate::fault::{Checked, not_checked, require};
use crate::format::Value;
use crate::made::Made;
use crate::operations::{float, integer};

/// The contents of a step `integers`.
pub(crate) struct Claimed<'a> {
    pub context: u32,
    pub values: &'a [Value],
    /// Floats, with the converted integers that they are.
    pub settled: &'a [(TermId, TermId)],
    pub pairs: &'a [(TermId, TermId)],
    pub to: (TermId, TermId),
}

struct Known<'a, 'b, 'r> {
    argument: &'a mut Argument<'b, 'r>,
    context: u32,
    values: FxHashMap<TermId, Exact>,
    settled: FxHashMap<TermId, TermId>,
}

/// Replaces float operations that never round by integer operations.
pub(crate) fn integral(argument: &mut Argument, claimed: &Claimed) -> Checked {
    let context = claimed.context;
    argument.owns(context)?;
    let mut known = Known {
        argument,
        context,
        values: FxHashMap::default(),
        settled: FxHashMap::default(),
    };
    for value in claimed.values {
        known.learn(value)?;
    }
    for &(term, to) in claimed.settled {
        known.settle(term, to)?;
    }
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &(term, to) in claimed.pairs {
        known.replaced(&map, term, to)?;
        map.insert(term, to);
    }
    let results = (known.argument.now.left, known.argument.now.right);
    for (result, to) in [(results.0, claimed.to.0), (results.1, claimed.to.1)] {
        let mapped = *map.get(&result).unwrap_or(&result);
        let settled = known.settled.get(&mapped) == Some(&to);
        require(mapped == to || settled, || {
            "a result is another term".into()
        })?;
    }
    argument.go_on(claimed.to)
}

impl Known<'_, '_, '_> {
    fn value(&self, format: Option<Format>, term: TermId) -> Option<Exact> {
        let arena = &self.argument.ledger.terms.arena;
        match arena.constant_value(term) {
            Some(bits) => Exact::constant(format?, bits),
            None => {
                let known = self.values.get(&term)?;
                format
                    .is_none_or(|f| f == known.format)
                    .then(|| known.clone())
            }
        }
    }

    /// Checks the exact value that the step states for an operation.
    fn learn(&mut self, value: &Value) -> Checked {
        let terms = &self.argument.ledger.terms;
        let (of, term) = (terms.get(value.of)?, terms.get(value.term)?);
        let claimed = terms.get(value.integer)?;
        let node = *terms.arena.node(of);
        let (spec, args) = (node.spec(), node.children());
        let arena = &self.argument.ledger.terms.arena;
        let exact = match spec.op {
            Op::SiToF | Op::UiToF => {
                let facts = &mut self.argument.ledger.contexts[self.context as usize];
                Exact::converted(spec, args[0], facts.integer(arena, args[0]))
            }
            _ => float(
                spec,
                args,
                |i| args.get(i).and_then(|&arg| arena.constant_value(arg)),
                |i, format| self.value(format, args[i]),
            ),
        };
        let Some(exact) = exact.filter(|exact| exact.shift == value.shift) else {
            return not_checked("an operation that may round");
        };
        let makes = self.argument.ledger.makes(self.context, spec, args, term);
        require(makes, || "an exact operation gives another term".into())?;
        let answers = self.argument.answers(self.context, &exact.integer);
        if !answers.contains(&claimed) {
            return not_checked("an exact value is another integer");
        }
        let integer = Made::Term(claimed);
        self.values.insert(term, Exact { integer, ..exact });
        Ok(())
    }

    /// Checks that a float is a converted integer times a power of two.
    fn settle(&mut self, term: TermId, to: TermId) -> Checked {
        let Some(value) = self.values.get(&term).filter(|v| !v.negative_zero) else {
            return not_checked("a float that is not known to be an integer");
        };
        let (format, shift) = (value.format, value.shift);
        let convert = Spec::from_int(Op::SiToF, format, Rounding::NearestEven);
        let mut made = Made::Node(convert, vec![value.integer.clone()]);
        if shift != 0 {
            let exponent = -shift;
            let most = format.max_exponent();
            require((1 - most..=most).contains(&exponent), || {
                "a power of two that the format does not hold".into()
            })?;
            let power = ((exponent + most) as u128) << (format.precision() - 1);
            let factor = Made::Const(format.width(), power);
            let product = Spec::float(Op::FMul, format, Rounding::NearestEven);
            made = Made::Node(product, vec![made, factor]);
        }
        require(
            self.argument.answers(self.context, &made).contains(&to),
            || "a converted integer is another term".into(),
        )?;
        self.settled.insert(term, to);
        Ok(())
    }

    /// Checks the replacement of a term.
    fn replaced(&mut self, map: &FxHashMap<TermId, TermId>, term: TermId, to: TermId) -> Checked {
        let node = *self.argument.ledger.terms.arena.node(term);
        let (spec, children) = (node.spec(), node.children());
        let args: Vec<TermId> = children.iter().map(|c| *map.get(c).unwrap_or(c)).collect();
        if args.is_empty() {
            return require(term == to, || "a leaf is replaced".into());
        }
        let settled = |arg: &TermId| *self.settled.get(arg).unwrap_or(arg);
        let settled: Vec<TermId> = args.iter().map(settled).collect();
        let ledger = &mut self.argument.ledger;
        if ledger.makes(self.context, spec, &args, to)
            || ledger.makes(self.context, spec, &settled, to)
        {
            return Ok(());
        }
        let made = integer(spec, |i, format| self.value(format, args[i]));
        match made.map(|made| self.argument.answers(self.context, &made)) {
            Some(answers) if answers.contains(&to) => Ok(()),
            _ => not_checked("nothing that is written leads to an integer"),
        }
    }
}
