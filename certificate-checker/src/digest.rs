//! The digest of a certificate: FNV-1a with 128 bits over everything above the last line. It
//! detects damage, not forgery.

/// An incremental digest of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u128);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Digest {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 =
                (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
    /// The digest in hexadecimal.
    pub fn text(&self) -> String {
        format!("{:#034x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published vectors of FNV-1a.
    #[test]
    fn vectors_agree() {
        let of = |text: &str| {
            let mut digest = Digest::default();
            digest.add(text.as_bytes());
            digest.text()
        };
        assert_eq!(of(""), "0x6c62272e07bb014262b821756295c58d");
        assert_eq!(of("a"), "0xd228cb696f1a8caf78912b704e4a8964");
        assert_eq!(of("foobar"), "0x343e1662793c64bf6f0d3597ba446f18");
    }
}
