//! The options `--assume-…` that all commands share.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use simdiff::assumption::Assumption;
use simdiff::equiv::Assumptions;
use strum::VariantArray;

/// The assumptions that are granted.
#[derive(Debug)]
pub struct Granted(Vec<Assumption>);

/// The assumptions that `--tolerance` excludes.
pub const ALGEBRAIC: [&str; 5] = [
    Assumption::Associative.option(),
    Assumption::Distributive.option(),
    Assumption::Contraction.option(),
    Assumption::Reciprocal.option(),
    Assumption::FastMath.option(),
];

impl Granted {
    /// Whether an assumption is granted.
    pub fn has(&self, assumption: Assumption) -> bool {
        self.0.contains(&assumption)
    }

    /// The options that grant them.
    pub fn options(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|assumption| assumption.option())
    }

    /// The assumptions about floats.
    pub fn about_floats(&self) -> Assumptions {
        self.0.iter().map(|a| a.about_floats()).collect()
    }
}

/// All assumptions but those about kernels, or about two versions.
fn shared() -> impl Iterator<Item = Assumption> {
    let all = Assumption::VARIANTS.iter().copied();
    all.filter(|a| {
        use Assumption::{AtomicOrder, FastMath, RaceFree};
        !matches!(a, FastMath | RaceFree | AtomicOrder)
    })
}

fn arg(assumption: Assumption) -> Arg {
    Arg::new(assumption.option())
        .long(assumption.option().trim_start_matches("--"))
        .help(assumption.help())
        .help_heading("Assumptions")
        .action(ArgAction::SetTrue)
}

impl Args for Granted {
    fn augment_args(command: Command) -> Command {
        command.args(shared().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Granted::augment_args(command)
    }
}

impl FromArgMatches for Granted {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Granted, Error> {
        let granted = shared().filter(|a| matches.get_flag(a.option()));
        Ok(Granted(granted.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Granted::from_arg_matches(matches)?;
        Ok(())
    }
}
