//! What each of those who ask may use: one table of limits, and the two mechanisms that apply it.
//!
//! A [`Rate`] bounds how much may be used over time (requests, new sessions, recorded bytes); [`Places`] bound how much
//! may be held at once (connections, sockets). Both count a visitor by address and a user as that user, and visitors
//! as a whole get only a part, so that they cannot use what signed-in users need.

mod budget;
mod places;
mod rate;
mod shared;
mod table;

use std::time::Duration;

use waybill_machines::secret::PersonId;

pub use budget::{Budget, Resource, Scope};
pub use places::{Full, Holder, Place, PlaceLimits, Places};
pub use rate::Rate;
use shared::Shared;
pub use table::{
    AddressLimits, Allowance, KeptDays, Limits, NotAShare, NotKeptDays, Percent, PersonLimits,
    ServerLimits, SessionLimits, VisitorsLimits,
};

use crate::access::Source;

/// A budget is used up; there is enough of it again after this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a limit is reached; try again in {} seconds", .wait.as_secs() + 1)]
pub struct Exceeded {
    /// The time until then.
    pub wait: Duration,
}

/// On whose account something is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Account {
    /// Of all clients at an address that have not signed in.
    Visitor(Source),
    /// Of a user, in all sessions and with all tokens.
    Person(PersonId),
}

/// An application that calls for itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallingApplication {
    /// The client id.
    pub id: String,
    /// The address, where any client can present that id: a stranger uses up nothing of what others need.
    pub source: Option<Source>,
}

/// The budgets of one installation, as they are used.
#[derive(Debug)]
pub struct Budgets {
    limits: Limits,
    new_sessions: Rate<Source>,
    requests: ByAccount,
    applications: Rate<CallingApplication>,
    visitors_requests: Shared,
    recorded: Recorded,
}

impl Budgets {
    /// With nothing used yet.
    pub fn new(limits: Limits) -> Self {
        let Limits { session, address, person, visitors, .. } = &limits;
        Self {
            new_sessions: Rate::new(
                Budget(Scope::Address, Resource::NewSessions),
                address.new_sessions,
            ),
            visitors_requests: Shared::new(
                Budget(Scope::Visitors, Resource::Requests),
                visitors.requests,
            ),
            requests: ByAccount {
                visitors: Rate::new(Budget(Scope::Address, Resource::Requests), address.requests),
                people: Rate::new(Budget(Scope::Person, Resource::Requests), person.requests),
            },
            applications: Rate::new(
                Budget(Scope::Application, Resource::Requests),
                person.requests,
            ),
            recorded: Recorded {
                session: Rate::new(
                    Budget(Scope::Session, Resource::RecordedBytes),
                    session.recorded_bytes,
                ),
                each: ByAccount {
                    visitors: Rate::new(
                        Budget(Scope::Address, Resource::RecordedBytes),
                        address.recorded_bytes,
                    ),
                    people: Rate::new(
                        Budget(Scope::Person, Resource::RecordedBytes),
                        person.recorded_bytes,
                    ),
                },
                visits: Rate::new(
                    Budget(Scope::Visitors, Resource::RecordedBytes),
                    visitors.recorded_bytes,
                ),
                sign_ins: Shared::new(
                    Budget(Scope::Visitors, Resource::SignInBytes),
                    visitors.sign_in_bytes,
                ),
            },
            limits,
        }
    }

    /// The table that it applies.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Uses one new session of an address.
    pub fn new_session(&self, source: &Source) -> Result<(), Exceeded> {
        self.new_sessions.take(source, 1)
    }

    /// Uses one request.
    pub fn request(&self, account: &Account) -> Result<(), Exceeded> {
        self.requests.take(account, 1)?;
        match account {
            Account::Visitor(source) => self.visitors_requests.take(source, 1),
            Account::Person(_) => Ok(()),
        }
    }

    /// Uses one request of an application, which may send as many as a user.
    pub fn application_request(&self, client: &CallingApplication) -> Result<(), Exceeded> {
        self.applications.take(client, 1)
    }

    /// Uses bytes of the journal.
    pub fn record(&self, written: &Written<'_>) -> Result<(), Exceeded> {
        self.recorded.take(written)
    }
}

