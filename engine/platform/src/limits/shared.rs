//! A limit over time that many addresses share. A part is kept for those that use little, so that a few addresses with
//! much use cannot take it from a newcomer.

use super::rate::Rate;
use super::{Allowance, Budget, Exceeded};
use crate::access::Source;

/// The part that is kept, in percent.
const KEPT_PERCENT: u32 = 25;
/// So many addresses at full rate leave half of what comes back of the kept part.
const ADDRESSES: u32 = 64;

/// An allowance of all addresses together.
#[derive(Debug)]
pub(super) struct Shared {
    all: Rate<()>,
    kept: Rate<()>,
    /// How much each address may use of what is kept.
    little: Rate<Source>,
}

impl Shared {
    /// With nothing used yet.
    pub(super) fn new(budget: Budget, allowance: Allowance) -> Self {
        let kept = allowance.part(KEPT_PERCENT, 100);
        let little = Allowance {
            a_minute: kept.part(1, 2).part(1, ADDRESSES).a_minute,
            ..kept.part(1, ADDRESSES)
        };
        Self {
            all: Rate::new(budget, allowance.part(100 - KEPT_PERCENT, 100)),
            kept: Rate::new(budget, kept),
            little: Rate::new(budget, little),
        }
    }

    /// Uses some of it for an address.
    pub(super) fn take(&self, source: &Source, amount: usize) -> Result<(), Exceeded> {
        let of_kept =
            self.little.try_take(source, amount).and_then(|()| self.kept.try_take(&(), amount));
        match of_kept {
            Ok(()) => {
                self.all.count_used(amount);
                Ok(())
            }
            _ => self.all.take(&(), amount),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Resource, Scope};
    use super::*;

    fn source(number: u32) -> Source {
        Source::named(format!("192.0.2.{number}"))
    }

    #[test]
    fn a_newcomer_is_served_while_many_addresses_use_all_they_can() {
        let shared = Shared::new(
            Budget(Scope::Visitors, Resource::Requests),
            Allowance::new(64_000, 64_000),
        );
        let mut served = 0;
        for _ in 0..2_000 {
            served += (0..50).filter(|number| shared.take(&source(*number), 1).is_ok()).count();
        }
        // What comes back meanwhile depends on how fast this machine is.
        assert!((48_000..100_000).contains(&served), "{served}");
        let refused = (0..50).filter(|number| shared.take(&source(*number), 100).is_err());
        assert_eq!(refused.count(), 50);
        assert_eq!(shared.take(&source(200), 100), Ok(()));
    }
}
