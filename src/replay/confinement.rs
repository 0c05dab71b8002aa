//! Confinement of checked code that runs natively (decision 96).
//!
//! The code may read programs and their libraries, its own directory, and the directories
//! that the user allows (`--allow-read`); it may write only to its standard streams. It
//! cannot open sockets, signal processes other than those that it started, or leave its
//! process group, and it ends when its time is up. Landlock and seccomp enforce that;
//! resource limits bound what it uses. A mechanism that the system lacks is left out, and
//! [`missing`] reports it.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{Resource, setrlimit};

use crate::budgets::replay::{FILE_BYTES, HEAP_BYTES, PROCESS_SECONDS, PROCESSES};

/// The directories of programs and their libraries.
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

/// Devices that every program may use.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"];

/// The parameters of a confinement.
#[derive(Clone, Debug)]
pub(super) struct Confinement {
    /// The program's own directory.
    pub directory: PathBuf,
    /// Directories of the user's that it may read.
    pub readable: Vec<PathBuf>,
    /// A further program that it may start, with the libraries next to it.
    pub helper: Option<PathBuf>,
    /// Whether a sanitizer is linked in, which attaches to its own threads as a debugger
    /// does.
    pub sanitized: bool,
}

impl Confinement {
    /// Confines the program that the command starts.
    ///
    /// # Errors
    /// If the system refuses a mechanism that it claims to have.
    pub fn apply(&self, command: &mut Command) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        linux::apply(self, command)?;
        let heap = if self.sanitized { u64::MAX } else { HEAP_BYTES };
        let limits = move || {
            for (resource, most) in [
                (Resource::RLIMIT_DATA, heap),
                (Resource::RLIMIT_CORE, 0),
                (Resource::RLIMIT_FSIZE, FILE_BYTES),
                (Resource::RLIMIT_CPU, PROCESS_SECONDS),
                (Resource::RLIMIT_NPROC, PROCESSES),
            ] {
                let (_, hard) = nix::sys::resource::getrlimit(resource)?;
                let most = most.min(hard);
                setrlimit(resource, most, most)?;
            }
            Ok(())
        };
        // SAFETY: only system calls happen between fork and exec.
        unsafe { command.pre_exec(limits) };
        Ok(())
    }

    /// The directories whose files may be read and executed.
    fn readable(&self) -> Vec<&Path> {
        // The libraries of `/place/bin/program` are below `/place`.
        let helper = self.helper.as_deref().and_then(Path::parent);
        let helper = helper.map(|bin| bin.parent().unwrap_or(bin));
        let system = SYSTEM.iter().map(Path::new);
        let own = [self.directory.as_path()].into_iter();
        let own = own.chain(self.readable.iter().map(PathBuf::as_path));
        system.chain(own).chain(helper).collect()
    }
}

/// A sentence for each mechanism of confinement that this system lacks.
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

    /// The newest Landlock interface that is used, if the kernel has it.
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
                // On an older kernel this enforces less, but does not fail.
                rules.restrict_self().map_err(io::Error::other)?;
            }
            match seccompiler::apply_filter(&filter) {
                Ok(()) => Ok(()),
                // The kernel has no seccomp filters.
                Err(_) if !has_filters() => Ok(()),
                Err(error) => Err(io::Error::other(error)),
            }
        };
        // SAFETY: between fork and exec, rules made earlier are enforced by system calls,
        // and memory is freed.
        unsafe { command.pre_exec(confine) };
        Ok(())
    }

    /// The Landlock rules for files, sockets and signals.
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

    /// The seccomp filter of its system calls.
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

    /// Whether the kernel has seccomp filters.
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
