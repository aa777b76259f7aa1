//! Requests, and the steps of signing in among them.

use std::time::Duration;

use axum::http::Method;
use waybill_platform::metric::Metric;

use crate::route::{AccessEvent, Log, Route};

/// The label of paths and methods that the route table does not have.
const NONE: &str = "none";

/// What became of a step of signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Accepted,
    Rejected,
    Limited,
    Failed,
}

impl Outcome {
    const ALL: [Self; 4] = [Self::Accepted, Self::Rejected, Self::Limited, Self::Failed];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Limited => "limited",
            Self::Failed => "failed",
        }
    }

    const fn of(status: u16) -> Self {
        match status {
            200..=399 => Self::Accepted,
            429 => Self::Limited,
            400..=499 => Self::Rejected,
            _ => Self::Failed,
        }
    }
}

/// Puts the steps of signing in on the page before the first of them, so that rates begin with it.
pub(super) fn begin() {
    for step in AccessEvent::ALL.into_iter().filter_map(step) {
        for outcome in Outcome::ALL {
            Metric::SignIns.show(&[step, outcome.as_str()]);
        }
    }
}

/// The name of a step by which a client gets in.
const fn step(event: AccessEvent) -> Option<&'static str> {
    match event {
        AccessEvent::Login => Some("password"),
        AccessEvent::Code => Some("code"),
        AccessEvent::Enrolment => Some("enrolment"),
        AccessEvent::NewDevice => Some("new_device"),
        AccessEvent::Setup => Some("setup"),
        AccessEvent::Logout
        | AccessEvent::Password
        | AccessEvent::Revocation
        | AccessEvent::Account
        | AccessEvent::Token => None,
    }
}

/// Counts a request by its row of the route table, if it has one.
pub fn count(route: Option<&'static Route>, method: &Method, status: u16, took: Duration) {
    let path = route.map_or(NONE, |route| route.path.as_str());
    let method = method_label(method);
    Metric::Requests.count(&[path, method, class(status)]);
    Metric::RequestSeconds.observe(&[path, method], took);
    if let Some(Log::Access(event)) = route.map(|route| route.log)
        && let Some(step) = step(event)
    {
        Metric::SignIns.count(&[step, Outcome::of(status).as_str()]);
    }
}

/// A client may invent methods.
pub fn method_label(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or(NONE)
}

const fn class(status: u16) -> &'static str {
    match status / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An alert on guessed passwords must not be one on throttled clients, nor the other way round.
    #[test]
    fn each_class_of_answers_is_an_outcome_of_its_own() {
        for (status, outcome) in [
            (200, Outcome::Accepted),
            (401, Outcome::Rejected),
            (410, Outcome::Rejected),
            (429, Outcome::Limited),
            (503, Outcome::Failed),
        ] {
            assert_eq!(Outcome::of(status), outcome, "{status}");
        }
    }
}
