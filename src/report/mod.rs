//! Reports: an [`Outcome`](crate::verdict::Outcome) or a
//! [`Problem`](crate::problem::Problem) as text for people or JSON for machines.
//!
//! Pure functions from values to strings: they do not print, exit or read a clock. Text has
//! ANSI colours only if asked for.

mod accesses;
mod compilation;
mod contract;
mod coverage;
mod defect;
mod difference;
mod json;
mod literals;
mod marked;
mod problem;
mod quoted;
mod relative;
mod section;
mod source;
mod suite;
mod text;
mod undefined;
mod wrap;

pub use contract::contract_rows;
pub use json::{json, record};
pub use problem::{problem, problem_as_json};
pub use relative::relative;
pub use source::Sources;
pub use suite::{brief, findings_as_sarif, html, junit, line, problem_as_sarif, sarif, summary};
pub use text::text;
pub use wrap::{WIDTH, paragraph, wrapped};

use annotate_snippets::Renderer;
use annotate_snippets::renderer::DecorStyle;

/// The least number of columns of quoted source lines.
const QUOTED: usize = 120;

/// The style of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoration {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Whether to print everything; otherwise a screenful.
    pub full: bool,
    /// Whether to print the minimum, because the text would exceed a screen otherwise.
    pub tight: bool,
    /// The number of columns of a line.
    pub width: usize,
}

impl Default for Decoration {
    /// Plain text for 80 columns.
    fn default() -> Self {
        Decoration {
            color: false,
            full: false,
            tight: false,
            width: wrap::WIDTH,
        }
    }
}

impl Decoration {
    fn renderer(self) -> Renderer {
        let renderer = if self.color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer
            .decor_style(DecorStyle::Ascii)
            .term_width(self.width.max(QUOTED))
    }

    /// The number of items to show: all of them, or `brief`.
    fn room(self, brief: usize) -> usize {
        if self.full { usize::MAX } else { brief }
    }

    fn paint(self, style: anstyle::Style, text: &str) -> String {
        if self.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn bold(self, text: &str) -> String {
        self.paint(anstyle::Style::new().bold(), text)
    }

    fn dim(self, text: &str) -> String {
        self.paint(anstyle::Style::new().dimmed(), text)
    }
}
