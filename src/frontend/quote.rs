//! Parts of the user's text that messages underline.

/// A flag whose value has a grammar of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// `--arg`.
    Arg,
    /// `--reference-arg`.
    ReferenceArg,
    /// `--port-arg`.
    PortArg,
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
            Flag::ReferenceArg => "--reference-arg",
            Flag::PortArg => "--port-arg",
            Flag::Alias => "--alias",
            Flag::Size => "--size",
            Flag::Global => "--global",
            Flag::Local => "--local",
            Flag::Offset => "--offset",
        })
    }
}

/// A part of the user's text, which a message underlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The flag that has the text.
    pub flag: Flag,
    /// The whole text.
    pub text: Box<str>,
    /// Index of the part's first byte.
    pub start: usize,
    /// Index after its last byte.
    pub end: usize,
}

impl Quote {
    /// The quoted part of the text.
    pub fn part(&self) -> &str {
        self.text.get(self.start..self.end).unwrap_or_default()
    }
}
