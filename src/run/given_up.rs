//! Paths on which an OpenCL host gives up: a call fails, no kernel is launched after it, and the
//! program ends with a status other than zero. Assertions that such a path does not come to hold
//! there in vain.

use term::TermId;

use super::checks::status_of;
use super::inputs;
use crate::equiv::{Compare, Decision, Obligation};
use crate::host::{FailedCall, GivenUp};
use crate::settings::Settings;
use crate::symex::{End, Finished, Machine};

/// The most calls that are named.
const NAMED: usize = 3;

/// The most inputs of a path that are named.
const INPUTS: usize = 4;

/// A call after which the program gives up on some path.
struct Reason {
    call: FailedCall,
    status: i64,
    /// An input on which it does so; `None` if it is not known.
    input: Option<String>,
}

/// The calls after which a program gives up.
pub(super) struct Reasons {
    found: Vec<Reason>,
    /// Whether some path ends otherwise.
    ends_otherwise: bool,
}

/// Looks for paths on which the program gives up, and an input for each call.
pub(super) fn given_up(
    settings: &Settings,
    machine: &mut Machine<'_>,
    finished: &[Finished],
) -> Reasons {
    let mut reasons = Reasons {
        found: Vec::new(),
        ends_otherwise: false,
    };
    for path in finished {
        let status = status_of(machine, path).filter(|status| *status != 0);
        let (Some(GivenUp(call)), Some(status)) = (path.state.observer::<GivenUp>(), status) else {
            reasons.ends_otherwise |= !matches!(path.end, End::Infeasible);
            continue;
        };
        let known = reasons.found.iter_mut().find(|r| r.call == **call);
        if known.as_ref().is_some_and(|known| known.input.is_some()) {
            continue;
        }
        let input = match input(settings, machine, path.state.path()) {
            Input::None => continue,
            Input::Unknown => None,
            Input::Known(text) => Some(text),
        };
        match known {
            Some(known) => known.input = input,
            None => reasons.found.push(Reason {
                call: (**call).clone(),
                status,
                input,
            }),
        }
    }
    reasons
}

impl Reasons {
    /// The first call, if the program gives up on every path.
    pub fn everywhere(&self) -> Option<&FailedCall> {
        let first = self.found.first().filter(|_| !self.ends_otherwise);
        first.map(|reason| &reason.call)
    }

    /// Whether a path ends with its status because of one of the calls.
    pub fn explains(&self, path: &Finished) -> bool {
        let call = path.state.observer::<GivenUp>();
        call.is_some_and(|GivenUp(call)| self.found.iter().any(|r| r.call == **call))
    }

    /// What the program does on every path, as a clause.
    pub fn message(&self) -> String {
        let [first, rest @ ..] = &self.found[..] else {
            return String::new();
        };
        let others = match rest.len() {
            0 => String::new(),
            1 => ", or after another failed call".to_owned(),
            more => format!(", or after {more} other failed calls"),
        };
        format!(
            "every path ends with status {}: {}{others}",
            first.status,
            failure(&first.call)
        )
    }

    /// A sentence for each call that the program gives up after on some path.
    pub fn sentences(&self) -> Vec<String> {
        let sentence = |reason: &Reason| {
            let such = reason.input.as_ref();
            let such = such.map_or_else(String::new, |input| format!(" such as {input}"));
            format!(
                "for inputs{such} the program checks nothing: {}, and it ends with status {}",
                failure(&reason.call),
                reason.status
            )
        };
        let mut sentences: Vec<String> = self.found.iter().take(NAMED).map(sentence).collect();
        if let more @ 1.. = self.found.len().saturating_sub(NAMED) {
            sentences.push(format!(
                "after {more} other failed calls the program ends likewise on some path"
            ));
        }
        sentences
    }
}

/// That a call fails, as a clause.
fn failure(call: &FailedCall) -> String {
    let FailedCall {
        location,
        function,
        error,
        ..
    } = call;
    format!("{function} of line {} fails with {error}", location.line)
}

/// Whether some input takes a path.
enum Input {
    None,
    Unknown,
    Known(String),
}

/// An input that takes a path, as the values that its conditions are about.
fn input(settings: &Settings, machine: &mut Machine<'_>, path: &[TermId]) -> Input {
    let builder = &mut machine.builder;
    let mut all = builder.bool(true);
    for condition in path {
        all = builder.and(all, *condition);
    }
    if builder.constant_value(all) == Some(1) {
        return Input::Known("any at all".to_owned());
    }
    let obligation = Obligation {
        path: Vec::new(),
        left: builder.bool(false),
        right: all,
        compare: Compare::Bits,
    };
    match settings.ladder().decide(builder, &obligation) {
        Decision::Equal { .. } => Input::None,
        Decision::Different { witness, .. } => {
            let values = inputs::values(builder.arena(), &witness, &[all]);
            let involved = values.iter().filter(|input| input.involved);
            let shown = involved.map(|i| format!("{} = {}", i.name, i.value.decimal));
            let mut shown: Vec<String> = shown.collect();
            if shown.len() > INPUTS {
                shown.truncate(INPUTS);
                shown.push("…".to_owned());
            }
            Input::Known(shown.join(", "))
        }
        Decision::Suspected { .. } | Decision::Undecided { .. } => Input::Unknown,
    }
}
