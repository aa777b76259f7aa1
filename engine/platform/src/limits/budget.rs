//! What is limited, and for whom, as metrics name it: the keys below `[limits]` of the configuration.

use metrics::Counter;

use super::{AddressLimits, Allowance, SessionLimits, VisitorsLimits};
use super::{Limits, PersonLimits, ServerLimits};
use crate::metric::Metric;

/// Each of whom a budget is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One session without sign-in.
    Session,
    /// All visitors at an address.
    Address,
    /// One user.
    Person,
    /// One application that signs users in here.
    Application,
    /// All visitors together.
    Visitors,
    /// The whole server.
    Server,
}

impl Scope {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Address => "address",
            Self::Person => "person",
            Self::Application => "application",
            Self::Visitors => "visitors",
            Self::Server => "server",
        }
    }
}

/// What is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// Open connections.
    Connections,
    /// Open WebSocket connections.
    Sockets,
    /// Tabs of one session.
    Tabs,
    /// New sessions.
    NewSessions,
    /// Requests.
    Requests,
    /// Bytes of records.
    RecordedBytes,
    /// Bytes of records of signing in.
    SignInBytes,
    /// Sources of failed sign-ins that records name.
    FailedSignInSources,
    /// Reports of errors in pages, which are not configured.
    ErrorReports,
    /// Tests and scans of Git integrations, which are not configured.
    GitRequests,
    /// Lists of repositories of Git integrations, which are not configured.
    GitLists,
    /// Refreshes of a sign-in to an application, which are not configured.
    Refreshes,
    /// Requests for links with which a forgotten password is replaced or an account created, which are not configured.
    ResetLinks,
}

impl Resource {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::Sockets => "sockets",
            Self::Tabs => "tabs",
            Self::NewSessions => "new_sessions",
            Self::Requests => "requests",
            Self::RecordedBytes => "recorded_bytes",
            Self::SignInBytes => "sign_in_bytes",
            Self::FailedSignInSources => "failed_sign_in_sources",
            Self::ErrorReports => "error_reports",
            Self::GitRequests => "git_requests",
            Self::GitLists => "git_lists",
            Self::Refreshes => "refreshes",
            Self::ResetLinks => "reset_links",
        }
    }
}

/// A resource of each of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(pub Scope, pub Resource);

impl Budget {
    const fn labels(self) -> [&'static str; 2] {
        [self.0.as_str(), self.1.as_str()]
    }

    /// Counts what is used of it.
    pub(super) fn used(self) -> Counter {
        Metric::BudgetUsed.counter(&self.labels())
    }

    /// Counts how often it is used up.
    pub(super) fn refused(self) -> Counter {
        Metric::BudgetRefused.counter(&self.labels())
    }

    /// Puts the count of refusals on the page.
    pub(super) fn show_refused(self) {
        Metric::BudgetRefused.show(&self.labels());
    }

    /// Reports how much is held.
    pub(super) fn set_held(self, held: usize) {
        Metric::BudgetHeld.set(&self.labels(), held as u64);
    }

    fn set_limit(self, per: &'static str, limit: u32) {
        let [scope, resource] = self.labels();
        Metric::BudgetLimit.set(&[scope, resource, per], u64::from(limit));
    }

    fn set_allowance(self, allowance: Allowance) {
        self.set_limit("at_once", allowance.at_once.get());
        self.set_limit("minute", allowance.a_minute.get());
    }
}

impl Limits {
    /// Reports the whole table, with the number of connections that the limit of open files admits.
    pub fn report(&self, connections_max: u32) {
        use Resource::{
            Connections, FailedSignInSources, NewSessions, RecordedBytes, Requests, SignInBytes,
            Sockets, Tabs,
        };
        let Self { session, address, person, visitors, server } = self;
        let places = |scope, resource, number| Budget(scope, resource).set_limit("at_once", number);
        let rate = |scope, resource, allowance| Budget(scope, resource).set_allowance(allowance);

        let SessionLimits { tabs, recorded_bytes } = session;
        places(Scope::Session, Tabs, tabs.get());
        rate(Scope::Session, RecordedBytes, *recorded_bytes);

        let AddressLimits { connections, sockets, new_sessions, requests, recorded_bytes } =
            address;
        places(Scope::Address, Connections, connections.get());
        places(Scope::Address, Sockets, sockets.get());
        rate(Scope::Address, NewSessions, *new_sessions);
        rate(Scope::Address, Requests, *requests);
        rate(Scope::Address, RecordedBytes, *recorded_bytes);

        let PersonLimits {
            connections,
            sockets,
            requests,
            recorded_bytes,
            failed_sign_in_sources_a_day,
        } = person;
        places(Scope::Person, Connections, connections.get());
        places(Scope::Person, Sockets, sockets.get());
        rate(Scope::Person, Requests, *requests);
        rate(Scope::Application, Requests, *requests);
        rate(Scope::Person, RecordedBytes, *recorded_bytes);
        let sources = Budget(Scope::Person, FailedSignInSources);
        sources.set_limit("day", failed_sign_in_sources_a_day.get());

        let ServerLimits { connections, sockets } = server;
        let connections = connections.get().min(connections_max);
        places(Scope::Server, Connections, connections);
        places(Scope::Server, Sockets, sockets.get());

        let VisitorsLimits { places_percent, requests, recorded_bytes, sign_in_bytes, kept_days } =
            visitors;
        places(Scope::Visitors, Connections, places_percent.of(connections));
        places(Scope::Visitors, Sockets, places_percent.of(sockets.get()));
        rate(Scope::Visitors, Requests, *requests);
        rate(Scope::Visitors, RecordedBytes, *recorded_bytes);
        rate(Scope::Visitors, SignInBytes, *sign_in_bytes);
        Budget(Scope::Visitors, RecordedBytes).set_limit("kept_days", (*kept_days).into());
    }
}
