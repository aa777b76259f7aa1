//! The Git integrations of a scenario: vendors that accept every token, and what was connected to them so far.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use waybill_machines::call::Call;
use waybill_machines::machines::git_integration::{GitDone, GitListed, GitTested};
use waybill_machines::rules::git::{GitFields, GitProduct, Vendor, vendor_items};
use waybill_machines::secret::Digest;

use super::edge::hex;

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
            json!(GitListed::Received { vendors: vendor_items(all) })
        }
        Call::TestGit { fields, .. } => {
            json!(GitTested::Passed { fields: fields.clone(), mark: mark(fields) })
        }
        Call::CreateGit { .. } => {
            json!(GitDone::Done { key: format!("git_{}", service.created + 1) })
        }
        Call::UpdateGit { key, .. }
        | Call::ChooseGitProducts { key, .. }
        | Call::DeleteGit { key } => json!(GitDone::Done { key: key.clone() }),
        _ => Value::Null,
    }
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
