//! The access service of a scenario: it knows the users of `given`, and what a step has sent.

use serde_json::{Value, json};
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::{PasskeyPurpose, SignInFlow, SignInPurpose};

use super::super::edge::{Edge, Secret, hex};
use super::{interrupted, refused};
use crate::format::{CodeWord, CurrentWord, Given};

pub(super) fn authenticate(secret: Option<&Secret>, given: &Given, edge: &Edge) -> Value {
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
pub(super) fn exchange_code(
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
pub(super) fn via(provider: &str, user: &str) -> Value {
    json!({"provider": provider, "identity": hex("identity", user), "session": null, "saml": null})
}

/// An authenticator has a passkey of the user whom the step names.
pub(super) fn check_passkey(
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

pub(super) fn check_code(secret: Option<&Secret>) -> Value {
    match secret {
        Some(Secret::Code(CodeWord::Correct)) => json!({"outcome": "accepted"}),
        Some(Secret::Code(CodeWord::Wrong)) => refused("invalid_code", "Incorrect code."),
        Some(Secret::Code(CodeWord::Reused)) => {
            refused("code_already_used", "The code has been used already.")
        }
        _ => interrupted(),
    }
}

pub(super) fn confirm_client(secret: Option<&Secret>) -> Value {
    match secret {
        Some(Secret::Code(CodeWord::Correct)) => json!({"outcome": "granted", "token_id": "t_1"}),
        Some(Secret::Code(CodeWord::Wrong)) => json!({"outcome": "wrong_code", "left": 2}),
        Some(Secret::Code(CodeWord::Reused)) => {
            refused("client_login_answered", "This client has been answered already.")
        }
        _ => interrupted(),
    }
}

pub(super) fn change_password(person: &PersonId, secret: Option<Secret>, edge: &mut Edge) -> Value {
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

pub(super) fn check_reset_key(secret: Option<&Secret>, edge: &Edge) -> Value {
    let Some(Secret::ResetLink { user }) = secret else { return interrupted() };
    match edge.named(user) {
        Some(account) => valid_link(&account.person),
        None => refused("link_refused", "This link does not work any longer."),
    }
}

/// A link that works until long after every scenario.
pub(super) fn valid_link(person: &PersonId) -> Value {
    json!({"outcome": "valid", "person": person, "until": "2100-01-01T00:00:00.000Z"})
}

pub(super) fn reset_password(person: &PersonId, secret: Option<Secret>, edge: &mut Edge) -> Value {
    let Some(Secret::ResetPassword { new }) = secret else { return interrupted() };
    if let Some(account) = edge.account_mut(person) {
        account.password = new;
        account.must_change_password = false;
    }
    json!({"outcome": "accepted"})
}
