//! Why inputs could not be made.

use crate::contract::Scalar;

/// Largest buffer in bytes; a size beyond it is a problem to report, not to try.
pub const MAX_BUFFER_BYTES: u64 = 1 << 28;

/// Largest global variable in bytes that can be an input.
pub const MAX_GLOBAL_BYTES: u64 = 1 << 22;

/// Why inputs could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// A length has no value.
    #[error("the length `{length}` of `{param}` has no value at {sizes}")]
    Length {
        /// The parameter.
        param: String,
        /// Its length expression.
        length: String,
        /// The sizes of the run.
        sizes: String,
    },
    /// A buffer is too large.
    #[error("`{param}` would have {bytes} bytes; the most is {MAX_BUFFER_BYTES}")]
    TooLarge {
        /// The parameter.
        param: String,
        /// Its size.
        bytes: u64,
    },
    /// A pointer would be outside its buffer.
    #[error("`{param}` cannot point to element {origin} of {count}")]
    Origin {
        /// The parameter.
        param: String,
        /// The element.
        origin: u64,
        /// How many there are.
        count: u64,
    },
    /// A size does not fit its parameter's type.
    #[error("the size `{param}` = {value} does not fit {scalar}")]
    SizeType {
        /// The parameter.
        param: String,
        /// Its value.
        value: i64,
        /// Its type.
        scalar: Scalar,
    },
    /// A global variable is too large to be an input.
    #[error(
        "the global variable `{name}` has {bytes} bytes; inputs have at most {MAX_GLOBAL_BYTES}: --global '{name}=initial'"
    )]
    GlobalTooLarge {
        /// The variable.
        name: String,
        /// Its size.
        bytes: u64,
    },
    /// A relation between inputs has no meaning.
    #[error("--assume '{relation}': {reason}")]
    Relation {
        /// As the user wrote it.
        relation: String,
        /// Why.
        reason: String,
        /// What to do.
        help: &'static str,
    },
    /// An alias names no buffer.
    #[error("`{param}` cannot share the memory of `{alias}`")]
    Alias {
        /// The parameter.
        param: String,
        /// What it should share.
        alias: String,
    },
}
