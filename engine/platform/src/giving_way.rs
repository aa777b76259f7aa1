//! What gives way where all places are taken, and anyone may take one. A stranger can have many addresses, and a range
//! of IPv6 has more than there are places: so what gives way is of the network that holds the most, and strangers push
//! out what they hold themselves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use waybill_machines::Timestamp;

use crate::access::{NETWORKS, Network, Source};

/// Who holds something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeldBy {
    is_user: bool,
    /// From the widest down to the source.
    networks: [Network; NETWORKS],
}

impl HeldBy {
    /// A visitor.
    pub(crate) fn visitor(source: &Source) -> Self {
        Self { is_user: false, networks: source.networks() }
    }

    /// A user who has signed in. It gives way to visitors only if users hold more than visitors do.
    pub(crate) fn user(source: &Source) -> Self {
        Self { is_user: true, networks: source.networks() }
    }
}

/// Something that is held, and may have to give way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<K> {
    /// How its owner finds it.
    pub(crate) key: K,
    pub(crate) by: HeldBy,
    /// How much of what is limited it takes.
    pub(crate) takes: usize,
    /// When it ends by itself.
    pub(crate) until: Timestamp,
}

/// What gives way, of all that is held; none if nothing is. Of visitors and users these are the ones that hold more; of
/// their networks it is the one that holds the most, of the networks in it the same, and so on down to a source; of
/// what that holds it is what ends first. Of two networks that hold as much it is the one with what ends first.
pub(crate) fn gives_way<K>(held: impl Iterator<Item = Candidate<K>>) -> Option<K> {
    let mut left: Vec<_> = held.collect();
    keep_heaviest(&mut left, |by| by.is_user);
    for level in 0..NETWORKS {
        keep_heaviest(&mut left, |by| by.networks[level]);
    }
    left.into_iter().min_by_key(|candidate| candidate.until).map(|candidate| candidate.key)
}

/// Leaves what is of the group that takes the most.
fn keep_heaviest<K, G: Eq + Hash>(
    candidates: &mut Vec<Candidate<K>>,
    group: impl Fn(&HeldBy) -> G,
) {
    let mut groups = HashMap::new();
    for Candidate { by, takes, until, .. } in candidates.iter() {
        let (all, first) = groups.entry(group(by)).or_insert((0_usize, Reverse(*until)));
        *all = all.saturating_add(*takes);
        *first = (*first).max(Reverse(*until));
    }
    let heaviest = groups.into_iter().max_by_key(|(_, weight)| *weight);
    if let Some((heaviest, _)) = heaviest {
        candidates.retain(|candidate| group(&candidate.by) == heaviest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    /// Something that takes one place, and is held by a visitor at this address.
    fn visitor(key: usize, source: &str) -> Candidate<usize> {
        let by = HeldBy::visitor(&Source::named(source));
        Candidate { key, by, takes: 1, until: AT.plus_ms(i64::try_from(key).unwrap()) }
    }

    fn which(held: impl IntoIterator<Item = Candidate<usize>>) -> Option<usize> {
        gives_way(held.into_iter())
    }

    /// covers: [SSO-01, SSO-02]
    #[test]
    fn the_oldest_of_the_source_that_holds_the_most_gives_way() {
        assert_eq!(which([]), None);
        let held = || {
            vec![visitor(1, "192.0.2.1"), visitor(3, "198.51.100.1"), visitor(2, "198.51.100.1")]
        };
        assert_eq!(which(held()), Some(2));
        // Of those that hold as much, the one with the oldest.
        assert_eq!(which([held(), vec![visitor(4, "192.0.2.1")]].concat()), Some(1));
        // What one thing takes counts.
        let large = Candidate { takes: 3, ..visitor(9, "203.0.113.1") };
        assert_eq!(which([held(), vec![large]].concat()), Some(9));
    }

    /// covers: [SSO-01, SSO-02]
    #[test]
    fn a_stranger_with_a_range_of_addresses_pushes_out_what_came_from_there() {
        // Two users at one address have come before all of them, and each address of a stranger holds less. The
        // networks of both are less and less apart.
        for (users, strangers) in [
            ("2001:db7::/64", "2001:db8:*::/64"),
            ("2001:db8:0:100::/64", "2001:db8:1:*00::/64"),
            ("2001:db8:0:100::/64", "2001:db8:0:*::/64"),
            ("192.1.2.1", "192.0.*.1"),
            ("192.0.240.1", "192.0.*.1"),
            ("192.0.2.1", "192.0.1.*"),
        ] {
            let users = [visitor(0, users), visitor(1, users)];
            let strangers = (2..100).map(|n| {
                let part = if strangers.contains(':') { format!("{n:x}") } else { n.to_string() };
                visitor(n, &strangers.replace('*', &part))
            });
            let key = which(users.into_iter().chain(strangers));
            assert!(key.is_some_and(|key| key >= 2), "{key:?} of {users:?}");
        }
    }

    /// covers: [SSO-01, SSO-02]
    #[test]
    fn users_give_way_to_visitors_only_if_they_hold_more() {
        let user = |key, source| {
            let by = HeldBy::user(&Source::named(source));
            Candidate { by, ..visitor(key, source) }
        };
        let users = [user(0, "192.0.2.1"), user(1, "192.0.2.1"), user(2, "192.0.2.1")];
        let strangers = (3..7).map(|n| visitor(n, &format!("198.{n}.100.1")));
        assert_eq!(which(users.into_iter().chain(strangers)), Some(3));
        let strangers = (3..5).map(|n| visitor(n, &format!("198.{n}.100.1")));
        assert_eq!(which(users.into_iter().chain(strangers)), Some(0));
    }
}
