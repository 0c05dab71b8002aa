//! Mutations, each drawn from a seed.

// Every test crate uses a part of them.
#![allow(dead_code)]

use std::ops::Range;

/// Numbers at which something often ends.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "7",
    "63",
    "65",
    "128",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "340282366920938463463374607431768211456",
];

/// What texts are rarely prepared for.
const ODD: [&[u8]; 14] = [
    b"\"",
    b"'",
    b"(",
    b"[",
    b"]",
    b"{",
    b"=",
    b"\n",
    b"\0",
    "é".as_bytes(),
    b"\xff",
    b"99999999999999999999",
    b"=>",
    b"..",
];

/// Words of the command line, sensible and not.
const WORDS: [&str; 36] = [
    "check",
    "run",
    "rules",
    "list",
    "explain",
    "certificate",
    "--reference",
    "--port",
    "f",
    "g",
    "h",
    "--size",
    "n=1..3",
    "n=3..1",
    "n=0",
    "n=99999999999999999999",
    "--arg",
    "dst=out:i32[n]",
    "dst=out:i32[n*n*n*n*n*n*n*n]",
    "src=in:i32[n] in 1..1",
    "src=in:i32[",
    "n=const:-1",
    "--alias",
    "dst=src",
    "--cflags",
    "-O3",
    "-mavx512f",
    "--target=arm",
    "--tolerance",
    "1ulp",
    "rel=nan",
    "--format",
    "json",
    "--instrument-simd",
    "--max-steps",
    "--",
];

/// Draws mutations.
pub struct Mutator(fastrand::Rng);

impl Mutator {
    pub fn new(seed: u64) -> Mutator {
        Mutator(fastrand::Rng::with_seed(seed))
    }

    fn range(&mut self, length: usize, most: usize) -> Range<usize> {
        let start = self.0.usize(..=length);
        let end = (start + self.0.usize(..=most)).min(length);
        start..end
    }

    /// Bytes with some changed: bits flipped, ranges lost, doubled or overwritten.
    pub fn bytes(&mut self, seed: &[u8]) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..=self.0.usize(..6) {
            if bytes.is_empty() {
                break;
            }
            let at = self.0.usize(..bytes.len());
            match self.0.u8(..9) {
                0..=4 => bytes[at] ^= 1 << self.0.u8(..8),
                8 => {
                    let odd = self.0.choice(ODD).unwrap_or(b"");
                    bytes.splice(at..at, odd.iter().copied());
                }
                5 => bytes[at] = *self.0.choice(&[0, 1, 0x7f, 0x80, 0xff]).unwrap_or(&0),
                6 => {
                    let lost = self.range(bytes.len(), 16);
                    bytes.drain(lost);
                }
                _ => {
                    let range = self.range(bytes.len(), 16);
                    let copy = bytes[range].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        if self.0.u8(..20) == 0 {
            bytes.truncate(self.0.usize(..=seed.len()));
        }
        bytes
    }

    /// A text with changes of both kinds.
    pub fn any(&mut self, seed: &[u8]) -> Vec<u8> {
        match self.0.u8(..3) {
            0 => self.bytes(seed),
            1 => self.text(seed),
            _ => {
                let words = self.text(seed);
                self.bytes(&words)
            }
        }
    }

    /// A text with words lost, doubled, exchanged, or put in place of others.
    pub fn text(&mut self, seed: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(seed);
        let mut words: Vec<String> = Vec::new();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        for c in text.chars() {
            match words.last_mut() {
                Some(last) if is_word(c) && last.ends_with(is_word) => last.push(c),
                _ => words.push(c.to_string()),
            }
        }
        for _ in 0..=self.0.usize(..4) {
            if words.len() < 2 {
                break;
            }
            let (a, b) = (self.0.usize(..words.len()), self.0.usize(..words.len()));
            match self.0.u8(..6) {
                0 => words.swap(a, b),
                1 => words[a] = words[b].clone(),
                2 => {
                    let lost = self.range(words.len(), 8);
                    words.drain(lost);
                }
                3 => {
                    let range = self.range(words.len(), 8);
                    let copy = words[range].to_vec();
                    words.splice(a..a, copy);
                }
                _ => self.number(&mut words, a),
            }
        }
        words.concat().into_bytes()
    }

    /// Another number in place of the next one.
    fn number(&mut self, words: &mut [String], from: usize) {
        let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
        let number = self.0.choice(&NUMBERS).map_or("", |n| n);
        if let Some(word) = words[from..].iter_mut().find(|word| is_number(word)) {
            number.clone_into(word);
        }
    }

    /// A command line, more often than not one that could mean something.
    pub fn words(&mut self, file: &str) -> Vec<String> {
        let mut words: Vec<String> = ["check", file, "--reference", "f", "--port", "g"]
            .map(str::to_owned)
            .into();
        for _ in 0..self.0.usize(..8) {
            let word = self.0.choice(&WORDS).map_or("", |w| w).to_owned();
            words.push(word);
        }
        if self.0.u8(..3) == 0 {
            let lost = self.0.usize(..words.len());
            words.remove(lost);
        }
        words
    }
}
