//! Rules about downloads, where files leave the server: whatever address a client has asked, the response says which
//! file it has, and here it is replaced by a refusal or gets the warnings of the rules. A file that belongs to no
//! version of a package is not judged, and a response without the content of a file neither.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use waybill_engine::{Described, WantedVersion, judge_download};
use waybill_machines::Timestamp;
use waybill_machines::machines::download_violations::DownloadViolation;
use waybill_machines::rules::download_rules::{DownloadCondition, DownloadRule};
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::download_rules::{Refusal, StoredRules, Verdict};

use crate::bearer::TokenOwner;
use crate::components::remote_versions::of_upstream;
use crate::downloads::{HolderOfTicket, Served, ServedPart, context_of, person_of};
use crate::error::ApiError;
use crate::state::AppState;

/// How many warnings a response has. Clients take headers of some KiB only.
const WARNINGS_MAX: usize = 4;
/// What npm shows to its user.
const NPM_NOTICE: HeaderName = HeaderName::from_static("npm-notice");

/// Middleware: judges what a response has.
pub async fn apply(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let owner = request.extensions().get::<TokenOwner>().cloned().unwrap_or_default();
    let mut response = next.run(request).await;
    if state.engine.ports().download_rules.current().rules.is_empty() {
        return response;
    }
    let file = response.extensions().get::<ServedPart>().map(|part| part.file.clone());
    let Some(file) = file else { return response };
    match judged(&state, &file).await {
        Ok((_, Verdict::Allowed)) => response,
        Ok((package_type, Verdict::Warned(warnings))) => {
            warn(&mut response, package_type, &warnings);
            response
        }
        Ok((_, Verdict::Refused(refusal))) => {
            let holder = response.extensions().get::<HolderOfTicket>().cloned();
            refused(&state, &file, refusal, &owner, holder.as_ref()).await.into_response()
        }
        Err(error) => error.into_response(),
    }
}

/// Whether rules let a file be downloaded at present, for a page that is about to: by whom the ticket would let in.
///
/// # Errors
///
/// 403 with the reason, if a rule refuses it.
pub async fn check(
    state: &AppState,
    file: &Served,
    holder: &HolderOfTicket,
) -> Result<(), ApiError> {
    match judged(state, file).await? {
        (_, Verdict::Allowed | Verdict::Warned(_)) => Ok(()),
        (_, Verdict::Refused(refusal)) => {
            Err(refused(state, file, refusal, &TokenOwner::default(), Some(holder)).await)
        }
    }
}

/// The answer to a download that a rule refuses. The service log has each, and the records what is due of them. `HEAD`
/// counts too: a client that is refused there never asks for the file.
async fn refused(
    state: &AppState,
    file: &Served,
    refusal: Refusal,
    owner: &TokenOwner,
    holder: Option<&HolderOfTicket>,
) -> ApiError {
    let Refusal { sentences, rule, reason } = refusal;
    tracing::info!(service = "artifactory", reason = sentences, "a download was refused");
    if let Some(WantedVersion { repository_id, package_type, id, .. }) = file.wanted_version() {
        let violation = DownloadViolation {
            rule,
            kind: reason.kind(),
            reason,
            repository: repository_id,
            package_type,
            package: id.package,
            version: id.version,
            path: file.path().to_owned(),
            person: person_of(owner, holder).cloned(),
        };
        let rules = &state.engine.ports().download_rules;
        // Who acts by which means is looked up for what is recorded alone.
        if rules.is_due(&violation, state.engine.now()) {
            rules.violated(violation, context_of(state, owner, holder).await);
        }
    }
    ApiError::download_refused(sentences)
}

