//! The states and events of the onboarding machine.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::custom_data::DataStored;
use crate::rules::onboarding::{Answers, DesiredFeature, Details, Onboarded, Purpose, WorkRole};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// The answer of the projects service to creating a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProjectMade {
    /// The project was created.
    Created {},
    /// A project with this key exists.
    AlreadyThere {},
    /// The project could not be created.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of the wizard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "OnboardingState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The wizard has not been opened.
    Idle {},
    /// The introduction.
    Init {
        /// The user who answers.
        person: PersonId,
        /// The answers so far.
        answers: Answers,
    },
    /// The step about the purpose of the platform.
    Purpose {
        /// The user who answers.
        person: PersonId,
        /// The answers so far.
        answers: Answers,
    },
    /// The step about the user.
    Details {
        /// The user who answers.
        person: PersonId,
        /// The answers so far.
        answers: Answers,
    },
    /// The step about the features of interest.
    DesiredFeatures {
        /// The user who answers.
        person: PersonId,
        /// The answers so far.
        answers: Answers,
        /// Why the last attempt to send the answers failed.
        failure: Option<Notice>,
    },
    /// The projects service creates the default project.
    CreatingProject {
        /// The user who has answered.
        person: PersonId,
        /// The answers.
        answers: Answers,
        /// The answers in the form in which they are sent.
        complete: Onboarded,
    },
    /// The access service stores the answers.
    Storing {
        /// The user who has answered.
        person: PersonId,
        /// The answers.
        answers: Answers,
    },
    /// The answers are stored.
    Finished {},
    /// The user wants to answer later.
    Postponed {
        /// The answers so far.
        answers: Answers,
    },
    /// The access service stores that the user does not want to be asked again.
    Dismissing {
        /// The user who was asked.
        person: PersonId,
        /// The answers so far.
        answers: Answers,
    },
    /// The user does not want to be asked again.
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

/// The events of the wizard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "OnboardingEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A user whose onboarding is due enters quick setup.
    Offer {
        /// The user.
        person: PersonId,
    },
    /// The user opens the wizard.
    Begin {
        /// The user.
        person: PersonId,
    },
    /// The browser restores choices from another session.
    Restore {
        /// The purpose of the platform.
        purpose: Option<Purpose>,
        /// The role of the user.
        role: Option<WorkRole>,
        /// The features of interest.
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// The user chooses a purpose.
    Choose {
        /// The chosen purpose.
        purpose: Purpose,
    },
    /// The user fills in the details.
    Describe {
        /// The details.
        details: Details,
    },
    /// The user chooses features.
    Want {
        /// All features that are now chosen.
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// The user chooses whether to create a default project.
    WantProject {
        /// Whether to create it.
        wanted: bool,
    },
    /// Go to the next step.
    Next {},
    /// Go to the previous step.
    Back {},
    /// Send the answers.
    Send {},
    /// Postpone the wizard.
    Later {},
    /// Dismiss the wizard for good.
    Dismiss {},
    /// The answer to creating the project.
    #[serde(rename = "projects.create")]
    ProjectMade(ProjectMade),
    /// The answer to storing the answers or the dismissal.
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

/// What a tab may propose over the socket. The details are sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Open the wizard for the signed-in user.
    Begin {},
    /// Restore choices that the browser has stored.
    Restore {
        /// The purpose of the platform.
        #[serde(default)]
        purpose: Option<Purpose>,
        /// The role of the user.
        #[serde(default)]
        role: Option<WorkRole>,
        /// The features of interest.
        #[serde(default)]
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// Choose a purpose.
    Choose {
        /// The chosen purpose.
        purpose: Purpose,
    },
    /// Choose features.
    Want {
        /// All features that are now chosen.
        desired_features: BTreeSet<DesiredFeature>,
    },
    /// Choose whether to create a default project.
    WantProject {
        /// Whether to create it.
        wanted: bool,
    },
    /// Go to the next step.
    Next {},
    /// Go to the previous step.
    Back {},
    /// Send the answers.
    Send {},
    /// Postpone the wizard.
    Later {},
    /// Dismiss the wizard for good.
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
