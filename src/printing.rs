//! What the user reads: reports and trouble, and the exit code.

use std::io::Write;
use std::process::ExitCode;
use std::sync::OnceLock;

use simdiff::problem::Problem;
use simdiff::report::{self, Decoration, Sources};
use simdiff::supervisor::Printout;
use simdiff::verdict::{Outcome, UndecidedKind, Verdict};

use crate::args::{ColorOption, FormatOption};

/// The exit code for bad input, a missing tool or a failure of ours.
pub const TROUBLE: u8 = 2;

/// The exit code of a run that the user interrupted, by the convention for SIGINT.
pub const INTERRUPTED: u8 = 130;

/// Which of the streams that the user gave are terminals.
#[derive(Clone, Copy)]
pub struct Terminals {
    /// Standard output.
    pub out: bool,
    /// Standard error.
    pub err: bool,
}

/// What a report is written for.
#[derive(Clone, Copy)]
pub struct Style {
    /// Text or JSON.
    pub format: FormatOption,
    /// Whether colours are wanted.
    pub color: ColorOption,
    /// Whether a report is to have everything, however long.
    pub full: bool,
    /// Where it goes.
    pub terminals: Terminals,
}

/// An outcome as the user reads it.
pub fn printed(outcome: &Outcome, style: Style) -> Printout {
    printed_with(outcome, style, &Sources::new())
}

/// The same, with these sources.
pub fn printed_with(outcome: &Outcome, style: Style, sources: &Sources) -> Printout {
    let out = match style.format {
        FormatOption::Text => {
            let color = wanted(style.color, style.terminals.out);
            let full = style.full;
            report::text(
                outcome,
                sources,
                Decoration {
                    color,
                    full,
                    tight: false,
                },
            )
        }
        format => {
            let text = match format {
                FormatOption::Record => report::record(outcome),
                FormatOption::Sarif => report::findings_as_sarif(outcome),
                _ => report::json(outcome),
            };
            match text {
                Ok(text) => text,
                Err(error) => return trouble(&Problem::new(error.to_string()), style),
            }
        }
    };
    let interrupted = outcome
        .undecided
        .iter()
        .any(|u| u.kind == UndecidedKind::Interrupted);
    Printout {
        out,
        code: match outcome.verdict {
            Verdict::Undecided if interrupted => INTERRUPTED,
            verdict => verdict.exit_code(),
        },
        ..Printout::default()
    }
}

/// What is printed where there is no outcome.
pub fn trouble(problem: &Problem, style: Style) -> Printout {
    Printout {
        out: match style.format {
            FormatOption::Json => report::problem_as_json(problem),
            FormatOption::Sarif => report::problem_as_sarif(problem),
            FormatOption::Text | FormatOption::Record => String::new(),
        },
        err: report::problem(problem, errors(style)),
        code: TROUBLE,
    }
}

/// Trouble before the options are known.
pub fn plain_trouble(problem: &Problem, terminals: Terminals) -> Printout {
    let (format, color) = (FormatOption::Text, ColorOption::Auto);
    let style = Style {
        format,
        color,
        full: false,
        terminals,
    };
    trouble(problem, style)
}

/// Help that was asked for, or what is wrong with the command line.
pub fn refused(refusal: &clap::Error) -> ExitCode {
    match refusal.print() {
        Ok(()) => ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(TROUBLE)),
        Err(error) => unprinted(&error),
    }
}

/// Prints what a run came to; the exit code.
pub fn deliver(printout: &Printout) -> ExitCode {
    // A closed standard error leaves nobody to tell.
    let _ = std::io::stderr().write_all(printout.err.as_bytes());
    let mut out = std::io::stdout();
    let printed = out.write_all(printout.out.as_bytes());
    match printed.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(printout.code),
        Err(error) => unprinted(&error),
    }
}

/// The streams that a command prints to while it works.
#[derive(Clone, Copy)]
pub struct Streams {
    /// Whether colours are wanted.
    pub color: ColorOption,
    /// Which are terminals.
    pub terminals: Terminals,
}

impl Streams {
    /// How what goes to standard output is decorated.
    pub fn decoration(self) -> Decoration {
        Decoration {
            color: wanted(self.color, self.terminals.out),
            ..Decoration::default()
        }
    }

    /// Prints a text to standard output and ends; the exit code.
    pub fn out(self, text: &str, code: u8) -> ExitCode {
        deliver(&Printout {
            out: text.to_owned(),
            code,
            ..Printout::default()
        })
    }

    /// Prints a line to standard output. Where it cannot be, the work goes on, and
    /// [`delivered`] tells of it.
    pub fn line(self, text: &str) {
        let mut out = std::io::stdout();
        if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush()) {
            LOST.get_or_init(|| error);
        }
    }

    /// Prints problems to standard error.
    pub fn problems(self, problems: &[Problem]) {
        let color = wanted(self.color, self.terminals.err);
        for problem in problems {
            let text = report::problem(
                problem,
                Decoration {
                    color,
                    ..Decoration::default()
                },
            );
            // A closed standard error leaves nobody to tell.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
    }
}

/// Why a line did not reach standard output, if one did not.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// The exit code of a command that printed lines while it worked: trouble where one was
/// lost.
pub fn delivered(code: ExitCode) -> ExitCode {
    LOST.get().map_or(code, unprinted)
}

/// A report that the user did not get is none.
pub fn unprinted(error: &std::io::Error) -> ExitCode {
    let text = format!("error: cannot write to standard output: {error}\n");
    // A closed standard error leaves nobody to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
    ExitCode::from(TROUBLE)
}

/// How what goes to standard error is decorated.
pub fn errors(style: Style) -> Decoration {
    Decoration {
        color: wanted(style.color, style.terminals.err),
        ..Decoration::default()
    }
}

fn wanted(color: ColorOption, terminal: bool) -> bool {
    match color {
        ColorOption::Always => true,
        ColorOption::Never => false,
        // https://no-color.org
        ColorOption::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}
