//! Recording of hazards as operations are executed.

use term::{Op, TermId};

use super::executor::Executor;
use super::hazard::{Hazard, What};
use super::path::KeptPath;
use crate::verdict::{Location, Undefined};

impl Executor<'_, '_> {
    /// Records an operation that the source leaves undefined for some operands, unless it
    /// is part of a system library or known to be defined here.
    pub fn hazard(&mut self, kind: Undefined, what: What) {
        let location = self.program.location(self.span);
        if location.is_some_and(Location::is_system) || self.is_harmless(what) {
            return;
        }
        let Some(hazard) = self.met(what) else {
            return;
        };
        self.machine.hazards.add(kind, self.span, location, hazard);
    }

    /// Records a left shift, which the source leaves undefined for some operands if they
    /// are signed.
    pub fn left_shift(&mut self, x: TermId, amount: TermId) {
        let what = What::Lost(x, amount);
        if let Some(hazard) = (!self.is_harmless(what)).then(|| self.met(what)).flatten() {
            self.machine.hazards.add_shift(hazard);
        }
    }

    /// Returns a hazard with the conditions under which it is executed; `None` if they
    /// cannot hold.
    fn met(&self, what: What) -> Option<Hazard> {
        let within = self.state.within_arms();
        let constant = |term: &TermId| self.machine.builder.constant_value(*term);
        if within
            .iter()
            .any(|condition| constant(condition) == Some(0))
        {
            return None;
        }
        let open = within
            .iter()
            .filter(|condition| constant(condition).is_none());
        Some(Hazard {
            within: open.copied().collect(),
            path: self.state.kept_path(),
            what,
        })
    }

    /// Whether intervals show that an operation is defined.
    fn is_harmless(&mut self, what: What) -> bool {
        let builder = &mut self.machine.builder;
        match what {
            What::Arithmetic { op, args } => {
                let width = builder.width(args[0]);
                if width > 64 {
                    // Terms cannot have twice this width.
                    return true;
                }
                let [x, y] = args.map(|x| builder.interval(x));
                let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
                let ends = match op {
                    Op::Add => [x.smin + y.smin, x.smax + y.smax].to_vec(),
                    Op::Sub => [x.smin - y.smax, x.smax - y.smin].to_vec(),
                    _ => [x.smin, x.smax]
                        .into_iter()
                        .flat_map(|x| [y.smin, y.smax].map(|y| x.saturating_mul(y)))
                        .collect(),
                };
                ends.iter().all(|end| (least..=most).contains(end))
            }
            What::Absolute(x) => {
                let width = builder.width(x);
                width > 64 || builder.interval(x).smin > -(1i128 << (width - 1))
            }
            What::Misaligned(condition)
            | What::MisalignedMember(condition)
            | What::Promise(condition) => builder.constant_value(condition) == Some(1),
            What::Shift(amount) => {
                builder.interval(amount).umax < u128::from(builder.width(amount))
            }
            What::BitScan(x) => builder.interval(x).umin > 0,
            What::Lost(x, amount) => {
                // Every left shift comes here, so that no term may be built.
                let width = u32::from(builder.width(x));
                let (x, amount) = (builder.interval(x), builder.interval(amount));
                let most = i128::MAX >> (128 - width);
                amount.umax < u128::from(width) && x.smin >= 0 && x.smax <= most >> amount.umax
            }
            What::Conversion { .. } => {
                let hazard = Hazard {
                    path: KeptPath::default(),
                    within: Vec::new(),
                    what,
                };
                let condition = hazard.condition(builder);
                builder.constant_value(condition) == Some(1)
            }
        }
    }
}
