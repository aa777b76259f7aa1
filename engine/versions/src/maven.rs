//! The order of versions, which is that of Maven's `ComparableVersion`.

use std::cmp::Ordering;

use crate::{Order, Stage, Version};

/// The qualifiers that Maven knows, the oldest first. Of a release it is the empty one.
const QUALIFIERS: [&str; 7] = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"];
/// The place of a release among them.
const RELEASE: usize = 5;

/// A part of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// A number of any length: its digits without zeros before them, so that zero has none.
    Number(String),
    /// A word.
    Word(String),
    /// What follows a hyphen, or a change between digits and letters.
    Rest(Vec<Part>),
}

/// The parts of a version.
///
/// Their order is no total one. A word comes before what follows a hyphen, which comes before a number; but each is
/// compared with nothing by what is in it. So `1-0.1` (which is `1-[0.1]`) is after `1`, `1.sp` .. IN_TEXT
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts(Vec<Part>);

impl Parts {
    pub fn compare(&self, other: &Self) -> Ordering {
        compare_lists(&self.0, &other.0)
    }
}

/// Reads a version, which every text is.
pub fn parse(text: &str) -> Option<Version> {
    if text.is_empty() {
        return None;
    }
    let parts = parts_of(text);
    let stage = Stage::of(!parts.iter().any(is_before_release));
    Some(Version { order: Order::Parts(Parts(parts)), stage })
}

/// Whether a part is one of a version before its release, such as `alpha`.
fn is_before_release(part: &Part) -> bool {
    match part {
        Part::Number(_) => false,
        Part::Word(word) => place_of(word) < RELEASE,
        Part::Rest(rest) => rest.iter().any(is_before_release),
    }
}

fn parts_of(version: &str) -> Vec<Part> {
    let version = version.to_lowercase();
    // The lists that are open, each the last part of the one before it.
    let mut open = vec![Vec::new()];
    let mut begin = 0;
    let mut is_number = false;
    let add = |open: &mut Vec<Vec<Part>>, part| {
        if let Some(list) = open.last_mut() {
            list.push(part);
        }
    };
    // A word after a dot is what it would be after a hyphen.
    let begin_word = |open: &mut Vec<Vec<Part>>| {
        if open.last().is_some_and(|list| !list.is_empty()) {
            open.push(Vec::new());
        }
    };
    for (at, byte) in version.bytes().enumerate() {
        match byte {
            b'.' | b'-' => {
                // Nothing is zero.
                add(&mut open, part_of(is_number || at == begin, &version[begin..at]));
                begin = at + 1;
                if byte == b'-' {
                    open.push(Vec::new());
                }
            }
            b'0'..=b'9' => {
                if !is_number && at > begin {
                    begin_word(&mut open);
                    add(&mut open, word_of(&version[begin..at], true));
                    begin = at;
                    open.push(Vec::new());
                }
                is_number = true;
            }
            _ => {
                if is_number && at > begin {
                    add(&mut open, part_of(true, &version[begin..at]));
                    begin = at;
                    open.push(Vec::new());
                }
                is_number = false;
            }
        }
    }
    if version.len() > begin {
        if !is_number {
            begin_word(&mut open);
        }
        add(&mut open, part_of(is_number, &version[begin..]));
    }
    let mut last = None;
    while let Some(mut list) = open.pop() {
        list.extend(last.take().map(Part::Rest));
        normalise(&mut list);
        last = Some(list);
    }
    last.unwrap_or_default()
}

fn part_of(is_number: bool, text: &str) -> Part {
    if is_number {
        return Part::Number(text.trim_start_matches('0').to_owned());
    }
    word_of(text, false)
}

fn word_of(text: &str, is_before_number: bool) -> Part {
    let word = match text {
        "a" if is_before_number => "alpha",
        "b" if is_before_number => "beta",
        "m" if is_before_number => "milestone",
        "ga" | "final" | "release" => "",
        "cr" => "rc",
        other => other,
    };
    Part::Word(word.to_owned())
}

/// Removes the parts at the end that mean nothing, also before a list.
fn normalise(list: &mut Vec<Part>) {
    for at in (0..list.len()).rev() {
        let is_nothing = match &list[at] {
            Part::Number(digits) => digits.is_empty(),
            Part::Word(word) => word.is_empty(),
            Part::Rest(rest) => rest.is_empty(),
        };
        if is_nothing {
            list.remove(at);
        } else if !matches!(list[at], Part::Rest(_)) {
            break;
        }
    }
}

/// The place of a word among the known qualifiers; those that are not known follow them.
fn place_of(word: &str) -> usize {
    QUALIFIERS.iter().position(|known| *known == word).unwrap_or(QUALIFIERS.len())
}

