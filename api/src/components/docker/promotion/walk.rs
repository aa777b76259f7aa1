//! The order in which the manifests of an image are promoted.

use std::collections::BTreeSet;

use super::super::names::Digest;

/// A walk over a manifest and those that it lists, which may be lists again. Each is read once, and those that are
/// listed come before those that list them.
pub(super) struct Walk {
    /// The manifest that it begins with, until it is read.
    first: Option<Digest>,
    /// Those that are listed somewhere.
    known: BTreeSet<String>,
    /// The manifests that were read on the way to the present one.
    open: Vec<Open>,
    done: Vec<Digest>,
}

/// A manifest that was read, and those that it lists and that are not done.
struct Open {
    digest: Digest,
    /// The first one is the last.
    left: Vec<Digest>,
}

impl Walk {
    pub(super) fn new(first: Digest) -> Self {
        let known = BTreeSet::from([first.to_string()]);
        Self { first: Some(first), known, open: Vec::new(), done: Vec::new() }
    }

    /// The next manifest that has to be read; none after the last one.
    pub(super) fn unread(&mut self) -> Option<Digest> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        while let Some(mut open) = self.open.pop() {
            let Some(next) = open.left.pop() else {
                self.done.push(open.digest);
                continue;
            };
            self.open.push(open);
            if self.known.insert(next.to_string()) {
                return Some(next);
            }
        }
        None
    }

    /// A manifest was read, which lists others.
    pub(super) fn read(&mut self, digest: Digest, mut lists: Vec<Digest>) {
        lists.reverse();
        self.open.push(Open { digest, left: lists });
    }

    /// All manifests, after the last one was read.
    pub(super) fn done(self) -> Vec<Digest> {
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(digit: &str) -> Digest {
        Digest::of_sha256(digit.repeat(64))
    }

    /// covers: [HOOK-04]
    #[test]
    fn what_is_listed_comes_before_what_lists_it() {
        // An index that lists an image twice and an index, which lists that image and another one.
        let lists = |at: &Digest| match at.digits.chars().next() {
            Some('a') => ["b", "b", "c"].map(digest).to_vec(),
            Some('c') => ["b", "d"].map(digest).to_vec(),
            _ => Vec::new(),
        };
        let (mut walk, mut read) = (Walk::new(digest("a")), 0);
        while let Some(next) = walk.unread() {
            let listed = lists(&next);
            walk.read(next, listed);
            read += 1;
        }
        assert_eq!((read, walk.done()), (4, ["b", "d", "c", "a"].map(digest).to_vec()));
    }
}
