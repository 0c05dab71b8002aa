//! A run of a suite on a terminal.

use anstyle::{AnsiColor, Style};

use crate::record::{Record, Run, Status, Totals};
use crate::report::Decoration;

/// One check as a line without a newline; with its remark on a second one.
pub fn line(record: &Record, decoration: Decoration) -> String {
    let word = decoration.paint(style(record.status), &format!("{:9}", record.status.word()));
    let verdict = record.verdict().unwrap_or("-").to_uppercase();
    let time = match record.cached {
        true => "cached".to_owned(),
        false => format!("{:.1} s", record.seconds),
    };
    let time = decoration.dim(&format!("{time:>7}"));
    let (place, subject) = (
        format!("{}:{}", record.suite.display(), record.line),
        record.subject(),
    );
    let mut text = format!("{word} {verdict:10} {time}  {place}: {subject}");
    // The report of trouble starts with the remark.
    let remark = record.remark.as_ref();
    if let Some(remark) = remark.filter(|_| record.status != Status::Trouble) {
        text += &format!("\n    {remark}");
    }
    text
}

fn style(status: Status) -> Style {
    let color = match status {
        Status::Passed => AnsiColor::Green,
        Status::Failed | Status::Trouble => AnsiColor::Red,
        Status::Undecided => AnsiColor::Yellow,
    };
    color.on_default().bold()
}

/// The totals of a run, after the checks that are not as expected; without a final newline.
pub fn summary(run: &Run, decoration: Decoration) -> String {
    let mut text = String::new();
    let open: Vec<&Record> = run
        .checks
        .iter()
        .filter(|r| r.status != Status::Passed)
        .collect();
    if !open.is_empty() {
        text += "\nnot as expected:\n";
    }
    for record in open {
        let word = decoration.paint(style(record.status), &format!("{:9}", record.status.word()));
        let remark = record.remark.as_deref().unwrap_or_default();
        let (suite, line, subject) = (record.suite.display(), record.line, record.subject());
        text += &format!("  {word} {suite}:{line}: {subject}: {remark}\n");
    }
    let Totals {
        passed,
        failed,
        undecided,
        trouble,
        cached,
    } = run.totals;
    let mut parts = vec![format!(
        "{passed} of {} checks as expected",
        run.totals.all()
    )];
    let more = [
        (failed, "failed"),
        (undecided, "undecided"),
        (trouble, "in trouble"),
        (run.problems.len(), "not understood"),
        (cached, "from the cache"),
    ];
    let more = more.into_iter().filter(|(count, _)| *count > 0);
    parts.extend(more.map(|(count, what)| format!("{count} {what}")));
    match run.unfinished {
        0 if run.interrupted => parts.push("interrupted".to_owned()),
        0 => {}
        1 => parts.push("interrupted: 1 check was not finished".to_owned()),
        count => parts.push(format!("interrupted: {count} checks were not finished")),
    }
    text + &format!("{}; {:.1} s", parts.join(", "), run.seconds)
}
