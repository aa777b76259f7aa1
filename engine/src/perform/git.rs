//! The calls of Git integrations (INT-03 to INT-07). A token arrives as a handle, and no answer has one.

use std::collections::BTreeSet;

use waybill_machines::AnyEvent;
use waybill_machines::machines::git_integration::{
    Event, GitChange, GitDone, GitListed, GitTested,
};
use waybill_machines::rules::git::{GitFields, GitProduct, vendor_items};
use waybill_machines::secret::{Digest, Handle};
use waybill_machines::sign_in::Notice;
use waybill_platform::git::{GitError, StoredIntegration};
use waybill_platform::secret::{Payload, Secret};

use super::{Request, unavailable};
use crate::git::{code_of_git, scans_git};

/// INT-06: the address of the platform, and the vendors with what is connected to them. A failed list is only logged
/// (INT-07).
pub(super) async fn list(request: &Request<'_>) -> Option<AnyEvent> {
    let answer = match integrations(request).await {
        Ok(all) => {
            let of_vendors = all.iter().map(|one| (one.fields.vendor, &one.products));
            let base_url = request.services.base_url.clone();
            GitListed::Received { base_url, vendors: vendor_items(of_vendors) }
        }
        Err(notice) => {
            let (code, message) = (&notice.code, &notice.message);
            tracing::warn!(code, message, "the Git integrations cannot be listed");
            GitListed::Refused { notice }
        }
    };
    Some(Event::Listed(answer).into())
}

async fn integrations(request: &Request<'_>) -> Result<Vec<StoredIntegration>, Notice> {
    allowed(request).await?;
    request.ports().git.integrations().await.map_err(|error| notice(&error))
}

/// INT-04: whether the vendor accepts the user with the token.
pub(super) async fn test(
    request: &Request<'_>,
    key: Option<String>,
    fields: &GitFields,
    handle: Option<&Handle>,
) -> Option<AnyEvent> {
    let Ok(token) = taken(request, handle) else { return request.interrupted() };
    let tested = tested(request, key, fields, token).await;
    let (fields, token) = (Box::new(fields.clone()), handle.cloned());
    let answer = match tested {
        Ok(mark) => GitTested::Passed { fields, token, mark },
        Err(notice) => GitTested::Refused { fields, token, notice },
    };
    Some(Event::Tested(answer).into())
}

async fn tested(
    request: &Request<'_>,
    key: Option<String>,
    fields: &GitFields,
    token: Option<Secret>,
) -> Result<Digest, Notice> {
    allowed(request).await?;
    admitted(request)?;
    let answer = request.ports().git.test(key, fields.clone(), token).await;
    answer.map_err(|error| notice(&error))
}

pub(super) async fn create(
    request: &Request<'_>,
    fields: &GitFields,
    token: &Handle,
    mark: &Digest,
) -> Option<AnyEvent> {
    let Ok(Some(token)) = taken(request, Some(token)) else { return request.interrupted() };
    let created = async {
        allowed(request).await?;
        let (fields, context) = (fields.clone(), request.context.clone());
        let answer = request.ports().git.create(fields, token, Some(mark.clone()), context).await;
        answer.map_err(|error| notice(&error))
    };
    let of = GitChange::Create { fields: Box::new(fields.clone()) };
    Some(Event::Created(done(of, created.await)).into())
}

/// Changes an integration. Without a token the stored one stays, for the same connection.
pub(super) async fn update(
    request: &Request<'_>,
    key: &str,
    fields: &GitFields,
    token: Option<&Handle>,
    mark: Option<Digest>,
) -> Option<AnyEvent> {
    let Ok(token) = taken(request, token) else { return request.interrupted() };
    let updated = async {
        allowed(request).await?;
        let (key, context) = (key.to_owned(), request.context.clone());
        let answer = request.ports().git.update(key, fields.clone(), token, mark, context).await;
        answer.map_err(|error| notice(&error))
    };
    let of = GitChange::Update { key: key.to_owned(), fields: Box::new(fields.clone()) };
    Some(Event::Updated(done(of, updated.await)).into())
}

pub(super) async fn choose(
    request: &Request<'_>,
    key: &str,
    products: &BTreeSet<GitProduct>,
) -> Option<AnyEvent> {
    let chosen = async {
        allowed(request).await?;
        let (key, context) = (key.to_owned(), request.context.clone());
        let answer = request.ports().git.choose_products(key, products.clone(), context).await;
        answer.map_err(|error| notice(&error))
    };
    let of = GitChange::Products { key: key.to_owned(), products: products.clone() };
    Some(Event::Chosen(done(of, chosen.await)).into())
}

pub(super) async fn delete(request: &Request<'_>, key: &str) -> Option<AnyEvent> {
    let deleted = async {
        allowed(request).await?;
        let answer = request.ports().git.delete(key.to_owned(), request.context.clone()).await;
        answer.map_err(|error| notice(&error))
    };
    let of = GitChange::Delete { key: key.to_owned() };
    let answer = match deleted.await {
        Ok(()) => GitDone::Done { of, key: key.to_owned() },
        Err(notice) => GitDone::Refused { of, notice },
    };
    Some(Event::Deleted(answer).into())
}

fn done(of: GitChange, changed: Result<StoredIntegration, Notice>) -> GitDone {
    match changed {
        Ok(stored) => GitDone::Done { of, key: stored.key },
        Err(notice) => GitDone::Refused { of, notice },
    }
}

/// A handle whose secret is gone.
struct Gone;

/// The token behind a handle, if there is a handle.
fn taken(request: &Request<'_>, handle: Option<&Handle>) -> Result<Option<Secret>, Gone> {
    let Some(handle) = handle else { return Ok(None) };
    match request.take(handle) {
        Some((Payload::GitToken(token), _)) => Ok(Some(token)),
        _ => Err(Gone),
    }
}

/// Only administrators have Git integrations, where the installation supports them.
async fn allowed(request: &Request<'_>) -> Result<(), Notice> {
    match request.is_admin().await {
        Ok(true) => {}
        Ok(false) => {
            let message = "Only administrators connect Git vendors.";
            return Err(Notice::new("not_authorised", message));
        }
        Err(error) => return Err(unavailable(&error)),
    }
    match scans_git(request.ports()).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            let message = "This installation does not support Git integrations.";
            Err(Notice::new("git_unavailable", message))
        }
        Err(error) => Err(Notice::new("unavailable", &error.to_string())),
    }
}

/// Uses one test of the user.
fn admitted(request: &Request<'_>) -> Result<(), Notice> {
    let Some(person) = request.person() else { return Ok(()) };
    request.services.git_requests.admit(person).map_err(|exceeded| {
        let wait_ms = i64::try_from(exceeded.wait.as_millis()).unwrap_or(i64::MAX);
        let message = "You have had too many connections tested. Try again in a moment.";
        Notice {
            retry_at: Some(request.context.at.plus_ms(wait_ms)),
            ..Notice::new("too_many_requests", message)
        }
    })
}

fn notice(error: &GitError) -> Notice {
    if let GitError::Vault(_) | GitError::Stream(_) | GitError::Stopped(_) = error {
        tracing::error!(%error, "the service of Git integrations failed");
    }
    Notice::new(&code_of_git(error), &error.to_string())
}
