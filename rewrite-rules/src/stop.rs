//! When to give up rewriting.
//!
//! Terms are made in any case: after the end they are made as they are.

/// Rewritings between two looks at the time.
const PERIOD: u32 = 1 << 9;

/// What is asked, now and then, whether time is up.
#[derive(Default)]
pub(crate) struct Stop {
    ask: Option<Box<dyn Fn() -> bool + Send>>,
    since: u32,
    over: bool,
}

impl Stop {
    pub(crate) fn when(ask: impl Fn() -> bool + Send + 'static) -> Stop {
        Stop {
            ask: Some(Box::new(ask)),
            ..Stop::default()
        }
    }

    /// Whether time is up; once it is, it stays so.
    #[inline]
    pub(crate) fn is_over(&mut self) -> bool {
        self.since += 1;
        if self.since >= PERIOD {
            self.look();
        }
        self.over
    }

    /// Whether time was up when it was last looked at.
    pub(crate) const fn has_been_over(&self) -> bool {
        self.over
    }

    #[cold]
    fn look(&mut self) {
        self.since = 0;
        self.over |= self.ask.as_ref().is_some_and(|ask| ask());
    }
}
