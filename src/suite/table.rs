//! The keys of a check in a manifest, of its group, and of the defaults.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use crate::assumption::Assumption;

/// One check, a group of checks, or the defaults of all. A check's own keys go before
/// those of its group, and these before the defaults: lists are appended to, tables
/// extended, single values replaced.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Table {
    /// What the check is called, once in the file; by default what the port is called.
    #[schemars(with = "Option<String>")]
    pub name: Option<Spanned<String>>,
    /// The table of `groups` that it takes more keys from.
    #[schemars(with = "Option<String>")]
    pub group: Option<Spanned<String>>,

    /// C, C++ and OpenCL C sources, `.ll` and `.bc` files, or patterns such as
    /// `src/*.c`, beside the manifest.
    #[schemars(with = "Vec<String>")]
    pub files: Vec<Spanned<String>>,
    /// Instead of `files`: the files of a program with `klee_make_symbolic` and `assert`
    /// (`simdiff run`).
    #[schemars(with = "Vec<String>")]
    pub program: Vec<Spanned<String>>,
    /// Arguments of the program's `main`.
    pub arguments: Vec<String>,
    /// Directories whose files the program may read.
    pub allow_read: Vec<String>,

    /// The function that is right by definition.
    pub reference: Option<String>,
    /// The function under test; the reference under other flags when left out.
    pub port: Option<String>,
    /// Instead of a reference and a port: a kernel that is looked at by itself
    /// (`simdiff kernel`).
    pub kernel: Option<String>,
    /// Functions that run before both.
    pub setup: Vec<String>,
    /// What parameters mean: `dst = "out:f32[n]"`.
    pub contract: BTreeMap<String, String>,
    /// What parameters mean that only the reference has.
    pub reference_contract: BTreeMap<String, String>,
    /// What parameters mean that only the port has: `tmp = "scratch:f32[n]"`.
    pub port_contract: BTreeMap<String, String>,
    /// What global variables hold: `table = "in:u8[256]"`.
    pub globals: BTreeMap<String, String>,
    /// Pointers that share a buffer: `dst = "src"`.
    pub alias: BTreeMap<String, String>,
    /// Sizes to check: `n = "1..64"`.
    pub sizes: BTreeMap<String, Amount>,
    /// What holds between inputs: `lo <= hi`.
    pub relations: Vec<String>,
    /// How a kernel is launched.
    pub launch: Launch,

    /// Compiler flags of both versions.
    pub flags: Words,
    /// Compiler flags of the reference only.
    pub reference_flags: Words,
    /// Compiler flags of the port only.
    pub port_flags: Words,
    /// The directory of a `compile_commands.json` whose flags for each file come before
    /// `flags`.
    #[schemars(with = "Option<String>")]
    pub compile_commands: Option<Spanned<String>>,
    /// What becomes of `a * b + c` in OpenCL C: `off`, `on`, `any`.
    pub contraction: Option<String>,
    /// The processor that code finds when it asks.
    pub cpu: Option<String>,

    /// What is assumed.
    pub assume: Vec<Assumption>,
    /// Whether code of either version may run at none of the default sizes.
    pub allow_unreached: Option<bool>,
    /// How close float outputs have to be: `2ulp`, `rel=1e-6`.
    pub tolerance: Option<String>,
    /// What undefined behaviour means: `overflow=ignore`.
    pub undefined: Vec<String>,
    /// Files of rewrite rules.
    pub rules: Vec<String>,
    /// Limits of steps: `solver=20s`.
    pub budget: Vec<String>,
    /// Time in all: `60s`.
    pub timeout: Option<String>,
    /// Bytes in use at once: `2G`.
    pub max_memory: Option<String>,
    /// Further options, as on the command line.
    pub options: Vec<String>,

    /// The verdict: `equivalent` when left out (`clean` of a kernel), `different`,
    /// `defect`, `undecided`, `proved`, `exceeded`.
    #[schemars(with = "Option<String>")]
    pub expect: Option<Spanned<String>>,
    /// What the report has to say.
    pub says: Vec<String>,

    /// The positions of the keys that are written in the table of the check or of its group.
    #[serde(skip)]
    pub keys: BTreeMap<String, Range<usize>>,
}

