//! Judging a check by its expected result.

use serde_json::Value;

use super::Status;
use crate::suite::Expected;

/// The output of a check.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The outcome; null if there is none.
    pub outcome: Value,
    /// The report for people, or an error message.
    pub report: String,
}

/// Returns the status of a check with this answer, and what is wrong with it.
pub fn judge(expected: &Expected, answer: &Answer) -> (Status, Option<String>) {
    let Some(found) = answer.outcome["verdict"].as_str() else {
        let first = answer.report.lines().find(|line| !line.trim().is_empty());
        let first = first.unwrap_or("it said nothing");
        return (Status::Trouble, Some(first.to_owned()));
    };
    // A finding elsewhere does not make up for a kernel that was not looked at.
    if let Some(message) = answer.outcome["problems"][0]["message"].as_str() {
        return (Status::Trouble, Some(message.to_owned()));
    }
    let wanted = expected.verdict.as_str();
    if found != wanted {
        let status = match found {
            "undecided" => Status::Undecided,
            _ => Status::Failed,
        };
        return (
            status,
            Some(format!("{wanted} was expected, {found} is found")),
        );
    }
    // A phrase may be broken at the width of a report.
    let unbroken = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let report = unbroken(&answer.report);
    let lacks = |phrase: &&String| {
        !says(&answer.outcome, phrase)
            && !answer.report.contains(phrase.as_str())
            && !report.contains(&unbroken(phrase))
    };
    match expected.phrases.iter().find(lacks) {
        None => (Status::Passed, None),
        Some(phrase) => {
            let remark = format!("{found}, as expected, but the report lacks `{phrase}`");
            (Status::Failed, Some(remark))
        }
    }
}

/// Whether some text of the outcome contains a phrase.
fn says(outcome: &Value, phrase: &str) -> bool {
    match outcome {
        Value::String(text) => text.contains(phrase),
        Value::Array(items) => items.iter().any(|item| says(item, phrase)),
        Value::Object(fields) => fields.values().any(|field| says(field, phrase)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(wanted: &str, phrases: &[&str], outcome: Value) -> Status {
        let expected = Expected {
            verdict: wanted.to_owned(),
            phrases: phrases.iter().map(|p| (*p).to_owned()).collect(),
        };
        let answer = Answer {
            outcome,
            report: "error: no such\n  file".to_owned(),
        };
        judge(&expected, &answer).0
    }

    #[test]
    fn a_verdict_and_its_phrases_count() {
        let found = serde_json::json!({"verdict": "different", "x": [{"kind": "signed-zero"}]});
        let judged = |wanted, phrases: &[&str]| judged(wanted, phrases, found.clone());
        assert_eq!(judged("different", &["zero"]), Status::Passed);
        assert_eq!(judged("different", &["no such file"]), Status::Passed);
        assert_eq!(judged("different", &["one"]), Status::Failed);
        assert_eq!(judged("undecided", &[]), Status::Failed);
    }

    #[test]
    fn a_kernel_that_is_not_examined_is_trouble() {
        let found = serde_json::json!({"verdict": "defect", "problems": [{"message": "x"}]});
        assert_eq!(judged("defect", &[], found), Status::Trouble);
    }

    #[test]
    fn undecided_is_no_pass() {
        let found = serde_json::json!({"verdict": "undecided"});
        assert_eq!(judged("equivalent", &[], found.clone()), Status::Undecided);
        assert_eq!(judged("undecided", &[], found), Status::Passed);
        assert_eq!(judged("equivalent", &[], Value::Null), Status::Trouble);
    }
}
