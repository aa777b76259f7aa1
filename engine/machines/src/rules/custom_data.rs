//! The custom data of a user, stored with the account: onboarding and introduction (ONB-01, ONB-04,
//! NAV-13), and recent searches (SEARCH-06).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::onboarding::{Answers, DesiredFeature, Onboarded, Purpose, WizardStep, WorkRole};
use super::search::{StoredSearch, remember};
use crate::sign_in::Notice;

/// The onboarding status of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "onboarding", rename_all = "snake_case", deny_unknown_fields)]
pub enum Introduction {
    /// The user has neither finished nor dismissed the onboarding.
    Owed {},
    /// The user has finished the onboarding.
    Finished {
        /// The answers.
        answers: Onboarded,
    },
    /// The user does not want to be asked again.
    Dismissed {},
}

impl Default for Introduction {
    fn default() -> Self {
        Self::Owed {}
    }
}

/// The custom data of a user.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CustomData {
    /// The stream of the session in which the user entered the console for the first time.
    pub first_session: Option<String>,
    /// The onboarding status.
    pub introduction: Introduction,
    /// Whether the user is treated as having seen Getting Started (NAV-14).
    pub getting_started_seen: bool,
    /// The steps of the wizard that the user has completed (ONB-04).
    pub completed_steps: BTreeSet<WizardStep>,
    /// The recent searches of the user, the newest first (SEARCH-06).
    pub recent_searches: Vec<StoredSearch>,
}

/// A change of the custom data. Each sets absolute values, so applying it twice has no further effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum CustomChange {
    /// The onboarding is finished.
    Onboarded {
        /// The answers.
        answers: Onboarded,
    },
    /// The user does not want to be asked again.
    OnboardingDismissed {},
    /// Getting Started is marked as seen.
    GettingStartedSeen {},
    /// Steps of the wizard are marked as completed.
    Personalised {
        /// All completed steps.
        completed_steps: BTreeSet<WizardStep>,
    },
    /// The user has searched (SEARCH-06).
    Searched {
        /// The search.
        search: StoredSearch,
    },
}

impl CustomData {
    /// Applies a change. A finished onboarding cannot be dismissed.
    pub fn take(&mut self, change: &CustomChange) {
        match change {
            CustomChange::Onboarded { answers } => {
                self.introduction = Introduction::Finished { answers: answers.clone() };
            }
            CustomChange::OnboardingDismissed {} => {
                if self.introduction == (Introduction::Owed {}) {
                    self.introduction = Introduction::Dismissed {};
                }
            }
            CustomChange::GettingStartedSeen {} => self.getting_started_seen = true,
            CustomChange::Personalised { completed_steps } => {
                self.completed_steps.clone_from(completed_steps);
            }
            CustomChange::Searched { search } => {
                remember(&mut self.recent_searches, search.clone());
            }
        }
    }

    /// Whether the onboarding is still due.
    pub fn owes_onboarding(&self) -> bool {
        self.introduction == (Introduction::Owed {})
    }
}

/// The answer of the access service to storing a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum DataStored {
    /// The change is stored.
    Accepted {},
    /// The change could not be stored.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The choices of a wizard step, without any free text: they are stored in the browser, which several people may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
pub enum StepDataObject {
    /// The introduction, which has no choices.
    Init {},
    /// The purpose step.
    Purpose {
        /// The chosen purpose.
        purpose: Option<Purpose>,
    },
    /// The details step.
    Details {
        /// The chosen role.
        role: Option<WorkRole>,
    },
    /// The features step.
    DesiredFeatures {
        /// The chosen features.
        desired_features: BTreeSet<DesiredFeature>,
    },
}

/// The data of a step in personalisation (ONB-04).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepData {
    /// Whether the user has gone on to the next step.
    pub is_completed: bool,
    /// The choices of the step.
    pub step_data_object: StepDataObject,
    /// Whether the answers of the step are valid.
    pub is_valid: bool,
}

/// The data of all steps.
pub type Steps = BTreeMap<WizardStep, StepData>;

impl StepData {
    /// The data of a step from the current answers, not completed yet.
    pub fn of(step: WizardStep, answers: &Answers) -> Self {
        let step_data_object = match step {
            WizardStep::Init => StepDataObject::Init {},
            WizardStep::Purpose => StepDataObject::Purpose { purpose: answers.purpose },
            WizardStep::Details => StepDataObject::Details { role: answers.details.role },
            WizardStep::DesiredFeatures => StepDataObject::DesiredFeatures {
                desired_features: answers.desired_features.clone(),
            },
        };
        Self { is_completed: false, step_data_object, is_valid: answers.check(step).is_ok() }
    }
}
