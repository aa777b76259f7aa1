//! Other outcomes than the one that `given` implies, where a scenario names one.

use serde_json::{Map, Value, json};
use waybill_machines::call::Call;
use waybill_machines::secret::PersonId;

use super::super::edge::{Edge, Secret, hex};
use super::super::git;
use super::access::{valid_link, via};
use super::notice;
use crate::format::merge;

/// Merges the answer of a scenario into the one that `given` implies, or into the least that another outcome needs.
pub(crate) fn merged(
    call: &Call,
    default: &Value,
    overrides: &Map<String, Value>,
    edge: &Edge,
) -> Value {
    let mut answer = match overrides.get("outcome") {
        Some(outcome) if default["outcome"] != *outcome => skeleton(call, outcome, edge),
        _ => default.clone(),
    };
    let request = serde_json::to_value(call).unwrap_or_default();
    for (key, value) in overrides {
        // Fields that only the call has select the call.
        if answer.get(key).is_some() || request.get(key).is_none() {
            merge(&mut answer[key], value);
        }
    }
    answer
}

/// The required fields of an outcome.
fn skeleton(call: &Call, outcome: &Value, edge: &Edge) -> Value {
    let person = || match call {
        Call::Authenticate { credentials } => match edge.secret(credentials) {
            Some(Secret::Credentials { user, .. }) => edge.named(user).map(|a| a.person.clone()),
            _ => None,
        },
        Call::ExchangeCode { code, .. } => match edge.secret(code) {
            Some(Secret::SignInCode { user }) => edge.named(user).map(|a| a.person.clone()),
            _ => None,
        },
        Call::CheckPasskey { response, .. } => match edge.secret(response) {
            Some(Secret::Passkey { user }) => edge.named(user).map(|a| a.person.clone()),
            _ => None,
        },
        _ => None,
    };
    let person = || person().unwrap_or_else(|| PersonId("p_00".into()));
    match (call, outcome.as_str().unwrap_or_default()) {
        (Call::Authenticate { .. }, "accepted") => json!({
            "outcome": outcome, "person": person(), "admin": false, "mfa": "none",
            "external_redirect": null,
        }),
        (Call::ExchangeCode { flow, .. }, "accepted") => json!({
            "outcome": outcome, "person": person(), "admin": false, "mfa": "none",
            "account": {"personal": "0".repeat(64)}, "via": via(&flow.provider, ""),
            "external_redirect": null,
        }),
        (Call::CheckPasskey { .. }, "accepted") => json!({
            "outcome": outcome, "person": person(), "admin": false,
            "account": {"personal": "0".repeat(64)}, "passkey": hex("passkey", ""),
            "external_redirect": null,
        }),
        (Call::Authenticate { .. }, "credentials_expired") => {
            json!({"outcome": outcome, "person": person()})
        }
        (Call::CheckResetKey { link }, "valid") => match edge.secret(link) {
            Some(Secret::ResetLink { user }) => {
                let known = edge.named(user).map(|account| account.person.clone());
                valid_link(&known.unwrap_or_else(person))
            }
            _ => valid_link(&person()),
        },
        (Call::LogsConfig { service }, "refused") => {
            json!({"outcome": outcome, "service": service, "notice": notice("unavailable", "")})
        }
        (Call::LogsData { file, .. }, "refused") => {
            json!({"outcome": outcome, "file": file, "notice": notice("unavailable", "")})
        }
        (
            Call::TestGit { .. }
            | Call::CreateGit { .. }
            | Call::UpdateGit { .. }
            | Call::ChooseGitProducts { .. }
            | Call::DeleteGit { .. },
            _,
        ) => git::skeleton(call, outcome),
        (Call::GrantClientLogin { .. }, "granted") => {
            json!({"outcome": outcome, "token_id": "t_1"})
        }
        (Call::GrantClientLogin { .. }, "wrong_code") => json!({"outcome": outcome, "left": 2}),
        (Call::RecentSearches { person }, "failed") => {
            json!({"outcome": outcome, "person": person, "message": "The service did not answer."})
        }
        (Call::RecentSearches { person }, _) => json!({"outcome": outcome, "person": person}),
        (
            Call::ListPackages { request, .. }
            | Call::CountPackages { request, .. }
            | Call::FetchPackage { request, .. }
            | Call::ListVersions { request, .. }
            | Call::FetchVersion { request, .. },
            "failed",
        ) => {
            json!({"outcome": outcome, "request": request, "message": "The service did not answer."})
        }
        (_, "refused" | "forbidden") | (Call::BeginEnrolment { .. }, "failed") => {
            json!({"outcome": outcome, "notice": notice("refused", "")})
        }
        (Call::CreateSupportBundle { service, .. }, "failure") => json!({
            "outcome": outcome, "service": service, "fault": "unavailable",
            "message": "The service did not answer.",
        }),
        (_, "failed") => json!({"outcome": outcome, "message": "The service did not answer."}),
        _ => json!({"outcome": outcome}),
    }
}
