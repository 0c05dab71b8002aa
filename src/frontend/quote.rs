//! Parts of what the user typed, to underline in a message.

/// A flag whose value has a grammar of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// `--arg`.
    Arg,
    /// `--alias`.
    Alias,
    /// `--size`.
    Size,
    /// `--global`.
    Global,
    /// `--local`.
    Local,
    /// `--offset`.
    Offset,
}

impl std::fmt::Display for Flag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Flag::Arg => "--arg",
            Flag::Alias => "--alias",
            Flag::Size => "--size",
            Flag::Global => "--global",
            Flag::Local => "--local",
            Flag::Offset => "--offset",
        })
    }
}

/// A part of a text that the user typed, to underline in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The flag the text was given to.
    pub flag: Flag,
    /// The whole text.
    pub text: Box<str>,
    /// First byte of the part.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Quote {
    /// The part of the text that is quoted.
    pub fn part(&self) -> &str {
        self.text.get(self.start..self.end).unwrap_or_default()
    }
}
