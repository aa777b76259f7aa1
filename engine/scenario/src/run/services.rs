//! The services of a scenario: the default answers to calls.

mod access;
mod outcomes;

use serde_json::{Value, json};
use waybill_machines::call::Call;
use waybill_machines::facts::User;
use waybill_machines::rules::custom_data::CustomChange;
use waybill_machines::rules::search::remember;
use waybill_machines::rules::services::NodeRef;
use waybill_machines::unanswered_call;

use super::edge::{Edge, Secret};
use crate::format::Given;
use access::{
    authenticate, change_password, check_code, check_passkey, check_reset_key, confirm_client,
    exchange_code, reset_password,
};

pub(crate) use outcomes::merged;

/// A notice of a service.
fn notice(code: &str, message: &str) -> Value {
    json!({"code": code, "message": message, "retry_at": null})
}

fn refused(code: &str, message: &str) -> Value {
    json!({"outcome": "refused", "notice": notice(code, message)})
}

/// The answer to a call that `given` implies, without its `type`; none for a call that no port answers.
pub(crate) fn answer(call: &Call, given: &Given, edge: &mut Edge) -> Option<Value> {
    Some(match call {
        Call::Authenticate { credentials } => {
            let secret = edge.secret(credentials).cloned();
            authenticate(secret.as_ref(), given, edge)
        }
        Call::LogOut { .. } | Call::RemoveSupportBundle { .. } => json!({"outcome": "done"}),
        Call::ExchangeCode { flow, code } => {
            let secret = edge.secret(code).cloned();
            exchange_code(secret.as_ref(), flow, given, edge)
        }
        Call::CheckPasskey { ceremony, response } => {
            let secret = edge.secret(response).cloned();
            check_passkey(secret.as_ref(), ceremony.purpose, given, edge)
        }
        Call::BeginEnrolment { .. } => json!({"outcome": "ready"}),
        Call::ConfirmEnrolment { code, .. }
        | Call::VerifyCode { code, .. }
        | Call::VerifyRecovery { code, .. } => check_code(edge.secret(code)),
        Call::ChangePassword { person, passwords } => {
            let secret = edge.secret(passwords).cloned();
            change_password(person, secret, edge)
        }
        Call::GrantClientLogin { code, .. } => confirm_client(edge.secret(code)),
        // The same for all, so that it does not reveal whether there is such an account.
        Call::SendResetLink { account } => match edge.secret(account) {
            Some(Secret::Account) => json!({"outcome": "sent"}),
            _ => interrupted(),
        },
        Call::CheckResetKey { link } => check_reset_key(edge.secret(link), edge),
        Call::ResetPassword { person, secrets } => {
            let secret = edge.secret(secrets).cloned();
            reset_password(person, secret, edge)
        }
        Call::CheckSession {} => json!({"outcome": "valid"}),
        Call::StoreCustomData { .. } => json!({"outcome": "accepted"}),
        Call::RecentSearches { person } => {
            let searches = edge.recent_searches.get(person).cloned().unwrap_or_default();
            json!({"outcome": "loaded", "person": person, "searches": searches})
        }
        Call::CreateProject { project_key, .. } => {
            let known = edge.projects.contains(project_key);
            json!({"outcome": if known { "already_there" } else { "created" }})
        }
        Call::CurrentUser { person } => {
            let account = person.as_ref().and_then(|person| edge.account(person));
            loaded(&json!({
                "user": account.map_or_else(User::anonymous, |account| account.user.clone()),
                "single_sign_on": edge.facts.single_sign_on,
                "anonymous_allowed": edge.facts.anonymous_allowed,
                "anonymous_ui_blocked": edge.facts.anonymous_ui_blocked,
                "external_redirect": edge.facts.installation.external_redirect,
            }))
        }
        Call::Footer {} => loaded(&Value::Null),
        Call::Services {} => loaded(&json!(edge.facts.services)),
        Call::Entitlements {} => loaded(&json!(edge.facts.licence)),
        Call::LoadSettings {} => loaded(&json!(edge.facts.installation)),
        Call::CreateSupportBundle { service, .. } => json!({
            "outcome": "success",
            "service": service,
            "archive": {
                "bytes": 4_096, "digest": "0".repeat(64), "files": 6, "redacted": 2, "shortened": 0,
            },
        }),
        Call::LogsConfig { service } => json!({
            "outcome": "told", "service": service, "nodes": ["node-1"],
            "logs": [format!("{service}-service.log"), format!("{service}-request.log")],
            "refresh_rate_millis": null,
        }),
        // The log grows with each request.
        Call::LogsData { file, file_size, .. } => json!({
            "outcome": "told", "file": file,
            "read": {
                "file_size": file_size + 100, "generation": "first", "gap": null,
                "last_update_modified": "", "last_update_label": "", "digest": "0".repeat(64),
            },
        }),
        Call::ListPackages { .. }
        | Call::CountPackages { .. }
        | Call::FetchPackage { .. }
        | Call::ListVersions { .. }
        | Call::FetchVersion { .. } => super::packages::answer(call, given),
        Call::ListGit {}
        | Call::TestGit { .. }
        | Call::CreateGit { .. }
        | Call::UpdateGit { .. }
        | Call::ChooseGitProducts { .. }
        | Call::DeleteGit { .. } => super::git::answer(call, &edge.git),
        Call::RetentionStatus {} => {
            json!({"outcome": "told", "enabled": given.target_bundle_retention})
        }
        // All given services are healthy; an offline node must be stated in the answer.
        Call::NodeStatus {} | Call::ServiceStatus {} => {
            let nodes = u32::try_from(edge.facts.services.len()).unwrap_or(u32::MAX);
            loaded(&json!({"nodes": nodes, "offline": 0, "unhealthy": 0}))
        }
        Call::RemoveNode { node } => remove_node(node, edge),
        unanswered_call!() => return None,
    })
}

fn remove_node(node: &NodeRef, edge: &mut Edge) -> Value {
    if edge.removed_nodes.insert(node.clone()) {
        json!({"outcome": "removed"})
    } else {
        refused("node_removed_already", "this node has been removed already")
    }
}

/// Applies the effects of an answer to the state of the services.
pub(crate) fn apply_answer(call: &Call, answer: &Value, edge: &mut Edge) {
    super::git::apply_answer(call, answer, &mut edge.git);
    match (call, answer["outcome"].as_str().unwrap_or_default()) {
        (
            Call::StoreCustomData { person, change: CustomChange::Searched { search } },
            "accepted",
        ) => {
            let searches = edge.recent_searches.entry(person.clone()).or_default();
            remember(searches, search.clone());
        }
        (Call::StoreCustomData { person, change }, "accepted") => {
            let settles = matches!(
                change,
                CustomChange::Onboarded { .. } | CustomChange::OnboardingDismissed {}
            );
            if let Some(account) = edge.account_mut(person).filter(|_| settles) {
                account.user.onboarding_owed = false;
            }
        }
        (Call::CreateProject { project_key, .. }, "created") => {
            edge.projects.insert(project_key.clone());
        }
        // The next sign-in is no longer the first.
        (Call::LogOut { person, .. }, "done") => {
            if let Some(account) = edge.account_mut(person) {
                account.user.first_login = false;
            }
        }
        _ => {}
    }
}

fn loaded(value: &Value) -> Value {
    json!({"outcome": "loaded", "value": value})
}

fn interrupted() -> Value {
    json!({"outcome": "interrupted"})
}
