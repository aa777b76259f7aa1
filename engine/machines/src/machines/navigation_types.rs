//! The states and events of the navigation machine.

use serde::{Deserialize, Serialize};

use crate::facts::Facts;
use crate::named;
use crate::rules::guards::Trigger;
use crate::rules::menu::Menu;
use crate::rules::path_memory::{StoredPath, StoredPlace};
use crate::rules::routes::{Place, RouteName, SearchType};

/// How a decision ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The tab is where it wanted to be.
    Entered,
    /// The tab is somewhere else.
    Redirected,
    /// The tab stays where it was.
    Blocked,
    /// The application could not start, or the redirects went in a circle.
    Failed,
}

/// One step of a decision: at this route, this guard sent the tab on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hop {
    /// The route that was asked for.
    pub route: RouteName,
    /// The guard that decided, or `leads_to` where the route table itself leads on.
    pub guard: String,
    /// The route that came of it.
    pub to: RouteName,
}

/// Why a tab is where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Where it wanted to be.
    pub wanted: Place,
    /// How that ended.
    pub outcome: Outcome,
    /// The way.
    pub hops: Vec<Hop>,
    /// The record that the facts came from, where that is not the record's own cause.
    pub facts: Option<u64>,
}

/// What the browser holds that a decision may need.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Where somebody wanted to go before they had to sign in.
    pub stored: Option<StoredPlace>,
    /// The session of a command-line client.
    pub client_session: bool,
}

/// Where a tab is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "NavigationState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It has not asked yet.
    Unsettled {},
    /// It waits for the application.
    Waiting {
        /// Where it wants to be.
        wanted: Place,
        /// How that began.
        trigger: Trigger,
        /// Where it is meanwhile.
        previous: Option<Place>,
        /// What the browser holds.
        held: Held,
    },
    /// It is at a place.
    Settled {
        /// The place.
        place: Place,
        /// Why.
        decision: Decision,
        /// The menu beside it.
        menu: Menu,
        /// What the search box looks for.
        search: SearchType,
    },
    /// It is on its way out of the application.
    Leaving {
        /// Where to.
        url: String,
    },
}
named!(State {
    Unsettled = "unsettled",
    Waiting = "waiting",
    Settled = "settled",
    Leaving = "leaving",
});

/// What happens to a tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "NavigationEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It wants to be somewhere.
    Go {
        /// Where.
        wanted: Place,
        /// How that began.
        trigger: Trigger,
        /// The record of start-up that holds the facts and the view; none while the application has not started.
        facts_from: Option<u64>,
        /// What the browser holds.
        held: Held,
        /// An administrator views the console as somebody else: nothing that is decided may touch the session itself.
        viewing: bool,
        /// The facts as guards see them, which `facts_from` names. Not recorded.
        #[serde(skip)]
        facts: Option<Box<Facts>>,
    },
    /// The application is there.
    ApplicationReady {
        /// What start-up gathered, which the record of the cause holds. Not recorded.
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
    /// Go somewhere.
    Go {
        /// Path and query under `/ui`.
        path: String,
        /// How that began.
        trigger: Trigger,
        /// Where somebody wanted to go before they had to sign in.
        #[serde(default)]
        stored: Option<StoredPath>,
        /// The browser holds the session of a command-line client.
        #[serde(default)]
        client_session: bool,
    },
}
named!(Proposal { Go = "go" });
