//! The states and events of the start-up machine.

use serde::{Deserialize, Serialize};

use crate::facts::{Fact, Facts, Installation, Service, SingleSignOn, User};
use crate::named;
use crate::rules::licence::Licence;
use crate::rules::view_as::View;
use crate::secret::PersonId;

/// Who the user is and what visitors may do, as the access service says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The user: a late answer may be about another one.
    pub user: User,
    /// Visitors may look around.
    pub anonymous_allowed: bool,
    /// Visitors may not use the console.
    pub anonymous_ui_blocked: bool,
    /// How signing in by another service is set up.
    pub single_sign_on: SingleSignOn,
    /// Where the application is to be left for, also by visitors who may not use the console (NAV-19); none in records
    /// that are older than this field.
    #[serde(default)]
    pub external_redirect: Option<String>,
}

impl Identity {
    /// What visitors learn of the installation who may not use the console.
    pub fn installation_for_outsiders(&self) -> Installation {
        Installation {
            external_redirect: self.external_redirect.clone(),
            ..Installation::default()
        }
    }
}

impl Fact {
    /// Takes it over where start-up knows only who is there and what visitors may do.
    pub(super) fn apply_to_identity(&self, identity: &mut Identity) {
        match self {
            Self::AnonymousAllowed(value) => identity.anonymous_allowed = *value,
            Self::AnonymousUiBlocked(value) => identity.anonymous_ui_blocked = *value,
            Self::SingleSignOn(set_up) => identity.single_sign_on = set_up.clone(),
            Self::ExternalRedirect(url) => identity.external_redirect.clone_from(url),
            _ => {}
        }
    }
}

/// The answer of something that start-up asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fetched<T> {
    /// It came.
    Loaded {
        /// What came.
        value: T,
    },
    /// It did not.
    Failed {
        /// Why, as a sentence.
        message: String,
    },
    /// The server stopped before it could come.
    Interrupted {},
}

/// The state of start-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "StartupState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nothing asked for yet.
    Idle {},
    /// Waiting for the user and the footer settings.
    Identifying {
        /// Who has signed in.
        person: Option<PersonId>,
        /// What came of the user.
        identity: Option<Identity>,
        /// The footer settings have come.
        footer: bool,
    },
    /// Waiting for services and entitlements.
    Gathering {
        /// Who has signed in.
        person: Option<PersonId>,
        /// Who they are.
        identity: Identity,
        /// Which services are there.
        services: Option<Vec<Service>>,
        /// The licence.
        licence: Option<Licence>,
    },
    /// Waiting for the further settings.
    Settling {
        /// Who has signed in.
        person: Option<PersonId>,
        /// Who they are.
        identity: Identity,
        /// Which services are there.
        services: Vec<Service>,
        /// The licence.
        licence: Licence,
    },
    /// The application may be used.
    Ready {
        /// What the guards decide on.
        facts: Facts,
        /// The view-as of an administrator, if any.
        view: Option<View>,
    },
    /// A request has failed. Nothing is loading.
    Failed {
        /// Who has signed in.
        person: Option<PersonId>,
        /// Why, as a sentence.
        message: String,
    },
}
named!(State {
    Idle = "idle",
    Identifying = "identifying",
    Gathering = "gathering",
    Settling = "settling",
    Ready = "ready",
    Failed = "failed",
});

/// What happens during start-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "StartupEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A page needs the application.
    Start {},
    /// The user asks again after a failure.
    Retry {},
    /// An administrator starts view-as.
    ViewAs {
        /// Whose.
        view: View,
    },
    /// They end view-as.
    ViewAsMyself {},
    /// A user signed in: gather for them.
    SignedIn {
        /// Who.
        person: PersonId,
    },
    /// Something is no longer so as it was when start-up gathered it: a licence came to count or ended (LIC-01), or the
    /// server was started again with another configuration (NAV-01).
    FactsChanged {
        /// The current facts.
        facts: Vec<Fact>,
    },
    /// The user has finished or dismissed the onboarding.
    Introduced {},
    /// The session ended: forget.
    Reset {},
    /// The answer to the question who is there.
    #[serde(rename = "access.current_user")]
    CurrentUser(Fetched<Identity>),
    /// The footer settings came. Their content goes to the page over HTTP.
    #[serde(rename = "settings.footer")]
    Footer(Fetched<()>),
    /// Which services are there.
    #[serde(rename = "topology.services")]
    Services(Fetched<Vec<Service>>),
    /// What the licence entitles to.
    #[serde(rename = "licences.entitlements")]
    Entitlements(Fetched<Licence>),
    /// The further settings.
    #[serde(rename = "settings.load")]
    Settings(Fetched<Installation>),
}
named!(Event {
    Start = "start",
    Retry = "retry",
    ViewAs = "view_as",
    ViewAsMyself = "view_as_myself",
    SignedIn = "signed_in",
    FactsChanged = "facts_changed",
    Introduced = "introduced",
    Reset = "reset",
    CurrentUser = "access.current_user",
    Footer = "settings.footer",
    Services = "topology.services",
    Entitlements = "licences.entitlements",
    Settings = "settings.load",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Start the application.
    Start {},
    /// Try again.
    Retry {},
    /// Start view-as.
    ViewAs {
        /// Whose.
        view: View,
    },
    /// Look with one's own again.
    ViewAsMyself {},
}
named!(Proposal {
    Start = "start",
    Retry = "retry",
    ViewAs = "view_as",
    ViewAsMyself = "view_as_myself",
});
