//! Digests that tie a certificate to its header and to the sources.

use sha2::{Digest as _, Sha256};

use crate::fault::{Checked, require};
use crate::format::Header;

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of the contents of a header. It ties names, sizes, contract and sources together;
/// it is not a signature.
pub fn seal(header: &Header) -> String {
    let open = Header {
        seal: String::new(),
        ..header.clone()
    };
    // Objects are maps sorted by key, so the text does not depend on the order in the file.
    let value = serde_json::to_value(&open).unwrap_or_default();
    sha256(value.to_string().as_bytes())
}

/// Checks that a header matches its seal.
pub(crate) fn sealed(header: &Header) -> Checked {
    require(header.seal == seal(header), || {
        "the header does not say what was written: its names, sizes, contract or sources \
         were changed"
            .into()
    })
}
