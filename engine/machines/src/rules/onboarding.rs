//! What the onboarding wizard asks, and when an answer counts (ONB-01, ONB-02).
//!
//! What was typed freely is known here by its digest only: whether there is a text drives the wizard, what it says
//! never does. An [`Onboarded`] can hold nothing that the rules forbid; it comes of [`Answers::complete`].

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::machine::Rejection;
use crate::secret::Personal;

/// The steps of the wizard, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WizardStep {
    /// What this is about.
    Init,
    /// What the platform is for.
    Purpose,
    /// Who is asking.
    Details,
    /// What they want to do with it.
    DesiredFeatures,
}

/// What the platform is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A company's work.
    Commercial,
    /// A project of one's own.
    Personal,
}

/// What somebody does for a living.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WorkRole {
    /// One who builds and runs.
    DevopsEngineer,
    /// Software Developer.
    SoftwareDeveloper,
    /// One who minds security as well.
    DevsecopsEngineer,
    /// Something else, which they say in their own words.
    Other,
}

/// What somebody wants to do with the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DesiredFeature {
    /// Binary management.
    BinaryManagement,
    /// Team Administration.
    TeamAdministration,
    /// Single Sign On.
    SingleSignOn,
    /// Vulnerabilities Scanning.
    VulnerabilitiesScanning,
    /// License Compliance Checks.
    LicenceComplianceChecks,
    /// CI/CD.
    ContinuousIntegration,
    /// Container Registry.
    ContainerRegistry,
    /// Software Bill Of Materials (SBOM).
    SoftwareBillOfMaterials,
}

/// What the details step asks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Details {
    /// What they do.
    pub role: Option<WorkRole>,
    /// In their own words, for [`WorkRole::Other`].
    pub other_role: Option<Personal>,
    /// The company, for [`Purpose::Commercial`].
    pub company_name: Option<Personal>,
    /// The open-source project, for [`Purpose::Personal`]; nobody has to have one.
    pub oss_project_name: Option<Personal>,
}

/// What has been answered so far. Not all of it need count.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// What the platform is for.
    pub purpose: Option<Purpose>,
    /// Who is asking.
    pub details: Details,
    /// What they want to do with it.
    pub desired_features: BTreeSet<DesiredFeature>,
    /// A default project is to be made (ONB-03).
    pub default_project: bool,
}

/// What keeps a step from counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// No purpose is chosen.
    PurposeMissing,
    /// No role is chosen.
    RoleMissing,
    /// Another role is not named.
    OtherRoleMissing,
    /// The company is not named.
    CompanyNameMissing,
    /// No feature is chosen.
    FeatureMissing,
}

impl Problem {
    /// The code, and the field that it is about.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::PurposeMissing => ("purpose_missing", "purpose"),
            Self::RoleMissing => ("role_missing", "role"),
            Self::OtherRoleMissing => ("other_role_missing", "other_role"),
            Self::CompanyNameMissing => ("company_name_missing", "company_name"),
            Self::FeatureMissing => ("feature_missing", "desired_features"),
        }
    }

    /// Why a step cannot be left.
    pub fn rejection(self) -> Rejection {
        let (code, field) = self.words();
        Rejection::new(code).with("field", field)
    }
}

/// Who is asking, with nothing missing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "role", rename_all = "snake_case", deny_unknown_fields)]
pub enum Work {
    /// One who builds and runs.
    DevopsEngineer {},
    /// Software Developer.
    SoftwareDeveloper {},
    /// One who minds security as well.
    DevsecopsEngineer {},
    /// Something else.
    Other {
        /// In their own words.
        other_role: Personal,
    },
}

/// What the platform is for, with nothing missing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "purpose", rename_all = "snake_case", deny_unknown_fields)]
pub enum Occasion {
    /// A company's work.
    Commercial {
        /// The company.
        company_name: Personal,
    },
    /// A project of one's own.
    Personal {
        /// Its name, where it has one.
        oss_project_name: Option<Personal>,
    },
}

/// At least one feature.
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

/// All answers, as they may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Onboarded {
    /// What the platform is for.
    pub occasion: Occasion,
    /// Who is asking.
    pub work: Work,
    /// What they want to do with it.
    pub desired_features: DesiredFeatures,
}

impl Answers {
    /// Whether a step may be left forward, or why not (ONB-02).
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

    fn occasion(&self) -> Result<Occasion, Problem> {
        let details = &self.details;
        Ok(match self.purpose.ok_or(Problem::PurposeMissing)? {
            Purpose::Commercial => {
                let company_name = details.company_name.clone();
                let company_name = company_name.ok_or(Problem::CompanyNameMissing)?;
                Occasion::Commercial { company_name }
            }
            Purpose::Personal => {
                Occasion::Personal { oss_project_name: details.oss_project_name.clone() }
            }
        })
    }

    fn wanted(&self) -> Result<DesiredFeatures, Problem> {
        self.desired_features.clone().try_into().map_err(|_| Problem::FeatureMissing)
    }

    /// The answers as they may be sent, or the first thing that is missing. What belongs to another purpose or role
    /// is not among them.
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
    fn each_step_counts_when_its_rule_says_so() {
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
    fn what_is_sent_holds_nothing_of_another_purpose_and_cannot_be_empty() {
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
