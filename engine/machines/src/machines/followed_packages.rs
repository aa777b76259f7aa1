//! The packages that a user follows, in a stream of the user's own.
//!
//! ```text
//! none --follow--> following --follow, unfollow--> following
//!                  following --unfollow (the last one)--> none
//! ```

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;

/// How many packages a user may follow: a record has all of them.
pub const FOLLOWED_MAX: usize = 200;
/// The longest id of a package that can be followed, in bytes.
pub const PACKAGE_ID_BYTES_MAX: usize = 512;

/// What a user follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FollowedPackagesState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The user follows no package.
    None {},
    /// The user follows packages.
    Following {
        /// Their ids, such as `npm://left-pad`.
        packages: BTreeSet<String>,
    },
}
named!(State { None = "none", Following = "following" });

/// What changes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FollowedPackagesEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The user follows a package from now on.
    Follow {
        /// Its id.
        package: String,
    },
    /// The user follows a package no longer.
    Unfollow {
        /// Its id.
        package: String,
    },
}
named!(Event { Follow = "follow", Unfollow = "unfollow" });

/// The machine of the packages that a user follows.
#[derive(Debug, Default)]
pub struct FollowedPackages;

#[state_machine(
    initial = "State::None {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl FollowedPackages {
    #[state(superstate = "root")]
    fn none(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Follow { package } => follow(&BTreeSet::new(), package, context),
            Event::Unfollow { .. } => Super,
        }
    }

    #[state(superstate = "root", local_storage("packages: BTreeSet<String>"))]
    fn following(
        event: &Event,
        packages: &BTreeSet<String>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Follow { package } => follow(packages, package, context),
            Event::Unfollow { package } => unfollow(packages, package, context),
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn follow(packages: &BTreeSet<String>, package: &str, context: &mut Context) -> Outcome<State> {
    if context.guard("followed_already", packages.contains(package)) {
        return context.refuse_here();
    }
    if context.guard("too_long", package.len() > PACKAGE_ID_BYTES_MAX) {
        return context.refuse(Rejection::new(RejectionCode::TooLong));
    }
    if context.guard("too_many", packages.len() >= FOLLOWED_MAX) {
        let most = FOLLOWED_MAX.to_string();
        return context.refuse(Rejection::new(RejectionCode::TooManyFollowed).with("most", most));
    }
    let mut packages = packages.clone();
    packages.insert(package.to_owned());
    Transition(State::Following { packages })
}

fn unfollow(packages: &BTreeSet<String>, package: &str, context: &mut Context) -> Outcome<State> {
    let mut packages = packages.clone();
    if context.guard("not_followed", !packages.remove(package)) {
        return context.refuse_here();
    }
    if context.guard("last", packages.is_empty()) {
        return Transition(State::None {});
    }
    Transition(State::Following { packages })
}

impl Machine for FollowedPackages {
    const NAME: &'static str = "followed_packages";

    // Packages are followed over HTTP.
    crate::installation_machine!(FollowedPackages);

    fn examples() -> Vec<Event> {
        let (first, second) = ("npm://left-pad".to_owned(), "pypi://six".to_owned());
        vec![
            Event::Follow { package: first.clone() },
            Event::Follow { package: second.clone() },
            Event::Follow { package: "n".repeat(PACKAGE_ID_BYTES_MAX + 1) },
            Event::Unfollow { package: first },
            Event::Unfollow { package: second },
        ]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::None {} => "none".to_owned(),
            State::Following { packages } => {
                let ids: Vec<&str> = packages.iter().map(String::as_str).collect();
                format!("following {}", ids.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;
    use crate::time::Timestamp;

    #[test]
    fn a_user_follows_only_so_many_packages() {
        let packages = (0..FOLLOWED_MAX).map(|number| format!("npm://p{number}")).collect();
        let full = State::Following { packages };
        let event = Event::Follow { package: "npm://one-more".into() };
        let refused = decide::<FollowedPackages>(&full, &event, Timestamp::from_ms(0));
        let code = refused.map(drop).map_err(|refused| refused.rejection.code);
        assert_eq!(code, Err(RejectionCode::TooManyFollowed));
    }
}
