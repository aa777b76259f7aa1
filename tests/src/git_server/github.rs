//! The REST API of GitHub Enterprise Server: `{url}/api/v3`, version 2022-11-28.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;

use super::hooks;
use super::repository::{BRANCH, Repository};
use super::site::Site;
use crate::message::{Received, Reply};

const BASE: &str = "/api/v3";
/// The content of a larger file is only answered raw.
const JSON_BYTES_MAX: usize = 1_024 * 1_024;

pub(super) fn answer(site: &Site, request: &Received) -> Reply {
    if request.header("user-agent").is_none_or(str::is_empty) {
        let text = "Request forbidden by administrative rules. Please make sure your request has a User-Agent header";
        return Reply::text(403, text);
    }
    let Some(parts) = request.parts_below(BASE) else { return error(404, "Not Found") };
    let token = request.token_of("bearer").or_else(|| request.token_of("token"));
    let Some(user) = site.user_of(token) else { return error(401, "Bad credentials") };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["user"] => Reply::json(200, &json!({"login": user, "id": 1, "type": "User"})),
        ["user", "repos"] => repositories(site, request),
        ["repos", owner, name, rest @ ..] => match site.repository(owner, name) {
            Some(found) => within(site, found, rest, request),
            None => error(404, "Not Found"),
        },
        _ => error(404, "Not Found"),
    }
}

fn error(status: u16, message: &str) -> Reply {
    let documentation = "https://docs.github.com/rest";
    Reply::json(status, &json!({"message": message, "documentation_url": documentation}))
}

fn described(site: &Site, repository: &Repository) -> Value {
    json!({
        "id": repository.number,
        "name": repository.slug(),
        "full_name": repository.name,
        "owner": {"login": repository.owner(), "type": "User"},
        "private": repository.is_private(),
        "html_url": format!("{}/{}", site.url, repository.name),
        "url": format!("{}{BASE}/repos/{}", site.url, repository.name),
        "archived": false,
        "default_branch": BRANCH,
    })
}

fn repositories(site: &Site, request: &Received) -> Reply {
    let all = site.named(None);
    let page = site.page(&all, request, ("per_page", 30));
    let described: Vec<_> = page.items.iter().map(|one| described(site, one)).collect();
    let reply = Reply::json(200, &json!(described));
    let Some(next) = page.next() else { return reply };
    let link = |page: usize, relation: &str| {
        let target = request.with_parameter("page", &page.to_string());
        format!("<{}{target}>; rel=\"{relation}\"", site.url)
    };
    let links = format!("{}, {}", link(next, "next"), link(page.pages, "last"));
    reply.with_header("Link", &links)
}

fn within(site: &Site, repository: &Repository, rest: &[&str], request: &Received) -> Reply {
    let commit = |revision: &str| repository.commit(revision);
    match rest {
        [] => Reply::json(200, &described(site, repository)),
        ["commits", revision] => match commit(revision) {
            Some(sha) if request.header("accept").is_some_and(|types| types.contains(".sha")) => {
                Reply::text(200, &sha)
            }
            Some(sha) => {
                Reply::json(200, &json!({"sha": sha, "commit": {"message": "The first one"}}))
            }
            None if repository.is_empty() => error(409, "Git Repository is empty."),
            None => error(422, "No commit found for SHA"),
        },
        ["branches", branch] => match commit(branch) {
            Some(sha) => Reply::json(200, &json!({"name": branch, "commit": {"sha": sha}})),
            None => error(404, "Branch not found"),
        },
        ["git", "trees", revision] => match commit(revision) {
            Some(sha) => tree(repository, &sha, request),
            None if repository.is_empty() => error(409, "Git Repository is empty."),
            None => error(404, "Not Found"),
        },
        ["contents", path @ ..] => {
            let found = commit(request.parameter("ref").unwrap_or("HEAD"));
            contents(repository, found.as_deref(), &path.join("/"), request)
        }
        ["hooks", rest @ ..] => hooks::answer(Vendor::Github, site, repository, rest, request),
        _ => error(404, "Not Found"),
    }
}

/// Any value of `recursive` makes it recursive.
fn tree(repository: &Repository, sha: &str, request: &Received) -> Reply {
    let is_recursive = request.parameter("recursive").is_some();
    let mut entries = repository.entries(sha);
    entries.retain(|entry| is_recursive || !entry.path.contains('/'));
    let described = entries.iter().map(|entry| {
        let Some(bytes) = entry.bytes else {
            return json!({"path": entry.path, "mode": entry.mode, "type": entry.kind, "sha": entry.hash});
        };
        json!({"path": entry.path, "mode": entry.mode, "type": entry.kind, "sha": entry.hash, "size": bytes})
    });
    let described: Vec<_> = described.collect();
    Reply::json(200, &json!({"sha": sha, "tree": described, "truncated": false}))
}

fn contents(
    repository: &Repository,
    commit: Option<&str>,
    path: &str,
    request: &Received,
) -> Reply {
    let content = commit.and_then(|commit| repository.file(commit, path));
    let Some(content) = content else { return error(404, "Not Found") };
    if request.header("accept").is_some_and(|types| types.contains("raw")) {
        let content_type = "application/vnd.github.raw+json; charset=utf-8";
        return Reply { content_type, ..Reply::raw(200, content) };
    }
    let is_large = content.len() > JSON_BYTES_MAX;
    let encoded = if is_large { String::new() } else { STANDARD.encode(&content) };
    Reply::json(
        200,
        &json!({
            "type": "file",
            "path": path,
            "size": content.len(),
            "encoding": if is_large { "none" } else { "base64" },
            "content": encoded,
        }),
    )
}
