//! Versions that are likely to be read differently: the same ones in each run.

use waybill_versions::Scheme;

/// How many pairs there are.
pub const PAIRS: usize = 25_000;
/// How many of them are of two versions at least.
pub const COMPARED_MIN: usize = 10_000;

const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "2",
    "3",
    "9",
    "10",
    "11",
    "00",
    "01",
    "007",
    "123",
    "65536",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999",
];
const WORDS: [&str; 42] = [
    "alpha",
    "beta",
    "a",
    "b",
    "c",
    "m",
    "rc",
    "rc1",
    "cr",
    "pre",
    "preview",
    "dev",
    "post",
    "rev",
    "r",
    "snapshot",
    "SNAPSHOT",
    "ga",
    "final",
    "release",
    "milestone",
    "sp",
    "x",
    "X",
    "Alpha",
    "RC",
    "jre",
    "0a",
    "a0",
    "1a1",
    "-",
    "--",
    "-1",
    "incompatible",
    "latest",
    "v",
    "e10",
    "é",
    "Ω",
    "ſ",
    "~",
    "𝒳",
];
/// How many of them are of letters and digits.
const PLAIN_WORDS: usize = 30;
const SEPARATORS: [&str; 12] = [".", ".", ".", "-", "-", "+", "_", "!", "", "", " ", ".."];
const TIMES: [&str; 3] = ["20200101000000", "20200101000001", "19700101000000"];
const COMMITS: [&str; 3] = ["abcdef012345", "000000000000", "a1b2c3d4e5f6"];

/// A sequence of numbers that follows from its seed (splitmix64).
pub struct Sequence(u64);

impl Sequence {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).expect("a small number"))
            .expect("it fits")
    }

    /// Whether one of so many cases is this one.
    fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    /// A number, mostly a small one.
    fn number(&mut self) -> &'static str {
        let bound = if self.one_in(12) { NUMBERS.len() } else { 7 };
        NUMBERS[self.below(bound)]
    }

    /// A word, mostly one of letters.
    fn word(&mut self) -> &'static str {
        let bound = if self.one_in(8) { WORDS.len() } else { PLAIN_WORDS };
        WORDS[self.below(bound)]
    }

    /// Parts between dots.
    fn dotted(&mut self) -> String {
        let count = 1 + self.below(3);
        let parts = (0..count).map(|_| match self.below(3) {
            0 => self.word().to_owned(),
            1 => self.number().to_owned(),
            _ => format!("{}{}", self.word(), self.number()),
        });
        parts.collect::<Vec<_>>().join(".")
    }

    fn numbers(&mut self, count: usize) -> String {
        (0..count).map(|_| self.number()).collect::<Vec<_>>().join(".")
    }

    fn semver(&mut self, v: &str) -> String {
        let count = if self.one_in(20) { 1 + self.below(4) } else { 3 };
        let mut version = format!("{v}{}", self.numbers(count));
        if self.one_in(2) {
            version += if self.one_in(12) { "" } else { "-" };
            version += &self.dotted();
        }
        if self.one_in(5) {
            version += &format!("+{}", self.dotted());
        }
        version
    }

    fn of_module(&mut self) -> String {
        let numbers = self.numbers(3);
        let (time, commit) = (self.of(&TIMES), self.of(&COMMITS));
        match self.below(6) {
            0 => format!("v{}.0.0-{time}-{commit}", self.number()),
            1 => format!("v{numbers}-0.{time}-{commit}"),
            2 => format!("v{numbers}-{}.0.{time}-{commit}", self.dotted()),
            3 => format!("v{numbers}+incompatible"),
            _ => self.semver("v"),
        }
    }

    fn pep440(&mut self) -> String {
        let mut version = String::new();
        if self.one_in(6) {
            version += &format!("{}!", self.number());
        }
        let count = 1 + self.below(4);
        version += &self.numbers(count);
        for words in [
            &["a", "b", "rc", "alpha", "Beta", "c", "pre", "preview"][..],
            &["post", "rev", "r", ""],
            &["dev", "DEV"],
        ] {
            if self.one_in(3) {
                let (before, after) = (self.of(&["", ".", "-", "_"]), self.of(&["", "", ".", "-"]));
                version += &format!("{before}{}{after}", self.of(words));
                version += if self.one_in(4) { "" } else { self.number() };
            }
        }
        if self.one_in(5) {
            version += &format!("+{}", self.dotted());
        }
        version
    }

    fn of_maven(&mut self) -> String {
        let count = 1 + self.below(3);
        let mut version = self.numbers(count);
        for _ in 0..self.below(4) {
            version += self.of(&[".", "-", "-", ""]);
            version += if self.one_in(2) { self.word() } else { self.number() };
        }
        version
    }

    /// Anything.
    fn odd(&mut self) -> String {
        let count = self.below(6);
        let parts = (0..count).map(|_| match self.below(3) {
            0 => self.of(&WORDS),
            1 => self.number(),
            _ => self.of(&SEPARATORS),
        });
        parts.collect()
    }

    fn version(&mut self, scheme: Scheme) -> String {
        if self.one_in(10) {
            return self.odd();
        }
        match scheme {
            Scheme::Npm | Scheme::Helm if self.one_in(8) => self.semver("v"),
            Scheme::Npm | Scheme::Cargo | Scheme::Helm => self.semver(""),
            Scheme::Go => self.of_module(),
            Scheme::Pypi => self.pep440(),
            Scheme::Maven => self.of_maven(),
        }
    }

    /// A version that differs little from another one.
    fn near(&mut self, version: &str) -> String {
        let letters: Vec<char> = version.chars().collect();
        let at = self.below(letters.len() + 1);
        let (before, after) = letters.split_at(at);
        let (before, after): (String, String) = (before.iter().collect(), after.iter().collect());
        let after = if self.one_in(2) { after.chars().skip(1).collect() } else { after };
        let between = match self.below(4) {
            0 => self.word(),
            1 => self.number(),
            2 => self.of(&SEPARATORS),
            _ => "",
        };
        format!("{before}{between}{after}")
    }
}

/// Pairs of versions of a scheme, half of them close together.
pub fn pairs(scheme: Scheme) -> Vec<(String, String)> {
    let mut sequence = Sequence::new(1);
    let pair = |_| {
        let one = sequence.version(scheme);
        let other = if sequence.one_in(2) { sequence.near(&one) } else { sequence.version(scheme) };
        (one, other)
    };
    (0..PAIRS).map(pair).collect()
}
