//! The Git integrations of a scenario: vendors that accept every token, and what was connected to them so far.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use waybill_machines::call::Call;
use waybill_machines::machines::git_integration::{GitChange, GitDone, GitListed, GitTested};
use waybill_machines::rules::git::{GitFields, GitProduct, Vendor, vendor_items};
use waybill_machines::secret::Digest;
use waybill_machines::sign_in::Notice;

use super::edge::hex;

/// The address of every scenario's platform.
const BASE_URL: &str = "https://waybill.example.org/";

/// The integrations by key, and how many were created.
#[derive(Debug, Default)]
pub(crate) struct GitService {
    connected: BTreeMap<String, (Vendor, BTreeSet<GitProduct>)>,
    created: u32,
}

/// The answer to a call of the integrations; null for another call.
pub(super) fn answer(call: &Call, service: &GitService) -> Value {
    match call {
        Call::ListGit {} => {
            let all = service.connected.values().map(|(vendor, products)| (*vendor, products));
            let base_url = Some(BASE_URL.to_owned());
            json!(GitListed::Received { base_url, vendors: vendor_items(all) })
        }
        Call::TestGit { fields, token, .. } => {
            let (fields, token, mark) = (fields.clone(), token.clone(), mark(fields));
            json!(GitTested::Passed { fields, token, mark })
        }
        _ => changed(call, service).unwrap_or_default(),
    }
}

fn changed(call: &Call, service: &GitService) -> Option<Value> {
    let of = GitChange::of_call(call)?;
    let key = match &of {
        GitChange::Create { .. } => format!("git_{}", service.created + 1),
        GitChange::Update { key, .. }
        | GitChange::Products { key, .. }
        | GitChange::Delete { key } => key.clone(),
    };
    Some(json!(GitDone::Done { of, key }))
}

/// The required fields of another outcome of a call; null for another call.
pub(super) fn skeleton(call: &Call, outcome: &Value) -> Value {
    let mut answer = json!({"outcome": outcome});
    match call {
        Call::TestGit { fields, token, .. } => {
            answer["fields"] = json!(fields);
            answer["token"] = json!(token);
        }
        _ => match GitChange::of_call(call) {
            Some(of) => answer["of"] = json!(of),
            None => return Value::Null,
        },
    }
    if outcome == "refused" {
        answer["notice"] = json!(Notice::new("git_refused", ""));
    }
    answer
}

/// The mark of the token that was tested with these fields, without the name.
fn mark(fields: &GitFields) -> Digest {
    let GitFields { vendor, url, user_name, .. } = fields;
    Digest(hex("git", &format!("{}\0{url}\0{user_name}", vendor.key())))
}

/// Applies the effect of an answer to what is connected.
pub(super) fn apply_answer(call: &Call, answer: &Value, service: &mut GitService) {
    let (Some("done"), Some(key)) = (answer["outcome"].as_str(), answer["key"].as_str()) else {
        return;
    };
    match call {
        Call::CreateGit { fields, .. } => {
            service.created += 1;
            service.connected.insert(key.to_owned(), (fields.vendor, BTreeSet::new()));
        }
        Call::ChooseGitProducts { products, .. } => {
            if let Some((_, chosen)) = service.connected.get_mut(key) {
                chosen.clone_from(products);
            }
        }
        Call::DeleteGit { .. } => {
            service.connected.remove(key);
        }
        _ => {}
    }
}
