//! Programs that are asked for the order of versions: those of each package type, or the libraries that they use.

mod cargo;
mod long;
mod maven;
mod npm;
mod python;

use std::cmp::Ordering;
use std::io::Write as _;
use std::process::{Command, Stdio};

use waybill_versions::{Scheme, Version};

use crate::generated::{COMPARED_MIN, PAIRS, pairs};

/// What a program makes of a pair of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// Whether each is a pre-release, if it is a version.
    pub is_prerelease: [Option<bool>; 2],
    /// Their order, if both are versions.
    pub order: Option<Ordering>,
}

impl Judged {
    /// What we make of a pair.
    fn by_us(scheme: Scheme, one: &str, other: &str) -> Self {
        let (one, other) = (scheme.parse(one), scheme.parse(other));
        Self {
            is_prerelease: [&one, &other].map(|read| read.as_ref().map(Version::is_prerelease)),
            order: one.zip(other).map(|(one, other)| one.compare(&other)),
        }
    }

    /// Reads a line that a program has printed: of each text `invalid`, `pre` or `release`, then the order.
    fn of_line(line: &str) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        let [one, other, order] = words[..] else { panic!("a line is {line:?}") };
        let is_prerelease = [one, other].map(|word| match word {
            "invalid" => None,
            "pre" => Some(true),
            "release" => Some(false),
            other => panic!("a version is {other:?}"),
        });
        let order = match order {
            "none" => None,
            order => Some(order.parse::<i8>().expect("an order").cmp(&0)),
        };
        Self { is_prerelease, order }
    }
}

/// What a program prints for a text on its input.
pub fn printed(program: &mut Command, input: &str) -> String {
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = program.spawn().expect("the program starts");
    let mut stdin = running.stdin.take().expect("an input");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).expect("the program reads"));
        running.wait_with_output().expect("the program ends")
    });
    assert!(output.status.success(), "{program:?} failed: {}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// Asks a program, which reads pairs as JSON and prints a line for each, and compares its answers with ours.
pub fn compare_all(scheme: Scheme, program: &mut Command) {
    let pairs = pairs(scheme);
    let printed = printed(program, &serde_json::to_string(&pairs).expect("JSON"));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), PAIRS);
    let judged = lines.iter().map(|line| Judged::of_line(line));
    assert_same(scheme, pairs.iter().zip(judged));
}

/// Fails if we judge a pair differently, and if too few of them can be compared at all.
pub fn assert_same<'p>(
    scheme: Scheme,
    judged: impl Iterator<Item = (&'p (String, String), Judged)>,
) {
    let (mut compared, mut different) = (0, Vec::new());
    for ((one, other), judged) in judged {
        let ours = Judged::by_us(scheme, one, other);
        compared += usize::from(judged.order.is_some_and(|_| one != other));
        if ours != judged {
            different.push(format!("{one:?} {other:?}: {judged:?}, but ours is {ours:?}"));
        }
    }
    let shown = different.len().min(30);
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different[..shown].join("\n"));
    assert!(compared >= COMPARED_MIN, "only {compared} pairs are of two versions");
}
