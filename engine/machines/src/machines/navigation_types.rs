//! The states and events of the navigation machine.

use serde::{Deserialize, Serialize};

use crate::facts::Facts;
use crate::named;
use crate::rules::guards::Trigger;
use crate::rules::menu::Menu;
use crate::rules::path_memory::{StoredPath, StoredPlace};
use crate::rules::routes::{Place, RouteName, SearchType};

/// The outcome of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The tab is at the requested place.
    Entered,
    /// The tab is at another place.
    Redirected,
    /// The tab stays at the previous place.
    Blocked,
    /// The application could not start, or the redirects did not terminate.
    Failed,
}

/// One redirect of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hop {
    /// The requested route.
    pub route: RouteName,
    /// The guard that decided, or `leads_to` if the route table itself redirects.
    pub guard: String,
    /// The route of the redirect's target.
    pub to: RouteName,
}

/// The decision that led to the tab's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The requested place.
    pub wanted: Place,
    /// The outcome.
    pub outcome: Outcome,
    /// The redirects, in order.
    pub hops: Vec<Hop>,
    /// The sequence number of the record with the facts, if it is not the cause of this record.
    pub facts: Option<u64>,
}

/// Values in the browser that a decision may need.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BrowserValues {
    /// The place that the user requested before they had to sign in.
    pub stored: Option<StoredPlace>,
    /// Whether the browser has the session of a command-line client.
    pub client_session: bool,
    /// Whether the tab was opened with a link for choosing a password; false in records that are older than this field.
    #[serde(default)]
    pub password_link: bool,
    /// Whether the login page leads away to a provider: where the server says so, and the user of this tab has not just
    /// signed out, whom the provider would sign in again (NAV-18). False in records that are older than this field.
    #[serde(default)]
    pub login_leads_away: bool,
}

/// The state of a tab's navigation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "NavigationState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The tab has not requested a place yet.
    Unsettled {},
    /// The tab waits for the application to start.
    Waiting {
        /// The requested place.
        wanted: Place,
        /// How the navigation began.
        trigger: Trigger,
        /// The place of the tab while it waits.
        previous: Option<Place>,
        /// Values in the browser that the decision may need.
        held: BrowserValues,
    },
    /// The tab is at a place.
    Settled {
        /// The place.
        place: Place,
        /// The decision that led there.
        decision: Decision,
        /// The menu of the place.
        menu: Menu,
        /// What the search box searches.
        search: SearchType,
    },
    /// The tab leaves the application.
    Leaving {
        /// The external address.
        url: String,
    },
}
named!(State {
    Unsettled = "unsettled",
    Waiting = "waiting",
    Settled = "settled",
    Leaving = "leaving",
});

/// The events of a tab's navigation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "NavigationEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The tab requests a place.
    Go {
        /// The requested place.
        wanted: Place,
        /// How the navigation began.
        trigger: Trigger,
        /// The sequence number of start-up's record with the facts and the view; none while the application has not
        /// started.
        facts_from: Option<u64>,
        /// Values in the browser that the decision may need.
        held: BrowserValues,
        /// Whether view-as is active; then the decision must not change the session itself.
        viewing: bool,
        /// The facts as guards see them, from the record `facts_from`. Not recorded.
        #[serde(skip)]
        facts: Option<Box<Facts>>,
    },
    /// The application has started.
    ApplicationReady {
        /// The facts that start-up gathered, from the record of the cause. Not recorded.
        #[serde(skip)]
        facts: Option<Box<Facts>>,
    },
    /// The application could not start.
    ApplicationFailed {},
}
named!(Event {
    Go = "go",
    ApplicationReady = "application_ready",
    ApplicationFailed = "application_failed",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Request a place.
    Go {
        /// Path and query under `/ui`.
        path: String,
        /// How the navigation began.
        trigger: Trigger,
        /// The path that the user requested before they had to sign in.
        #[serde(default)]
        stored: Option<StoredPath>,
        /// Whether the browser has the session of a command-line client.
        #[serde(default)]
        client_session: bool,
        /// Whether the tab was opened with a link for choosing a password. The token is for HTTP alone.
        #[serde(default)]
        password_link: bool,
        /// Whether the login page leads away to a provider: where the server says so, and the user of this tab has not
        /// just signed out. Then the tab waits for the facts, which decide.
        #[serde(default)]
        login_leads_away: bool,
    },
}
named!(Proposal { Go = "go" });
