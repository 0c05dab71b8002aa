//! Enumeration and sampling of test cases as sequences of choices.
//!
//! Invariant: in exhaustive mode every sequence of choices is taken exactly once, in
//! lexicographic order.

/// Makes choices among n, systematically or at random.
pub(crate) struct Chooser {
    /// In exhaustive mode: the choices of the current case, with their bounds.
    path: Vec<(u32, u32)>,
    next: usize,
    /// The generator's state, if cases are sampled.
    random: Option<u64>,
}

impl Chooser {
    /// A chooser that enumerates every case.
    pub(crate) fn exhaustive() -> Chooser {
        Chooser {
            path: Vec::new(),
            next: 0,
            random: None,
        }
    }
    /// A chooser that samples cases from a seed.
    pub(crate) fn random(seed: u64) -> Chooser {
        Chooser {
            path: Vec::new(),
            next: 0,
            random: Some(seed),
        }
    }
    /// Whether cases are sampled.
    pub(crate) fn is_random(&self) -> bool {
        self.random.is_some()
    }

    /// Chooses a number below `n`, which must not be zero.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        if self.random.is_some() {
            return (self.bits() % n as u128) as u32;
        }
        if self.next == self.path.len() {
            self.path.push((0, n));
        }
        self.next += 1;
        self.path[self.next - 1].0
    }

    /// 128 random bits; zero in exhaustive mode.
    pub(crate) fn bits(&mut self) -> u128 {
        let Some(state) = &mut self.random else {
            return 0;
        };
        let mut word = || {
            // splitmix64
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            u128::from(z ^ z >> 31)
        };
        word() << 64 | word()
    }

    /// Advances to the next case; false when all cases have been taken.
    pub(crate) fn advance(&mut self) -> bool {
        if self.random.is_some() {
            return true;
        }
        // Choices beyond `next` belong to an abandoned case.
        self.path.truncate(self.next);
        self.next = 0;
        while let Some((choice, bound)) = self.path.last_mut() {
            *choice += 1;
            if *choice < *bound {
                return true;
            }
            self.path.pop();
        }
        false
    }
}
