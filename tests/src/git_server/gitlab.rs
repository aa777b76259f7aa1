//! The REST API of GitLab: `{url}/api/v4`.

use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;

use super::hooks;
use super::repository::{BRANCH, Repository};
use super::site::{Page, Site};
use crate::message::{Received, Reply};

const BASE: &str = "/api/v4";

pub(super) fn answer(site: &Site, request: &Received) -> Reply {
    let Some(parts) = request.parts_below(BASE) else { return error(404, "404 Not Found") };
    let token = request.header("private-token").or_else(|| request.token_of("bearer"));
    let Some(user) = site.user_of(token) else { return error(401, "401 Unauthorized") };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["user"] => Reply::json(200, &json!({"id": 1, "username": user, "state": "active"})),
        ["projects"] => projects(site, request),
        ["projects", project, rest @ ..] => match found(site, project) {
            Some(found) => within(site, found, rest, request),
            None => error(404, "404 Project Not Found"),
        },
        _ => error(404, "404 Not Found"),
    }
}

fn error(status: u16, message: &str) -> Reply {
    Reply::json(status, &json!({"message": message}))
}

/// A project by its number, or by its path with an escaped slash.
fn found<'a>(site: &'a Site, project: &str) -> Option<&'a Repository> {
    let is_it = |found: &&Repository| found.name == project || found.number.to_string() == project;
    site.named(None).into_iter().find(is_it)
}

fn described(site: &Site, repository: &Repository) -> Value {
    let branch = if repository.is_empty() { Value::Null } else { json!(BRANCH) };
    json!({
        "id": repository.number,
        "name": repository.slug(),
        "path": repository.slug(),
        "path_with_namespace": repository.name,
        "default_branch": branch,
        "visibility": if repository.is_private() { "private" } else { "public" },
        "web_url": format!("{}/{}", site.url, repository.name),
        "archived": false,
        "empty_repo": repository.is_empty(),
    })
}

fn projects(site: &Site, request: &Received) -> Reply {
    // Without this, it lists all public projects of the installation.
    let is_member = request.parameter("membership").is_some_and(|value| value == "true");
    if !is_member {
        return Reply::json(200, &json!([]));
    }
    let mut all = site.named(None);
    let in_path = request.parameter("search_namespaces").is_some_and(|value| value == "true");
    if let Some(text) = request.parameter("search").map(str::to_lowercase) {
        all.retain(|one| {
            let name = if in_path { one.name.as_str() } else { one.slug() };
            name.to_lowercase().contains(&text)
        });
    }
    let page = site.page(&all, request, ("per_page", 20));
    let described: Vec<_> = page.items.iter().map(|one| described(site, one)).collect();
    paged(Reply::json(200, &json!(described)), &page)
}

/// With the headers of offset pagination.
fn paged<T>(reply: Reply, page: &Page<'_, T>) -> Reply {
    let next = page.next().map(|next| next.to_string()).unwrap_or_default();
    reply
        .with_header("X-Page", &page.number.to_string())
        .with_header("X-Per-Page", &page.size.to_string())
        .with_header("X-Next-Page", &next)
        .with_header("X-Total", &page.total.to_string())
        .with_header("X-Total-Pages", &page.pages.to_string())
}

fn within(site: &Site, repository: &Repository, rest: &[&str], request: &Received) -> Reply {
    let commit = |revision: &str| repository.commit(revision);
    let commit_of_ref = || commit(request.parameter("ref").unwrap_or("HEAD"));
    match rest {
        [] => Reply::json(200, &described(site, repository)),
        ["repository", "commits", revision] => match commit(revision) {
            Some(id) => Reply::json(200, &json!({"id": id, "title": "The first one"})),
            None => error(404, "404 Commit Not Found"),
        },
        ["repository", "branches", branch] => match commit(branch) {
            Some(id) => Reply::json(200, &json!({"name": branch, "commit": {"id": id}})),
            None => error(404, "404 Branch Not Found"),
        },
        ["repository", "tree"] => match commit_of_ref() {
            Some(id) => tree(site, repository, &id, request),
            None => error(404, "404 Tree Not Found"),
        },
        ["repository", "files", path, "raw"] => {
            let content = commit_of_ref().and_then(|id| repository.file(&id, path));
            match content {
                Some(content) => Reply { content_type: "text/plain", ..Reply::raw(200, content) },
                None => error(404, "404 File Not Found"),
            }
        }
        ["hooks", rest @ ..] => hooks::answer(Vendor::Gitlab, site, repository, rest, request),
        _ => error(404, "404 Not Found"),
    }
}

fn tree(site: &Site, repository: &Repository, commit: &str, request: &Received) -> Reply {
    let is_recursive = request.parameter("recursive").is_some_and(|value| value == "true");
    let mut entries = repository.entries(commit);
    entries.retain(|entry| is_recursive || !entry.path.contains('/'));
    let page = site.page(&entries, request, ("per_page", 20));
    let described = page.items.iter().map(|entry| {
        json!({
            "id": entry.hash,
            "name": entry.name(),
            "type": entry.kind,
            "path": entry.path,
            "mode": entry.mode,
        })
    });
    let described: Vec<_> = described.collect();
    paged(Reply::json(200, &json!(described)), &page)
}