/// How a kernel is launched.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Launch {
    /// The number of work-items in each dimension: `4*n`, `64x8`.
    pub global: Option<Amount>,
    /// The number of work-items of a group in each dimension.
    pub local: Option<Amount>,
    /// What the global ids start at.
    pub offset: Option<Amount>,
}

/// A number, or a text that says one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Amount {
    Number(u64),
    Text(String),
}

/// Words, or a text of words with blanks between them, quoted as for a shell.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Words {
    List(Vec<String>),
    Text(String),
}

impl Default for Words {
    fn default() -> Words {
        Words::List(Vec::new())
    }
}

impl Amount {
    pub fn text(&self) -> String {
        match self {
            Amount::Number(n) => n.to_string(),
            Amount::Text(text) => text.clone(),
        }
    }
}

impl Words {
    /// The single words; `None` if a quote is not closed.
    pub fn split(&self) -> Option<Vec<String>> {
        match self {
            Words::List(words) => Some(words.clone()),
            Words::Text(text) => shlex::split(text),
        }
    }

    fn after(self, base: Words) -> Words {
        match (base.split(), self.split()) {
            (Some(base), Some(own)) => Words::List([base, own].concat()),
            // A mistake in one of them is reported where the words are used.
            (None, _) => base,
            (_, None) => self,
        }
    }
}

impl Table {
    /// These keys, completed with those of `base`.
    pub fn over(self, base: Table) -> Table {
        fn list<T>(own: Vec<T>, mut base: Vec<T>) -> Vec<T> {
            base.extend(own);
            base
        }
        fn map<T>(own: BTreeMap<String, T>, mut base: BTreeMap<String, T>) -> BTreeMap<String, T> {
            base.extend(own);
            base
        }
        Table {
            name: self.name.or(base.name),
            group: self.group.or(base.group),
            files: list(self.files, base.files),
            program: list(self.program, base.program),
            arguments: list(self.arguments, base.arguments),
            allow_read: list(self.allow_read, base.allow_read),
            reference: self.reference.or(base.reference),
            port: self.port.or(base.port),
            kernel: self.kernel.or(base.kernel),
            setup: list(self.setup, base.setup),
            contract: map(self.contract, base.contract),
            reference_contract: map(self.reference_contract, base.reference_contract),
            port_contract: map(self.port_contract, base.port_contract),
            globals: map(self.globals, base.globals),
            alias: map(self.alias, base.alias),
            sizes: map(self.sizes, base.sizes),
            relations: list(self.relations, base.relations),
            launch: Launch {
                global: self.launch.global.or(base.launch.global),
                local: self.launch.local.or(base.launch.local),
                offset: self.launch.offset.or(base.launch.offset),
            },
            flags: self.flags.after(base.flags),
            reference_flags: self.reference_flags.after(base.reference_flags),
            port_flags: self.port_flags.after(base.port_flags),
            compile_commands: self.compile_commands.or(base.compile_commands),
            contraction: self.contraction.or(base.contraction),
            cpu: self.cpu.or(base.cpu),
            assume: list(self.assume, base.assume),
            allow_unreached: self.allow_unreached.or(base.allow_unreached),
            tolerance: self.tolerance.or(base.tolerance),
            undefined: list(self.undefined, base.undefined),
            rules: list(self.rules, base.rules),
            budget: list(self.budget, base.budget),
            timeout: self.timeout.or(base.timeout),
            max_memory: self.max_memory.or(base.max_memory),
            options: list(self.options, base.options),
            expect: self.expect.or(base.expect),
            says: list(self.says, base.says),
            keys: map(self.keys, base.keys),
        }
    }
}