/// Java compares the words that are not known by their units of UTF-16.
fn compare_words(one: &str, other: &str) -> Ordering {
    let by_place = place_of(one).cmp(&place_of(other));
    by_place.then_with(|| one.encode_utf16().cmp(other.encode_utf16()))
}

fn compare_lists(one: &[Part], other: &[Part]) -> Ordering {
    for at in 0..one.len().max(other.len()) {
        let order = match (one.get(at), other.get(at)) {
            (Some(one), other) => compare_parts(one, other),
            (None, Some(other)) => compare_parts(other, None).reverse(),
            (None, None) => Ordering::Equal,
        };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Compares a part with another one, or with none.
fn compare_parts(one: &Part, other: Option<&Part>) -> Ordering {
    match (one, other) {
        (Part::Number(digits), None) => digits.len().cmp(&0),
        (Part::Number(one), Some(Part::Number(other))) => {
            one.len().cmp(&other.len()).then_with(|| one.cmp(other))
        }
        (Part::Number(_), Some(_)) | (Part::Rest(_), Some(Part::Word(_))) => Ordering::Greater,
        (Part::Word(word), None) => place_of(word).cmp(&RELEASE),
        (Part::Word(one), Some(Part::Word(other))) => compare_words(one, other),
        (Part::Word(_), Some(_)) | (Part::Rest(_), Some(Part::Number(_))) => Ordering::Less,
        (Part::Rest(rest), None) => {
            let mut orders = rest.iter().map(|part| compare_parts(part, None));
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
        (Part::Rest(one), Some(Part::Rest(other))) => compare_lists(one, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scheme;

    /// The order without the texts of versions that are the same.
    fn order(one: &str, other: &str) -> Ordering {
        compare_lists(&parts_of(one), &parts_of(other))
    }

    #[test]
    fn versions_have_the_order_that_maven_documents() {
        for ascending in [
            &[
                "1-alpha2snapshot",
                "1-alpha2",
                "1-alpha-123",
                "1-beta-2",
                "1-beta123",
                "1-m2",
                "1-m11",
            ][..],
            &["1-m11", "1-rc", "1-cr2", "1-rc123", "1-SNAPSHOT", "1", "1-sp", "1-sp2", "1-sp123"],
            &["1", "1-abc", "1-def", "1-pom-1", "1-1-snapshot", "1-1", "1-2", "1-123"],
            &[
                "2.0", "2.0.a", "2-1", "2.0.2", "2.0.123", "2.1.0", "2.1-a", "2.1b", "2.1-c",
                "2.1-1",
            ],
            &[
                "2.1-1", "2.1.0.1", "2.2", "2.123", "11.a2", "11.a11", "11.b2", "11.b11", "11.m2",
                "11",
            ],
            &[
                "1.0-alpha-1",
                "1.0-beta-1",
                "1.0-rc1",
                "1.0-SNAPSHOT",
                "1.0",
                "1.0.1",
                "1.9",
                "1.10",
            ],
            &["20190126.230843", "10000000000", "99999999999999999999", "100000000000000000000"],
        ] {
            for (at, one) in ascending.iter().enumerate() {
                for other in &ascending[at + 1..] {
                    assert_eq!(order(one, other), Ordering::Less, "{one} {other}");
                    assert_eq!(order(other, one), Ordering::Greater, "{other} {one}");
                }
            }
        }
    }

    #[test]
    fn versions_that_are_the_same_to_maven_follow_the_order_of_their_texts() {
        for same in [
            &[
                "1",
                "1.0",
                "1.0.0",
                "1-0",
                "1.0-0",
                "1-ga",
                "1.ga",
                "1-final",
                "1-release",
                "1.0-0.0",
            ][..],
            &["1a1", "1-a1", "1-alpha-1", "1alpha1"],
            &["1cr", "1-RC", "1rc", "1-cr"],
            &["0001", "1", "01.000"],
        ] {
            for one in same {
                for other in same {
                    assert_eq!(order(one, other), Ordering::Equal, "{one} {other}");
                }
            }
            let mut by_text = same.to_vec();
            by_text.sort_unstable();
            assert_eq!(Scheme::Maven.sort(same.to_vec(), |version| version), by_text);
        }
    }

    #[test]
    fn sorting_takes_every_order_and_any_depth() {
        let versions = vec!["1.10", "1.0", "1.9", "1.0-SNAPSHOT", "1"];
        let sorted = Scheme::Maven.sort(versions, |version| version);
        assert_eq!(sorted, ["1.0-SNAPSHOT", "1", "1.0", "1.9", "1.10"]);
        let deep = ["-".repeat(999) + "1", "a1".repeat(500), "1-".repeat(500)];
        assert!(deep.iter().all(|version| Scheme::Maven.is_valid(version)));
        assert_eq!(Scheme::Maven.sort(deep.to_vec(), |version| version).len(), 3);
    }
}
