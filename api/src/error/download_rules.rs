//! Errors about rules of downloads.

use axum::http::StatusCode;
use waybill_engine::NotJudged;
use waybill_machines::rules::download_rules::DownloadRuleProblem;
use waybill_platform::download_rules::DownloadRulesError;

use super::{ApiError, capitalised};

/// How much of a text is repeated in an error, in characters.
const REPEATED_CHARS_MAX: usize = 80;

impl ApiError {
    /// 403: a rule refuses the download, with the reason as sentences.
    pub fn download_refused(reason: String) -> Self {
        Self::forbidden("download_refused", reason)
    }

    /// Converts why a download cannot be judged: it is not sent then.
    pub fn of_unjudged(error: &NotJudged) -> Self {
        match error {
            NotJudged::Repository(error) => Self::of_repository(error),
            NotJudged::Service(error) => {
                tracing::error!(service = "artifactory", %error, "whether packages are scanned is not known");
                Self::internal()
            }
        }
    }

    /// Converts an error of the service of download rules.
    pub fn of_download_rules(error: &DownloadRulesError) -> Self {
        let in_rule = |at: &usize, field: &str| format!("rules[{at}].{field}");
        match error {
            DownloadRulesError::Problem { at, problem } => {
                let invalid = Self::bad_request(problem.code(), problem.to_string());
                let field = problem.field().map(|field| in_rule(at, field));
                invalid.at(field.as_deref().unwrap_or("rules"))
            }
            DownloadRulesError::UnknownLicence { at, licence } => {
                let licence: String = licence.chars().take(REPEATED_CHARS_MAX).collect();
                let message = format!(
                    "'{licence}' is no identifier of SPDX. Name licences such as GPL-3.0-only, one in each entry."
                );
                let code = DownloadRuleProblem::Licences.code();
                Self::bad_request(code, message).at(&in_rule(at, "condition.refused"))
            }
            DownloadRulesError::EditedMeanwhile => {
                let message = format!("{}. Load them again.", capitalised(&error.to_string()));
                Self::new(StatusCode::CONFLICT, "edited_meanwhile", message).at("revision")
            }
            DownloadRulesError::Stream(_) => {
                tracing::error!(service = "artifactory", %error, "the service of download rules failed");
                Self::unavailable(
                    "Download rules cannot be read or stored at the moment. The log says more.",
                )
            }
            DownloadRulesError::Defect(_) => {
                tracing::error!(service = "artifactory", %error, "the service of download rules failed");
                Self::internal()
            }
        }
    }
}
