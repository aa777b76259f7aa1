//! The states and events of the onboarding machine.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::custom_data::DataStored;
use crate::rules::onboarding::{Answers, DesiredFeature, Details, Onboarded, Purpose, WorkRole};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// The answer to making a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProjectMade {
    /// It was made.
    Created {},
    /// There is one with this key, so nothing had to be made.
    AlreadyThere {},
    /// It could not be made.
    Refused {
        /// Why.
        notice: Notice,
    },
    /// The server stopped before it could say.
    Interrupted {},
}

/// Where the wizard stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "OnboardingState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nobody was asked.
    Idle {},
    /// It says what this is about.
    Init {
        /// Who is asked.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
    },
    /// It asks what the platform is for.
    Purpose {
        /// Who is asked.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
    },
    /// It asks who they are.
    Details {
        /// Who is asked.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
    },
    /// It asks what they want to do.
    DesiredFeatures {
        /// Who is asked.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
        /// What was wrong with the last try to send it.
        failure: Option<Notice>,
    },
    /// The default project is being made.
    CreatingProject {
        /// Who has answered.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
        /// The same, as it is sent.
        complete: Onboarded,
    },
    /// The answers are being stored.
    Storing {
        /// Who has answered.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
    },
    /// They have answered.
    Finished {},
    /// They want to be asked later.
    Postponed {
        /// What they have answered so far.
        answers: Answers,
    },
    /// That they do not want to be asked again is being stored.
    Dismissing {
        /// Who was asked.
        person: PersonId,
        /// What they have answered.
        answers: Answers,
    },
    /// They do not want to be asked again.
    Dismissed {},
}
named!(State {
    Idle = "idle",
    Init = "init",
    Purpose = "purpose",
    Details = "details",
    DesiredFeatures = "desired_features",
    CreatingProject = "creating_project",
    Storing = "storing",
    Finished = "finished",
    Postponed = "postponed",
    Dismissing = "dismissing",
    Dismissed = "dismissed",
});

/// What happens to the wizard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "OnboardingEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody who owes it lands on quick setup.
    Offer {
        /// Who.
        person: PersonId,
    },
    /// Somebody opens it.
    Begin {
        /// Who.
        person: PersonId,
    },
    /// The browser has kept what was chosen before, in another session.
    Restore {
        /// What the platform is for.
        purpose: Option<Purpose>,
        /// What they do.
        role: Option<WorkRole>,
        /// What they want to do with it.
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// A purpose is chosen.
    Choose {
        /// Which.
        purpose: Purpose,
    },
    /// The details are filled in.
    Describe {
        /// With what.
        details: Details,
    },
    /// Features are chosen.
    Want {
        /// All that are chosen now.
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// A default project is wanted, or not.
    WantProject {
        /// It is.
        wanted: bool,
    },
    /// To the next step.
    Next {},
    /// To the step before.
    Back {},
    /// The answers are sent.
    Send {},
    /// Not now.
    Later {},
    /// Never again.
    Dismiss {},
    /// The project is there, or not.
    #[serde(rename = "projects.create")]
    ProjectMade(ProjectMade),
    /// The answers, or that there are none, are stored, or not.
    #[serde(rename = "access.store_custom_data")]
    Stored(DataStored),
}
named!(Event {
    Offer = "offer",
    Begin = "begin",
    Restore = "restore",
    Choose = "choose",
    Describe = "describe",
    Want = "want",
    WantProject = "want_project",
    Next = "next",
    Back = "back",
    Send = "send",
    Later = "later",
    Dismiss = "dismiss",
    ProjectMade = "projects.create",
    Stored = "access.store_custom_data",
});

/// What a tab may propose over the socket; the details go over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Open it for oneself.
    Begin {},
    /// Hand in what the browser has kept.
    Restore {
        /// What the platform is for.
        #[serde(default)]
        purpose: Option<Purpose>,
        /// What they do.
        #[serde(default)]
        role: Option<WorkRole>,
        /// What they want to do with it.
        #[serde(default)]
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// Choose a purpose.
    Choose {
        /// Which.
        purpose: Purpose,
    },
    /// Choose features.
    Want {
        /// All that are chosen now.
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// Want a default project, or not.
    WantProject {
        /// It is wanted.
        wanted: bool,
    },
    /// To the next step.
    Next {},
    /// To the step before.
    Back {},
    /// Send the answers.
    Send {},
    /// Not now.
    Later {},
    /// Never again.
    Dismiss {},
}
named!(Proposal {
    Begin = "begin",
    Restore = "restore",
    Choose = "choose",
    Want = "want",
    WantProject = "want_project",
    Next = "next",
    Back = "back",
    Send = "send",
    Later = "later",
    Dismiss = "dismiss",
});
