//! What checked code may do where it runs natively (decision 96).
//!
//! It reads what programs are made of, its own directory, and those that the user lets
//! it read (`--allow-read`); it writes nothing but to its standard streams. It opens no sockets, signals no process but those that it
//! started, leaves its process group for none, and ends with its time. Landlock and
//! seccomp keep it to that, limits of the system bound what it uses. What a system does
//! not offer is left out, and [`missing`] says so.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{Resource, setrlimit};

/// Bytes of one file that it may write: what it answers goes to one.
const FILE: u64 = 1 << 28;

/// Bytes of its heap and variables. A sanitizer takes what it likes.
const HEAP: u64 = 1 << 30;

/// Processes of the user, all together, while it starts some. The superuser is not held
/// to it.
const PROCESSES: u64 = 4096;

/// Seconds of processor time of one of its processes, far beyond its wall time.
const SECONDS: u64 = 600;

/// Where programs and their libraries are.
const SYSTEM: [&str; 10] = [
    "/usr",
    "/lib",
    "/lib64",
    "/lib32",
    "/opt",
    "/nix",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/proc",
    "/sys/devices/system/cpu",
];

/// Devices that anybody may use.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"];

/// What is confined.
#[derive(Clone, Debug)]
pub(super) struct Confinement {
    /// Its own directory.
    pub directory: PathBuf,
    /// Directories of the user's whose files it may read.
    pub readable: Vec<PathBuf>,
    /// A program that it may start besides, with the libraries around it.
    pub helper: Option<PathBuf>,
    /// Whether a sanitizer is part of it, which looks at its own threads as a debugger
    /// does.
    pub sanitized: bool,
}

impl Confinement {
    /// Has a program that is started next be confined.
    ///
    /// # Errors
    /// The system refuses what it said that it offers.
    pub fn apply(&self, command: &mut Command) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        linux::apply(self, command)?;
        let heap = if self.sanitized { u64::MAX } else { HEAP };
        let limits = move || {
            for (resource, most) in [
                (Resource::RLIMIT_DATA, heap),
                (Resource::RLIMIT_CORE, 0),
                (Resource::RLIMIT_FSIZE, FILE),
                (Resource::RLIMIT_CPU, SECONDS),
                (Resource::RLIMIT_NPROC, PROCESSES),
            ] {
                let (_, hard) = nix::sys::resource::getrlimit(resource)?;
                let most = most.min(hard);
                setrlimit(resource, most, most)?;
            }
            Ok(())
        };
        // SAFETY: between fork and exec there are only these system calls.
        unsafe { command.pre_exec(limits) };
        Ok(())
    }

    /// The directories whose files may be read and executed.
    fn readable(&self) -> Vec<&Path> {
        // `/place/bin/program` has its libraries below `/place`.
        let helper = self.helper.as_deref().and_then(Path::parent);
        let helper = helper.map(|bin| bin.parent().unwrap_or(bin));
        let system = SYSTEM.iter().map(Path::new);
        let own = [self.directory.as_path()].into_iter();
        let own = own.chain(self.readable.iter().map(PathBuf::as_path));
        system.chain(own).chain(helper).collect()
    }
}

/// What this system lacks to confine checked code, a sentence each.
pub fn missing() -> Vec<String> {
    #[cfg(target_os = "linux")]
    return linux::missing();
    #[cfg(not(target_os = "linux"))]
    vec!["checked code runs natively without confinement but limits of time and files".to_owned()]
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
    };
    use nix::libc;
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    use super::{Command, CommandExt, Confinement, DEVICES, io};

    /// The newest interface that is used where it is there.
    const NEWEST: ABI = ABI::V6;

    /// System calls that are refused.
    const REFUSED: [libc::c_long; 30] = [
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_io_uring_setup,
        libc::SYS_setsid,
        libc::SYS_setpgid,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_sethostname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_msgget,
    ];

    pub(super) fn apply(what: &Confinement, command: &mut Command) -> io::Result<()> {
        let mut rules = Some(files(what).map_err(io::Error::other)?);
        let filter = calls(what.sanitized)?;
        let confine = move || {
            if let Some(rules) = rules.take() {
                // It falls short where the kernel is older, not where it fails.
                rules.restrict_self().map_err(io::Error::other)?;
            }
            match seccompiler::apply_filter(&filter) {
                Ok(()) => Ok(()),
                // The kernel has no such filters.
                Err(_) if !has_filters() => Ok(()),
                Err(error) => Err(io::Error::other(error)),
            }
        };
        // SAFETY: between fork and exec the rules that were made before are put in force:
        // system calls, and memory given back.
        unsafe { command.pre_exec(confine) };
        Ok(())
    }

    /// What it may do with files, sockets and signals.
    fn files(what: &Confinement) -> Result<RulesetCreated, RulesetError> {
        let read = AccessFs::from_read(NEWEST);
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(what.readable(), read))?
            .add_rules(path_beneath_rules(DEVICES, read | AccessFs::WriteFile))
    }

    /// The filter of its system calls.
    fn calls(sanitized: bool) -> io::Result<BpfProgram> {
        let mut refused: BTreeMap<i64, _> = REFUSED.iter().map(|call| (*call, vec![])).collect();
        if !sanitized {
            refused.insert(libc::SYS_ptrace, vec![]);
        }
        let arch = std::env::consts::ARCH
            .try_into()
            .map_err(io::Error::other)?;
        let refusal = SeccompAction::Errno(libc::EPERM as u32);
        let filter = SeccompFilter::new(refused, SeccompAction::Allow, refusal, arch);
        let program = filter.and_then(TryInto::try_into);
        program.map_err(io::Error::other)
    }

    /// Whether the kernel filters system calls.
    fn has_filters() -> bool {
        std::path::Path::new("/proc/sys/kernel/seccomp").exists()
    }

    pub(super) fn missing() -> Vec<String> {
        let mut missing = Vec::new();
        let strict = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(Ruleset::create);
        if strict.is_err() {
            missing
                .push("Landlock: native code can read and change files of the user's".to_owned());
        }
        let scoped = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .scope(Scope::Signal)
            .and_then(Ruleset::create);
        if strict.is_ok() && scoped.is_err() {
            missing.push(
                "Landlock 6: native code can signal other processes of the user's".to_owned(),
            );
        }
        if !has_filters() {
            missing.push("seccomp: native code can use the network".to_owned());
        }
        missing
    }
}
