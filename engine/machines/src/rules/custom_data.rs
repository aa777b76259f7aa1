//! What the platform keeps for a user beside the account: how far they have been introduced (ONB-01, ONB-04, NAV-13).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::onboarding::{Answers, DesiredFeature, Onboarded, Purpose, WizardStep, WorkRole};
use crate::sign_in::Notice;

/// Where somebody stands with the onboarding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "onboarding", rename_all = "snake_case", deny_unknown_fields)]
pub enum Introduction {
    /// They have neither finished nor dismissed it.
    Owed {},
    /// They have answered.
    Finished {
        /// What.
        answers: Onboarded,
    },
    /// They do not want to be asked again.
    Dismissed {},
}

impl Default for Introduction {
    fn default() -> Self {
        Self::Owed {}
    }
}

/// What is kept for a user.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CustomData {
    /// The stream of the session in which they were inside for the first time.
    pub first_session: Option<String>,
    /// The onboarding.
    pub introduction: Introduction,
    /// They count as having seen Getting Started (NAV-14).
    pub getting_started_seen: bool,
    /// The steps of the wizard that they have completed (ONB-04).
    pub completed_steps: BTreeSet<WizardStep>,
}

/// A change of what is kept. Each sets what it speaks of, so that asking twice does no harm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum CustomChange {
    /// The onboarding is answered.
    Onboarded {
        /// What.
        answers: Onboarded,
    },
    /// Its owner does not want to be asked again.
    OnboardingDismissed {},
    /// Its owner counts as having seen Getting Started.
    GettingStartedSeen {},
    /// Its owner has completed these steps.
    Personalised {
        /// Which.
        completed_steps: BTreeSet<WizardStep>,
    },
}

impl CustomData {
    /// Takes a change. Who has answered is not asked again, so dismissing comes too late then.
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
        }
    }

    /// They have neither finished nor dismissed the onboarding.
    pub fn owes_onboarding(&self) -> bool {
        self.introduction == (Introduction::Owed {})
    }
}

/// The answer to storing a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum DataStored {
    /// It is kept.
    Accepted {},
    /// It is not.
    Refused {
        /// Why.
        notice: Notice,
    },
    /// The server stopped before it could say.
    Interrupted {},
}

/// What a step of the wizard has come to, without any text that was typed freely: the browser keeps this, and browsers
/// are shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
pub enum StepDataObject {
    /// Nothing is asked.
    Init {},
    /// What the platform is for.
    Purpose {
        /// As chosen.
        purpose: Option<Purpose>,
    },
    /// Who is asking.
    Details {
        /// As chosen.
        role: Option<WorkRole>,
    },
    /// What they want to do with it.
    DesiredFeatures {
        /// As chosen.
        desired_features: BTreeSet<DesiredFeature>,
    },
}

/// A step as personalisation keeps it (ONB-04).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepData {
    /// It was left forward.
    pub is_completed: bool,
    /// What was answered.
    pub step_data_object: StepDataObject,
    /// Its answer counts.
    pub is_valid: bool,
}

/// The steps as personalisation keeps them.
pub type Steps = BTreeMap<WizardStep, StepData>;

impl StepData {
    /// A step as the answers leave it; not completed yet.
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
