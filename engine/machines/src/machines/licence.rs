//! The licence of an installation. Without an installed licence the one of the configuration applies; an installed one
//! takes precedence over it until it is removed.
//!
//! ```text
//! none --install--> installed --remove--> removed --install--> installed
//!                      \--install--> installed   (replaces it)
//! ```
//!
//! The end of a licence is not an event: `valid_until` is compared with the current time wherever the effective licence
//! is determined.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::licence::Licence;
use crate::secret::{PersonId, SecretRef};
use crate::time::Timestamp;

/// An installed licence. The name of the licensee may be a personal value, so it is stored in the vault with the rest
/// of the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "InstalledLicence")
)]
#[serde(deny_unknown_fields)]
pub struct Installed {
    /// The licensed edition.
    pub licence: Licence,
    /// The vault entry of the key's text.
    pub key: SecretRef,
    /// When the licence ends; none if it has no end.
    pub valid_until: Option<Timestamp>,
    /// When the licence was installed.
    pub at: Timestamp,
    /// The user who installed it; none if it was installed on the command line.
    pub by: Option<PersonId>,
}

impl Installed {
    /// Whether the licence has ended at this time.
    pub fn has_ended(&self, at: Timestamp) -> bool {
        self.valid_until.is_some_and(|until| at >= until)
    }

    /// The effective edition at this time: `Licence::None` once the licence has ended.
    pub fn counts(&self, at: Timestamp) -> Licence {
        if self.has_ended(at) { Licence::None } else { self.licence }
    }
}

/// The state of the licence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No licence has been installed yet.
    None {},
    /// A licence is installed.
    Installed {
        /// The installed licence.
        installed: Installed,
    },
    /// The licence has been removed.
    Removed {},
}
named!(State { None = "none", Installed = "installed", Removed = "removed" });

/// The events of the licence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A key is installed.
    Install {
        /// The licensed edition.
        licence: Licence,
        /// The vault entry of the key's text.
        key: SecretRef,
        /// When the licence ends; none if it has no end.
        valid_until: Option<Timestamp>,
        /// The user who installs it; none on the command line.
        by: Option<PersonId>,
    },
    /// The installed licence is removed.
    Remove {},
}
named!(Event { Install = "install", Remove = "remove" });

/// The licence machine.
#[derive(Debug, Default)]
pub struct InstallationLicence;

#[state_machine(
    initial = "State::None {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl InstallationLicence {
    #[state(superstate = "root")]
    fn none() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root", local_storage("installed: Installed"))]
    fn installed(event: &Event) -> Outcome<State> {
        match event {
            Event::Remove {} => Transition(State::Removed {}),
            Event::Install { .. } => Super,
        }
    }

    #[state(superstate = "root")]
    fn removed() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Install { licence, key, valid_until, by } = event else {
            return context.refuse_here();
        };
        if context.guard("licences_nothing", licence.is_none()) {
            return context.refuse(Rejection::new(RejectionCode::LicenceUnknownType));
        }
        let (key, by, at) = (key.clone(), by.clone(), context.at);
        let installed = Installed { licence: *licence, key, valid_until: *valid_until, at, by };
        if context.guard("licence_has_ended", installed.has_ended(at)) {
            return context.refuse(Rejection::new(RejectionCode::LicenceExpired));
        }
        Transition(State::Installed { installed })
    }
}

impl Machine for InstallationLicence {
    const NAME: &'static str = "licence";

    // A key is sent over HTTP.
    crate::installation_machine!(InstallationLicence);

    fn examples() -> Vec<Event> {
        let install = |licence, valid_until| Event::Install {
            licence,
            key: SecretRef("s_1".into()),
            valid_until,
            by: Some(PersonId("p_ann".into())),
        };
        vec![
            install(Licence::EnterprisePlus, None),
            install(Licence::Oss, Some(Timestamp::from_ms(200_000_000_000_000))),
            install(Licence::Trial, Some(Timestamp::from_ms(0))),
            install(Licence::None, None),
            Event::Remove {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Installed { installed } => {
                format!("{name} {} {}", installed.licence.level(), installed.valid_until.is_some())
            }
            State::None {} | State::Removed {} => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [LIC-01, NAV-08]
    #[test]
    fn a_licence_is_effective_until_it_ends() {
        let moment = Timestamp::from_ms;
        let mut installed = Installed {
            licence: Licence::Trial,
            key: SecretRef("s_1".into()),
            valid_until: Some(moment(100)),
            at: moment(1),
            by: None,
        };
        assert_eq!(installed.counts(moment(99)), Licence::Trial);
        assert_eq!(installed.counts(moment(100)), Licence::None);
        installed.valid_until = None;
        assert_eq!(installed.counts(moment(i64::MAX)), Licence::Trial);
    }
}
