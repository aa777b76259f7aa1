//! The questions of the onboarding wizard, and when an answer is valid (ONB-01, ONB-02).
//!
//! Free text is known here by its digest only: the wizard depends on whether there is a text, and never on its content.
//! An [`Onboarded`] cannot contain anything that the rules forbid; [`Answers::complete`] creates it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::rejection::{Rejection, RejectionCode};
use crate::secret::Personal;

/// The steps of the wizard, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WizardStep {
    /// The introduction.
    Init,
    /// The purpose of the platform.
    Purpose,
    /// The user's role and organisation.
    Details,
    /// The features of interest.
    DesiredFeatures,
}

/// The purpose of the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Work for a company.
    Commercial,
    /// A personal or open-source project.
    Personal,
}

/// The role of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WorkRole {
    /// Development and operations engineer.
    DevopsEngineer,
    /// Software developer.
    SoftwareDeveloper,
    /// Development, security and operations engineer.
    DevsecopsEngineer,
    /// Another role, which the user describes.
    Other,
}

/// A feature that the user is interested in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DesiredFeature {
    /// Binary management.
    BinaryManagement,
    /// Team administration.
    TeamAdministration,
    /// Single sign-on.
    SingleSignOn,
    /// Vulnerability scanning.
    VulnerabilitiesScanning,
    /// Licence compliance checks.
    LicenceComplianceChecks,
    /// CI/CD.
    ContinuousIntegration,
    /// Container registry.
    ContainerRegistry,
    /// Software bill of materials (SBOM).
    SoftwareBillOfMaterials,
}

/// A free text of the details step has at most this many characters.
pub const TEXT_CHARS_MAX: usize = 200;

/// A free text is too long, or has invisible characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidText;

/// A free text of the details step as it is stored: without surrounding blanks, and none if nothing else is left. It is
/// stored outside the records, so this is checked before it becomes an event.
///
/// # Errors
///
/// [`InvalidText`], if it is longer than [`TEXT_CHARS_MAX`] or has control characters.
pub fn free_text(text: &str) -> Result<Option<&str>, InvalidText> {
    if text.chars().count() > TEXT_CHARS_MAX || text.chars().any(char::is_control) {
        return Err(InvalidText);
    }
    Ok(Some(text.trim()).filter(|text| !text.is_empty()))
}

/// The answers of the details step.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Details {
    /// The role of the user.
    pub role: Option<WorkRole>,
    /// The user's description of [`WorkRole::Other`].
    pub other_role: Option<Personal>,
    /// The company, for [`Purpose::Commercial`].
    pub company_name: Option<Personal>,
    /// The open-source project, for [`Purpose::Personal`]; optional.
    pub oss_project_name: Option<Personal>,
}

/// The answers so far. They need not be valid.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// The purpose of the platform.
    pub purpose: Option<Purpose>,
    /// The user's role and organisation.
    pub details: Details,
    /// The features of interest.
    pub desired_features: BTreeSet<DesiredFeature>,
    /// Whether to create a default project (ONB-03).
    pub default_project: bool,
}

/// Why a step is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// No purpose is chosen.
    PurposeMissing,
    /// No role is chosen.
    RoleMissing,
    /// The other role is not described.
    OtherRoleMissing,
    /// The company is not named.
    CompanyNameMissing,
    /// No feature is chosen.
    FeatureMissing,
}

impl Problem {
    /// The code, and the field that it refers to.
    const fn words(self) -> (RejectionCode, &'static str) {
        match self {
            Self::PurposeMissing => (RejectionCode::PurposeMissing, "purpose"),
            Self::RoleMissing => (RejectionCode::RoleMissing, "role"),
            Self::OtherRoleMissing => (RejectionCode::OtherRoleMissing, "other_role"),
            Self::CompanyNameMissing => (RejectionCode::CompanyNameMissing, "company_name"),
            Self::FeatureMissing => (RejectionCode::FeatureMissing, "desired_features"),
        }
    }

    /// The rejection of an event that would leave the step.
    pub fn rejection(self) -> Rejection {
        let (code, field) = self.words();
        Rejection::new(code).with("field", field)
    }
}

/// The user's role, complete.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "role", rename_all = "snake_case", deny_unknown_fields)]
pub enum Work {
    /// Development and operations engineer.
    DevopsEngineer {},
    /// Software developer.
    SoftwareDeveloper {},
    /// Development, security and operations engineer.
    DevsecopsEngineer {},
    /// Another role.
    Other {
        /// The user's description of it.
        other_role: Personal,
    },
}

/// The purpose of the platform, complete.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "purpose", rename_all = "snake_case", deny_unknown_fields)]
pub enum PurposeDetails {
    /// Work for a company.
    Commercial {
        /// The company.
        company_name: Personal,
    },
    /// A personal or open-source project.
    Personal {
        /// Its name, if it has one.
        oss_project_name: Option<Personal>,
    },
}

/// A non-empty set of features.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(try_from = "BTreeSet<DesiredFeature>", into = "BTreeSet<DesiredFeature>")]
#[cfg_attr(feature = "schema", schemars(extend("minItems" = 1)))]
pub struct DesiredFeatures(BTreeSet<DesiredFeature>);