/// What the rules say of a file, and the type of its packages. What belongs to no version is allowed.
async fn judged(state: &AppState, file: &Served) -> Result<(PackageType, Verdict), ApiError> {
    let rules = state.engine.ports().download_rules.current();
    let wanted = if rules.rules.is_empty() { None } else { file.wanted_version() };
    let Some(mut wanted) = wanted else { return Ok((file.package_type(), Verdict::Allowed)) };
    if let Some(kept_at) = file.kept_at() {
        wanted.described = Some(described(state, &rules, &wanted, file.path(), kept_at).await);
    }
    let verdict = judge_download(state.engine.ports(), &rules, &wanted, state.engine.now()).await;
    Ok((wanted.package_type, verdict.map_err(|error| ApiError::of_unjudged(&error))?))
}

/// What is known of a version of a remote repository: the time at which the server stored the file, and where a rule
/// asks for it, what the upstream says. Its index is not asked for where only severities count.
async fn described(
    state: &AppState,
    rules: &StoredRules,
    wanted: &WantedVersion,
    path: &str,
    kept_at: Timestamp,
) -> Described {
    let asks_for_index = |rule: &DownloadRule| match rule.condition {
        DownloadCondition::Severity { .. } => false,
        DownloadCondition::Licence { .. } | DownloadCondition::Age { .. } => true,
    };
    let unknown = Described { licence: String::new(), published_at: kept_at };
    if !rules.of(&wanted.repository).any(asks_for_index) {
        return unknown;
    }
    match of_upstream(state, wanted, path).await {
        Ok((licence, published_at)) => {
            Described { licence, published_at: published_at.unwrap_or(kept_at) }
        }
        // It is judged by what is known without the index, which no rule takes for harmless.
        Err(error) => {
            let (code, repository) = (error.into_reason().0, &wanted.repository);
            tracing::warn!(
                service = "artifactory",
                repository,
                code,
                "the index of an upstream says nothing of a download"
            );
            unknown
        }
    }
}

/// Adds warnings in the header that clients of a package type read.
fn warn(response: &mut Response, package_type: PackageType, warnings: &[String]) {
    let mut shown: Vec<String> = warnings.iter().take(WARNINGS_MAX).map(|one| plain(one)).collect();
    if warnings.len() > WARNINGS_MAX {
        shown.push(format!("{} more rules warn of it.", warnings.len() - WARNINGS_MAX));
    }
    let headers = response.headers_mut();
    if package_type == PackageType::Npm {
        if let Ok(notice) = HeaderValue::from_str(&shown.join(" ")) {
            headers.append(NPM_NOTICE, notice);
        }
        return;
    }
    for warning in shown {
        let quoted = warning.replace('\\', "\\\\").replace('"', "\\\"");
        if let Ok(value) = HeaderValue::from_str(&format!("299 - \"{quoted}\"")) {
            headers.append(header::WARNING, value);
        }
    }
}

/// The letters of a text that a header may have, with a question mark in the place of others.
fn plain(text: &str) -> String {
    let is_plain = |letter: char| letter == ' ' || letter.is_ascii_graphic();
    text.chars().map(|letter| if is_plain(letter) { letter } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header_of(package_type: PackageType, name: HeaderName, warnings: &[String]) -> Vec<String> {
        let mut response = Response::default();
        warn(&mut response, package_type, warnings);
        let values = response.headers().get_all(name).iter();
        values.map(|value| value.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn warnings_are_headers_that_clients_read() {
        let warnings: Vec<String> = (1..=6).map(|number| format!("Zoë \"{number}\"\n")).collect();
        let notice = header_of(PackageType::Npm, NPM_NOTICE, &warnings[..2]);
        assert_eq!(notice, ["Zo? \"1\"? Zo? \"2\"?"]);
        let all = header_of(PackageType::Docker, header::WARNING, &warnings);
        assert_eq!(all.len(), WARNINGS_MAX + 1);
        assert_eq!(all[0], "299 - \"Zo? \\\"1\\\"?\"");
        assert_eq!(all[WARNINGS_MAX], "299 - \"2 more rules warn of it.\"");
    }
}
