//! Construction of terms over variables: polynomials through their variables, other operations
//! rebuilt.

use rewrite_rules::Builder;
use rewrite_rules::trace::Request;
use term::{Node, Op, Spec, TermId};

use super::Sums;

impl Sums {
    /// The term over variables that replaces a term of the claim.
    pub(super) fn settle(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        if let Some(&known) = self.settled.get(&term) {
            return known;
        }
        let made = self.forms.get(&term).cloned();
        let made = made.filter(|form| !form.is_placement(|atom| self.bounds[&atom]));
        let made = made.and_then(|form| self.sum(builder, &form, builder.width(term)));
        match made {
            Some(made) => {
                self.settled.insert(term, made);
                made
            }
            None => self.rebuilt(builder, term),
        }
    }

    /// The operation over settled operands. Comparisons of sums become comparisons of a variable
    /// with a constant.
    pub(super) fn rebuilt(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        let node = *builder.arena().node(term);
        let made = self.comparison(builder, &node);
        let new = match made.or_else(|| self.converted(builder, &node)) {
            Some(made) => made,
            None if node.children().is_empty() => term,
            None => {
                let children = node.children().iter().enumerate();
                let children: Vec<TermId> = children
                    .map(|(i, &child)| {
                        let chosen = (node.op() == Op::Select && i > 0)
                            .then(|| self.chosen(builder, node.child(0), child));
                        chosen
                            .flatten()
                            .unwrap_or_else(|| self.settle(builder, child))
                    })
                    .collect();
                let made = builder.build(node.spec(), &children);
                let request = Request::new(node.spec(), &children);
                self.asked.push((request, made));
                ordered(builder, made)
            }
        };
        self.settled.insert(term, new);
        new
    }
}

impl Sums {
    /// A sum converted to a float, independent of the width that the sum is computed in.
    fn converted(&mut self, builder: &mut Builder, node: &Node) -> Option<TermId> {
        let spec = node.spec();
        if !matches!(spec.op, Op::SiToF | Op::UiToF) {
            return None;
        }
        let operand = node.child(0);
        let form = self.forms.get(&operand)?;
        let form = form.wrapped(builder.width(operand), spec.op == Op::SiToF)?;
        if form.is_placement(|atom| self.bounds[&atom]) {
            return None;
        }
        let whole = self.materialised(builder, &form)?;
        let convert = Spec::from_int(Op::SiToF, spec.format(), spec.rounding());
        let made = builder.build(convert, &[whole]);
        self.asked.push((Request::new(convert, &[whole]), made));
        Some(made)
    }
}

/// A term with the operands of a commutative operation in ascending order.
pub(super) fn ordered(builder: &mut Builder, term: TermId) -> TermId {
    let node = *builder.arena().node(term);
    let commutes = matches!(node.op(), Op::And | Op::Or | Op::Xor | Op::Eq);
    if !commutes || node.child(0) < node.child(1) || builder.constant_value(node.child(1)).is_some()
    {
        return term;
    }
    builder.build(node.spec(), &[node.child(1), node.child(0)])
}