impl TryFrom<BTreeSet<DesiredFeature>> for DesiredFeatures {
    type Error = &'static str;

    fn try_from(features: BTreeSet<DesiredFeature>) -> Result<Self, Self::Error> {
        if features.is_empty() { Err("at least one feature is needed") } else { Ok(Self(features)) }
    }
}

impl From<DesiredFeatures> for BTreeSet<DesiredFeature> {
    fn from(features: DesiredFeatures) -> Self {
        features.0
    }
}

/// Complete and valid answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Onboarded {
    /// The purpose of the platform.
    pub occasion: PurposeDetails,
    /// The user's role.
    pub work: Work,
    /// The features of interest.
    pub desired_features: DesiredFeatures,
}

impl Answers {
    /// Checks whether a step may be left forward (ONB-02).
    pub fn check(&self, step: WizardStep) -> Result<(), Problem> {
        match step {
            WizardStep::Init => Ok(()),
            WizardStep::Purpose => self.purpose.map(drop).ok_or(Problem::PurposeMissing),
            WizardStep::Details => self.work().and_then(|_| self.occasion()).map(drop),
            WizardStep::DesiredFeatures => self.wanted().map(drop),
        }
    }

    fn work(&self) -> Result<Work, Problem> {
        Ok(match self.details.role.ok_or(Problem::RoleMissing)? {
            WorkRole::DevopsEngineer => Work::DevopsEngineer {},
            WorkRole::SoftwareDeveloper => Work::SoftwareDeveloper {},
            WorkRole::DevsecopsEngineer => Work::DevsecopsEngineer {},
            WorkRole::Other => {
                let other_role = self.details.other_role.clone();
                Work::Other { other_role: other_role.ok_or(Problem::OtherRoleMissing)? }
            }
        })
    }

    fn occasion(&self) -> Result<PurposeDetails, Problem> {
        let details = &self.details;
        Ok(match self.purpose.ok_or(Problem::PurposeMissing)? {
            Purpose::Commercial => {
                let company_name = details.company_name.clone();
                let company_name = company_name.ok_or(Problem::CompanyNameMissing)?;
                PurposeDetails::Commercial { company_name }
            }
            Purpose::Personal => {
                PurposeDetails::Personal { oss_project_name: details.oss_project_name.clone() }
            }
        })
    }

    fn wanted(&self) -> Result<DesiredFeatures, Problem> {
        self.desired_features.clone().try_into().map_err(|_| Problem::FeatureMissing)
    }

    /// The complete answers, or the first problem. Answers that belong to another purpose or role are left out.
    pub fn complete(&self) -> Result<Onboarded, Problem> {
        Ok(Onboarded {
            occasion: self.occasion()?,
            work: self.work()?,
            desired_features: self.wanted()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> Personal {
        Personal::new("0".repeat(64))
    }

    /// covers: [ONB-02]
    #[test]
    fn each_step_is_valid_by_its_own_rule() {
        let mut answers = Answers::default();
        let check = |answers: &Answers, step| answers.check(step).err();
        assert_eq!(check(&answers, WizardStep::Init), None);
        assert_eq!(check(&answers, WizardStep::Purpose), Some(Problem::PurposeMissing));
        answers.purpose = Some(Purpose::Commercial);
        assert_eq!(check(&answers, WizardStep::Purpose), None);
        assert_eq!(check(&answers, WizardStep::Details), Some(Problem::RoleMissing));
        answers.details.role = Some(WorkRole::Other);
        assert_eq!(check(&answers, WizardStep::Details), Some(Problem::OtherRoleMissing));
        answers.details.other_role = Some(text());
        assert_eq!(check(&answers, WizardStep::Details), Some(Problem::CompanyNameMissing));
        answers.purpose = Some(Purpose::Personal);
        assert_eq!(check(&answers, WizardStep::Details), None);
        assert_eq!(answers.complete(), Err(Problem::FeatureMissing));
        answers.desired_features.insert(DesiredFeature::ContainerRegistry);
        assert_eq!(check(&answers, WizardStep::DesiredFeatures), None);
        assert!(answers.complete().is_ok());
    }

    /// covers: [ONB-02]
    #[test]
    fn complete_answers_have_nothing_of_another_purpose_and_are_not_empty() {
        let details = Details {
            role: Some(WorkRole::DevopsEngineer),
            other_role: Some(text()),
            company_name: Some(text()),
            oss_project_name: None,
        };
        let answers = Answers {
            purpose: Some(Purpose::Personal),
            details,
            desired_features: BTreeSet::from([DesiredFeature::SingleSignOn]),
            default_project: false,
        };
        let complete = answers.complete().expect("nothing is missing");
        let json = serde_json::to_string(&complete).expect("answers are JSON");
        assert!(!json.contains("company") && !json.contains("other_role"), "{json}");
        let empty = json.replace(r#"["single_sign_on"]"#, "[]");
        assert_ne!(json, empty);
        assert!(serde_json::from_str::<Onboarded>(&json).is_ok());
        assert!(serde_json::from_str::<Onboarded>(&empty).is_err());
    }
}
