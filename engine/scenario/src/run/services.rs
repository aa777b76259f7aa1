//! The services of a scenario: the default answers to calls.

use serde_json::{Map, Value, json};
use waybill_machines::call::Call;
use waybill_machines::facts::User;
use waybill_machines::rules::custom_data::CustomChange;
use waybill_machines::rules::search::remember;
use waybill_machines::rules::services::NodeRef;
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::{PasskeyPurpose, SignInFlow, SignInPurpose};
use waybill_machines::unanswered_call;

use super::edge::{Edge, Secret, hex};
use crate::format::{CodeWord, CurrentWord, Given, merge};

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

fn authenticate(secret: Option<&Secret>, given: &Given, edge: &Edge) -> Value {
    let Some(Secret::Credentials { user, password }) = secret else { return interrupted() };
    match edge.named(user) {
        Some(account) if account.password == *password => {
            if account.must_change_password {
                return json!({"outcome": "credentials_expired", "person": account.person});
            }
            json!({
                "outcome": "accepted",
                "person": account.person,
                "admin": account.user.admin,
                "mfa": account.mfa,
                "external_redirect": given.external_redirect,
            })
        }
        // The same answer in both cases does not reveal whether the user exists.
        _ => refused("invalid_credentials", "Incorrect user name or password."),
    }
}

/// A provider proves the identity of the user whom the step names.
fn exchange_code(
    secret: Option<&Secret>,
    flow: &SignInFlow,
    given: &Given,
    edge: &mut Edge,
) -> Value {
    let Some(Secret::SignInCode { user }) = secret else { return interrupted() };
    if flow.purpose == SignInPurpose::Confirm {
        return json!({"outcome": "confirmed"});
    }
    if flow.purpose == SignInPurpose::Link {
        return json!({"outcome": "linked"});
    }
    let Some(account) = edge.named(user).cloned() else {
        return refused("identity_unknown", "This identity belongs to no user here.");
    };
    json!({
        "outcome": "accepted",
        "person": account.person,
        "admin": account.user.admin,
        "mfa": account.mfa,
        "account": edge.personal(&account.name),
        "via": via(&flow.provider, &account.name),
        "external_redirect": given.external_redirect,
    })
}

/// The identity of a user at a provider.
fn via(provider: &str, user: &str) -> Value {
    json!({"provider": provider, "identity": hex("identity", user), "session": null, "saml": null})
}

/// An authenticator has a passkey of the user whom the step names.
fn check_passkey(
    secret: Option<&Secret>,
    purpose: PasskeyPurpose,
    given: &Given,
    edge: &mut Edge,
) -> Value {
    let Some(Secret::Passkey { user }) = secret else { return interrupted() };
    if purpose.creates() {
        return json!({"outcome": "added"});
    }
    if purpose != PasskeyPurpose::SignIn {
        return json!({"outcome": "verified"});
    }
    let Some(account) = edge.named(user).cloned() else {
        return refused("passkey_unknown", "This passkey belongs to no user here.");
    };
    json!({
        "outcome": "accepted",
        "person": account.person,
        "admin": account.user.admin,
        "account": edge.personal(&account.name),
        "passkey": hex("passkey", &account.name),
        "external_redirect": given.external_redirect,
    })
}

fn check_code(secret: Option<&Secret>) -> Value {
    match secret {
        Some(Secret::Code(CodeWord::Correct)) => json!({"outcome": "accepted"}),
        Some(Secret::Code(CodeWord::Wrong)) => refused("invalid_code", "Incorrect code."),
        Some(Secret::Code(CodeWord::Reused)) => {
            refused("code_already_used", "The code has been used already.")
        }
        _ => interrupted(),
    }
}

fn confirm_client(secret: Option<&Secret>) -> Value {
    match secret {
        Some(Secret::Code(CodeWord::Correct)) => json!({"outcome": "granted", "token_id": "t_1"}),
        Some(Secret::Code(CodeWord::Wrong)) => json!({"outcome": "wrong_code", "left": 2}),
        Some(Secret::Code(CodeWord::Reused)) => {
            refused("client_login_answered", "This client has been answered already.")
        }
        _ => interrupted(),
    }
}

fn change_password(person: &PersonId, secret: Option<Secret>, edge: &mut Edge) -> Value {
    let Some(Secret::Passwords { current, new }) = secret else { return interrupted() };
    if current == CurrentWord::Wrong {
        return refused("wrong_password", "The current password is incorrect.");
    }
    if let Some(account) = edge.account_mut(person) {
        account.password = new;
        account.must_change_password = false;
    }
    json!({"outcome": "accepted"})
}

fn check_reset_key(secret: Option<&Secret>, edge: &Edge) -> Value {
    let Some(Secret::ResetLink { user }) = secret else { return interrupted() };
    match edge.named(user) {
        Some(account) => valid_link(&account.person),
        None => refused("link_refused", "This link does not work any longer."),
    }
}

/// A link that works until long after every scenario.
fn valid_link(person: &PersonId) -> Value {
    json!({"outcome": "valid", "person": person, "until": "2100-01-01T00:00:00.000Z"})
}

fn reset_password(person: &PersonId, secret: Option<Secret>, edge: &mut Edge) -> Value {
    let Some(Secret::ResetPassword { new }) = secret else { return interrupted() };
    if let Some(account) = edge.account_mut(person) {
        account.password = new;
        account.must_change_password = false;
    }
    json!({"outcome": "accepted"})
}

fn interrupted() -> Value {
    json!({"outcome": "interrupted"})
}

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
        ) => super::git::skeleton(call, outcome),
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
