//! When to stop rewriting.
//!
//! Terms are still built afterwards, but without simplification.

/// Number of rewritings between two checks.
const PERIOD: u32 = 1 << 9;

/// A predicate that is checked now and then and ends rewriting.
#[derive(Default)]
pub(crate) struct Stop {
    ask: Option<Box<dyn Fn() -> bool + Send>>,
    since: u32,
    /// Rewritings before the latest check.
    before: u64,
    over: bool,
}

impl Stop {
    pub(crate) fn when(ask: impl Fn() -> bool + Send + 'static) -> Stop {
        Stop {
            ask: Some(Box::new(ask)),
            ..Stop::default()
        }
    }

    /// Whether rewriting has ended; once it has, the answer does not change.
    #[inline]
    pub(crate) fn is_over(&mut self) -> bool {
        self.since += 1;
        if self.since >= PERIOD {
            self.look();
        }
        self.over
    }

    /// The number of rewritings so far.
    pub(crate) fn rewritings(&self) -> u64 {
        self.before + u64::from(self.since)
    }

    /// Whether rewriting had ended at the latest check.
    pub(crate) const fn has_been_over(&self) -> bool {
        self.over
    }

    #[cold]
    fn look(&mut self) {
        self.before += u64::from(self.since);
        self.since = 0;
        self.over |= self.ask.as_ref().is_some_and(|ask| ask());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewritings_are_counted_across_checks() {
        let mut stop = Stop::when(|| false);
        let most = 2 * PERIOD + 3;
        assert!((0..most).all(|_| !stop.is_over()));
        assert_eq!(stop.rewritings(), u64::from(most));
    }
}
