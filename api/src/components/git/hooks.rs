//! Hooks of Git integrations: administrators turn them on, and vendors report pushes to them without a session or a
//! token. What they send counts by its signature only.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use waybill_machines::rules::git::GitHook;
use waybill_platform::git::{GitError, HOOK_HEADERS, HookMessage, Now, Pushed, StoredIntegration};
use waybill_platform::secret::Secret;

use super::admin::{admitted, described, supported};
use crate::caller::Admin;
use crate::error::{ApiError, accepted};
use crate::extract::{BODY_WITHIN, Body, PathParams, announces_more};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::git::{
    DescribedGitHook, DescribedGitHooks, DescribedGitIntegration, WantedGitHooks,
};

/// The largest report of a vendor.
pub(super) const HOOK_BYTES_MAX: usize = 1_024 * 1_024;
/// How many reports are received at once: anyone may send them.
static RECEIVING: Semaphore = Semaphore::const_new(32);

/// `PUT integration/{key}/hooks`.
pub async fn switch(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedGitHooks>,
) -> Result<Json<DescribedGitIntegration>, ApiError> {
    supported(&state).await?;
    // Each is a request to the vendor for each repository.
    admitted(&state, &admin)?;
    let context = admin.context(state.engine.now());
    let git = &state.engine.ports().git;
    let changed = if wanted.enabled {
        git.turn_on_hooks(key, Some(state.edge.address.base_url()), context).await
    } else {
        git.turn_off_hooks(key, context).await
    };
    Ok(Json(described(changed?)))
}

/// `POST ui/git/hooks/{key}/{hook}`: it answers at once, and the same for all that is not accepted.
pub async fn receive(
    State(state): State<AppState>,
    PathParams((key, hook)): PathParams<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let too_large = || ApiError::too_large("A report may have at most 1 MiB.");
    if announces_more(&request, HOOK_BYTES_MAX) {
        return Err(too_large());
    }
    // The address of a hook cannot be guessed: only senders that have it take a place.
    if !state.engine.ports().git.has_hook(&key, &hook) {
        return Err(ApiError::of_git(&GitError::HookNotAccepted));
    }
    let place = timeout(BODY_WITHIN, RECEIVING.acquire()).await;
    let _place = place.map_err(|_| ApiError::too_slow())?.map_err(|_| ApiError::internal())?;
    let headers = signing(request.headers());
    let read = timeout(BODY_WITHIN, Bytes::from_request(request, &state)).await;
    let body = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
    if supported(&state).await.is_err() {
        return Err(ApiError::of_git(&GitError::HookNotAccepted));
    }
    let engine = state.engine.clone();
    let now: Now = Arc::new(move || engine.now());
    let message = HookMessage { headers, body };
    let pushed = state.engine.ports().git.take_push(key, hook, message, now).await;
    Ok(match pushed? {
        Pushed::Taken => accepted(),
        Pushed::Ignored => Json(Empty {}).into_response(),
    })
}

/// The headers that name the event and sign it.
fn signing(headers: &HeaderMap) -> BTreeMap<&'static str, Secret> {
    let known = HOOK_HEADERS.into_iter().filter_map(|name| {
        let value = headers.get(name)?.to_str().ok()?;
        Some((name, Secret::new(value)))
    });
    known.collect()
}

/// The chosen repositories, each with its hook and its last scan.
pub(super) fn described_hooks(stored: &StoredIntegration) -> DescribedGitHooks {
    let of_repository = |name: &String| {
        let hook = stored.hooks.as_ref().and_then(|hooks| hooks.repositories.get(name));
        DescribedGitHook {
            repository: name.clone(),
            registered: matches!(hook, Some(GitHook::Registered { .. })),
            why: match hook {
                Some(GitHook::Failed { why }) => Some(*why),
                Some(GitHook::Registered { .. }) | None => None,
            },
            last_scan: stored.scans.get(name).cloned(),
        }
    };
    DescribedGitHooks {
        enabled: stored.hooks.is_some(),
        repositories: stored.repositories.iter().map(of_repository).collect(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    /// covers: [INT-07]
    #[test]
    fn only_headers_that_sign_are_taken() {
        let mut headers = HeaderMap::new();
        headers.insert("x-hub-signature-256", HeaderValue::from_static("sha256=00"));
        headers.insert("X-Gitlab-Token", HeaderValue::from_static("canary"));
        headers.insert("cookie", HeaderValue::from_static("session=1"));
        headers.insert("x-event-key", HeaderValue::from_static("repo:push"));
        let taken = signing(&headers);
        let names: Vec<_> = taken.keys().copied().collect();
        assert_eq!(names, ["x-event-key", "x-gitlab-token", "x-hub-signature-256"]);
        assert!(!format!("{taken:?}").contains("canary"));
    }
}
