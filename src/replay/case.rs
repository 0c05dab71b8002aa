//! What goes into a native call and what comes out, and both as bytes.
//!
//! The byte format is the one `driver.c` documents; this file is its other end.

use super::ReplayError;

/// One LLVM argument of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The argument's value: its bytes as LLVM stores them in memory.
    Scalar(Vec<u8>),
    /// A pointer to memory that holds these bytes before the call.
    Buffer(Vec<u8>),
    /// The same, but writing to it is a crash.
    ReadOnly(Vec<u8>),
    /// The pointer that an earlier argument, a buffer, has.
    Alias(usize),
}

/// Where a buffer of a size that is no multiple of 64 bytes lies between its
/// guard pages. No placement sees everything: up to 63 bytes of slack hold a
/// canary that shows stray writes, but not stray reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// The start is a multiple of 64 bytes, the end within 63 bytes of a guard
    /// page. Aligned loads never fault.
    #[default]
    Aligned,
    /// The end touches a guard page, so that the first byte read past it
    /// crashes. The start is aligned only if the size is.
    FlushEnd,
    /// The start touches a guard page, so that the first byte read before it
    /// crashes.
    FlushStart,
}

/// One call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// One entry for each LLVM argument, `sret` and `byval` pointers included.
    pub args: Vec<Arg>,
    /// Where the buffers lie.
    pub placement: Placement,
}

impl Case {
    /// A call with aligned buffers.
    pub fn new(args: Vec<Arg>) -> Case {
        Case {
            args,
            placement: Placement::default(),
        }
    }
}

/// What one call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned, and wrote no byte around its buffers.
    Returned {
        /// The LLVM return value as stored in memory; empty for `void`.
        result: Vec<u8>,
        /// Memory after the call, one entry an argument; empty for scalars.
        buffers: Vec<Vec<u8>>,
    },
    /// A signal ended it.
    Crashed(Crash),
    /// It returned, but wrote outside a buffer.
    Corrupted(Near),
    /// It did not return in time.
    TimedOut,
    /// It ended the process instead of returning.
    Exited(i32),
}

/// A fatal signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Its number (11 is SIGSEGV, 8 SIGFPE, 4 SIGILL, 6 SIGABRT).
    pub signal: i32,
    /// What the faulting instruction was doing.
    pub access: Access,
    /// The address it faulted on, where the system tells.
    pub address: u64,
    /// The buffer whose memory or guard pages contain the address.
    pub near: Option<Near>,
}

/// A place relative to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The argument that is the buffer.
    pub arg: usize,
    /// Bytes from the buffer's start; negative before it.
    pub offset: i64,
}

/// What a faulting instruction was doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Not known, or no memory access.
    Unknown,
    /// A load.
    Read,
    /// A store.
    Write,
    /// An aligned access to an unaligned address, or a non-canonical address:
    /// the CPU reports the two alike.
    Misaligned,
}

/// The numbers `driver.c` gives to kinds, placements and statuses.
mod code {
    pub const SCALAR: u8 = 0;
    pub const BUFFER: u8 = 1;
    pub const READ_ONLY: u8 = 2;
    pub const ALIAS: u8 = 3;

    pub const RETURNED: u8 = 0;
    pub const CRASHED: u8 = 1;
    pub const CORRUPTED: u8 = 2;
    pub const TIMED_OUT: u8 = 3;
    pub const EXITED: u8 = 4;
}

impl Case {
    /// Appends the request for this call.
    pub(super) fn encode(&self, milliseconds: u32, out: &mut Vec<u8>) {
        out.extend((self.args.len() as u32).to_le_bytes());
        out.push(match self.placement {
            Placement::Aligned => 0,
            Placement::FlushEnd => 1,
            Placement::FlushStart => 2,
        });
        out.extend(milliseconds.to_le_bytes());
        for arg in &self.args {
            let (kind, bytes) = match arg {
                Arg::Scalar(bytes) => (code::SCALAR, bytes),
                Arg::Buffer(bytes) => (code::BUFFER, bytes),
                Arg::ReadOnly(bytes) => (code::READ_ONLY, bytes),
                Arg::Alias(of) => {
                    out.push(code::ALIAS);
                    out.extend((*of as u32).to_le_bytes());
                    continue;
                }
            };
            out.push(kind);
            out.extend((bytes.len() as u64).to_le_bytes());
            out.extend(bytes);
        }
    }

    /// Reads the response to this call.
    pub(super) fn decode(
        &self,
        response: &mut Response<'_>,
        result_size: usize,
    ) -> Result<Outcome, ReplayError> {
        let outcome = match response.array::<1>()? {
            [code::RETURNED] => {
                let result = response.bytes(result_size)?.to_vec();
                let mut buffers: Vec<Vec<u8>> = Vec::with_capacity(self.args.len());
                for arg in &self.args {
                    buffers.push(match arg {
                        Arg::Scalar(_) => Vec::new(),
                        Arg::Buffer(bytes) | Arg::ReadOnly(bytes) => {
                            response.bytes(bytes.len())?.to_vec()
                        }
                        Arg::Alias(of) => buffers.get(*of).cloned().unwrap_or_default(),
                    });
                }
                Outcome::Returned { result, buffers }
            }
            [code::CRASHED] => Outcome::Crashed(Crash {
                signal: i32::from_le_bytes(response.array()?),
                access: match response.array::<1>()? {
                    [1] => Access::Read,
                    [2] => Access::Write,
                    [3] => Access::Misaligned,
                    _ => Access::Unknown,
                },
                address: u64::from_le_bytes(response.array()?),
                near: response.near()?,
            }),
            [code::CORRUPTED] => match response.near()? {
                Some(near) => Outcome::Corrupted(near),
                None => return Err(ReplayError::Driver("corruption of no buffer".into())),
            },
            [code::TIMED_OUT] => Outcome::TimedOut,
            [code::EXITED] => Outcome::Exited(i32::from_le_bytes(response.array()?)),
            [other] => return Err(ReplayError::Driver(format!("unknown status {other}"))),
        };
        Ok(outcome)
    }
}

/// The unread part of the driver's answer.
pub(super) struct Response<'a>(pub &'a [u8]);

impl<'a> Response<'a> {
    fn bytes(&mut self, length: usize) -> Result<&'a [u8], ReplayError> {
        let (head, tail) = self
            .0
            .split_at_checked(length)
            .ok_or_else(|| ReplayError::Driver("its answer is cut short".into()))?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReplayError> {
        let bytes = self.bytes(N)?;
        let mut array = [0; N];
        array.copy_from_slice(bytes);
        Ok(array)
    }

    fn near(&mut self) -> Result<Option<Near>, ReplayError> {
        let arg = i32::from_le_bytes(self.array()?);
        let offset = i64::from_le_bytes(self.array()?);
        Ok(usize::try_from(arg).ok().map(|arg| Near { arg, offset }))
    }
}