/// Bytes that a command is about to append to a stream.
#[derive(Debug)]
pub struct Written<'a> {
    /// The stream.
    pub stream: &'a str,
    /// Who sent the command.
    pub account: Account,
    /// Whether it is a step of signing in, for which bytes are kept when visits have used up theirs.
    pub signs_in: bool,
    /// How many.
    pub bytes: usize,
}

/// A limit of each address and each user.
#[derive(Debug)]
struct ByAccount {
    visitors: Rate<Source>,
    people: Rate<PersonId>,
}

impl ByAccount {
    fn take(&self, account: &Account, amount: usize) -> Result<(), Exceeded> {
        match account {
            Account::Visitor(source) => self.visitors.take(source, amount),
            Account::Person(person) => self.people.take(person, amount),
        }
    }
}

#[derive(Debug)]
struct Recorded {
    session: Rate<String>,
    each: ByAccount,
    visits: Rate<()>,
    sign_ins: Shared,
}

impl Recorded {
    /// The narrow limits come first, so that what exceeds them uses nothing of the wide ones.
    fn take(&self, written: &Written<'_>) -> Result<(), Exceeded> {
        let Written { stream, account, signs_in, bytes } = written;
        if let Account::Visitor(_) = account {
            self.session.take(&(*stream).to_owned(), *bytes)?;
        }
        self.each.take(account, *bytes)?;
        match account {
            Account::Visitor(source) if *signs_in => self.sign_ins.take(source, *bytes),
            Account::Visitor(_) => self.visits.take(&(), *bytes),
            Account::Person(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(stream: &str, account: Account, signs_in: bool, bytes: usize) -> Written<'_> {
        Written { stream, account, signs_in, bytes }
    }

    fn visitor(address: &str) -> Account {
        Account::Visitor(Source::named(address))
    }

    #[test]
    fn visitors_use_up_neither_what_sign_ins_nor_what_users_need() {
        let mut limits = Limits::default();
        limits.visitors.recorded_bytes = Allowance::new(10_000, 1);
        let budgets = Budgets::new(limits);
        let visits = (0..100).map(|number| {
            let address = format!("192.0.2.{number}");
            budgets.record(&written(&address, visitor(&address), false, 1_000)).is_ok()
        });
        assert_eq!(visits.filter(|taken| *taken).count(), 10);
        let signs_in = written("s", visitor("198.51.100.1"), true, 1_000);
        assert_eq!(budgets.record(&signs_in), Ok(()));
        let user = Account::Person(PersonId("p_ann".to_owned()));
        assert_eq!(budgets.record(&written("s", user, false, 1_000)), Ok(()));
    }

    /// covers: [APP-02]
    #[test]
    fn an_application_uses_up_its_own_requests() {
        let mut limits = Limits::default();
        limits.person.requests = Allowance::new(5, 1);
        let budgets = Budgets::new(limits);
        let of = |id: &str, source: Option<&str>| {
            let source = source.map(Source::named);
            let client = CallingApplication { id: id.to_owned(), source };
            (0..10).filter(|_| budgets.application_request(&client).is_ok()).count()
        };
        assert_eq!((of("app_1", None), of("app_2", None)), (5, 5));
        // Where it presents no secret, each address has its own.
        let addresses = ["192.0.2.1", "192.0.2.2"].map(|address| of("app_3", Some(address)));
        assert_eq!(addresses, [5, 5]);
        assert_eq!(budgets.request(&Account::Person(PersonId("p_ann".to_owned()))), Ok(()));
    }

    #[test]
    fn an_address_uses_up_its_own_share() {
        let mut limits = Limits::default();
        limits.address.recorded_bytes = Allowance::new(5_000, 1);
        let budgets = Budgets::new(limits);
        let of = |address: &str| {
            let sessions = (0..10).map(|number| format!("{address}/{number}"));
            let taken = sessions
                .filter(|id| budgets.record(&written(id, visitor(address), false, 1_000)).is_ok());
            taken.count()
        };
        assert_eq!((of("192.0.2.1"), of("192.0.2.2")), (5, 5));
    }
}
