//! Output to the user: reports, errors and exit codes.

use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use console::Term;
use simdiff::problem::Problem;
use simdiff::report::{self, Decoration, Sources};
use simdiff::supervisor::Printout;
use simdiff::verdict::{Outcome, UndecidedKind, Verdict};

use crate::args::{ColorOption, FormatOption};

/// The exit code for bad input, a missing tool or an internal failure.
pub const TROUBLE: u8 = 2;

/// The exit code of an interrupted run, by the convention for SIGINT.
pub const INTERRUPTED: u8 = 130;

/// Whether the standard streams are terminals.
#[derive(Clone, Copy)]
pub struct Terminals {
    /// Standard output.
    pub out: bool,
    /// Standard error.
    pub err: bool,
    /// The number of columns of a report.
    pub columns: usize,
}

/// The fewest and the most columns of a report on a terminal.
const COLUMNS: (usize, usize) = (60, 160);

impl Terminals {
    /// The standard streams of this process. Reports are as wide as the terminal.
    pub fn of_process() -> Terminals {
        let terminal = Term::stdout();
        let size = terminal.size_checked().filter(|_| terminal.is_term());
        let columns = size.map_or(Decoration::default().width, |(_, columns)| {
            usize::from(columns).clamp(COLUMNS.0, COLUMNS.1)
        });
        Terminals {
            out: std::io::stdout().is_terminal(),
            err: std::io::stderr().is_terminal(),
            columns,
        }
    }
}

/// The form of a report.
#[derive(Clone, Copy)]
pub struct Style {
    /// The format of the report.
    pub format: FormatOption,
    /// When to use colours.
    pub color: ColorOption,
    /// Whether the report is complete, however long.
    pub full: bool,
    /// Which streams are terminals.
    pub terminals: Terminals,
}

/// The printout of an outcome.
pub fn printed(outcome: &Outcome, style: Style) -> Printout {
    printed_with(outcome, style, &Sources::new())
}

/// The printout of an outcome, with source files that are known already.
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
                    width: style.terminals.columns,
                    ..Decoration::default()
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
            _ => outcome.exit_code(),
        },
        ..Printout::default()
    }
}

/// The printout of a problem, in place of an outcome.
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

/// The printout of a problem before the options are known.
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

/// Prints the requested help, or the error in the command line. Returns the exit code.
pub fn refused(refusal: &clap::Error) -> ExitCode {
    match refusal.print() {
        Ok(()) => ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(TROUBLE)),
        Err(error) => unprinted(&error),
    }
}

/// Prints the result of a run. Returns the exit code.
pub fn deliver(printout: &Printout) -> ExitCode {
    // If standard error is closed, the error cannot be reported.
    let _ = std::io::stderr().write_all(printout.err.as_bytes());
    let mut out = std::io::stdout();
    let printed = out.write_all(printout.out.as_bytes());
    match printed.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(printout.code),
        Err(error) => unprinted(&error),
    }
}

/// The streams to which a command prints while it works.
#[derive(Clone, Copy)]
pub struct Streams {
    /// When to use colours.
    pub color: ColorOption,
    /// Which streams are terminals.
    pub terminals: Terminals,
}

impl Streams {
    /// The decoration of text on standard output.
    pub fn decoration(self) -> Decoration {
        Decoration {
            color: wanted(self.color, self.terminals.out),
            width: self.terminals.columns,
            ..Decoration::default()
        }
    }

    /// Prints a text to standard output, and returns the exit code.
    pub fn out(self, text: &str, code: u8) -> ExitCode {
        deliver(&Printout {
            out: text.to_owned(),
            code,
            ..Printout::default()
        })
    }

    /// Prints a line to standard output. If that fails, the work goes on, and [`delivered`]
    /// reports the error.
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
            // If standard error is closed, the error cannot be reported.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
    }
}

/// The first error of printing a line, if there was one.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// The exit code of a command that printed lines while it worked: trouble if a line was
/// lost.
pub fn delivered(code: ExitCode) -> ExitCode {
    LOST.get().map_or(code, unprinted)
}

/// Reports that standard output cannot be written, unless its reader has seen enough. Returns
/// the exit code for trouble.
pub fn unprinted(error: &std::io::Error) -> ExitCode {
    if error.kind() == ErrorKind::BrokenPipe {
        return ExitCode::from(TROUBLE);
    }
    let text = format!("error: cannot write to standard output: {error}\n");
    // If standard error is closed, the error cannot be reported.
    let _ = std::io::stderr().write_all(text.as_bytes());
    ExitCode::from(TROUBLE)
}

/// The decoration of text on standard error.
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
