//! The REST API of Bitbucket Cloud: `{url}/2.0`. Lists over all workspaces have been removed from it (CHANGE-2770).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;

use super::hooks;
use super::repository::{BRANCH, Entry, Repository};
use super::site::Site;
use crate::message::{Received, Reply};

const BASE: &str = "/2.0";

pub(super) fn answer(site: &Site, request: &Received) -> Reply {
    let Some(parts) = request.parts_below(BASE) else { return error(404, "Not found") };
    let credentials = request.basic();
    let owner = credentials.as_ref().and_then(|(_, token)| site.user_of(Some(token)));
    let named = credentials.as_ref().map(|(user, _)| user.as_str());
    // The token is valid with the name of its own user only.
    let Some(user) = owner.filter(|owner| Some(*owner) == named) else {
        return error(401, "Token is invalid, expired, or not supported for this endpoint.");
    };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["user"] => Reply::json(
            200,
            &json!({
                "type": "user",
                "uuid": "{7f0f2b5c-0000-4000-8000-000000000001}",
                "account_id": "557058:1",
                "username": user,
                "nickname": user,
                "display_name": user,
            }),
        ),
        ["user", "workspaces"] => workspaces(site, request),
        ["repositories" | "workspaces"] | ["user", "permissions", ..] => {
            error(410, "This API has been removed. See CHANGE-2770.")
        }
        ["repositories", workspace] => repositories(site, workspace, request),
        ["repositories", workspace, slug, rest @ ..] => match site.repository(workspace, slug) {
            Some(found) => within(site, found, rest, request),
            None => error(404, "Repository not found"),
        },
        _ => error(404, "Resource not found"),
    }
}

fn error(status: u16, message: &str) -> Reply {
    Reply::json(status, &json!({"type": "error", "error": {"message": message}}))
}

/// A page of values, with the address of the next one.
fn paged<T>(
    site: &Site,
    items: &[T],
    request: &Received,
    described: impl Fn(&T) -> Value,
) -> Reply {
    let page = site.page(items, request, ("pagelen", 10));
    let values: Vec<_> = page.items.iter().map(described).collect();
    let mut body = json!({
        "values": values, "pagelen": page.size, "page": page.number, "size": page.total,
    });
    if let Some(next) = page.next() {
        let target = request.with_parameter("page", &next.to_string());
        body["next"] = json!(format!("{}{target}", site.url));
    }
    Reply::json(200, &body)
}

fn workspaces(site: &Site, request: &Received) -> Reply {
    let all: BTreeSet<&str> = site.named(None).into_iter().map(Repository::owner).collect();
    let all: Vec<&str> = all.into_iter().collect();
    paged(site, &all, request, |slug| {
        json!({
            "type": "workspace_access",
            "administrator": false,
            "workspace": {"type": "workspace_base", "slug": slug, "uuid": format!("{{{slug}}}")},
        })
    })
}

fn described(site: &Site, repository: &Repository) -> Value {
    let branch = json!({"type": "branch", "name": BRANCH});
    json!({
        "type": "repository",
        "scm": "git",
        "uuid": format!("{{{}}}", repository.number),
        "name": repository.slug(),
        "slug": repository.slug(),
        "full_name": repository.name,
        "is_private": repository.is_private(),
        "mainbranch": if repository.is_empty() { Value::Null } else { branch },
        "links": {"html": {"href": format!("{}/{}", site.url, repository.name)}},
    })
}

fn repositories(site: &Site, workspace: &str, request: &Received) -> Reply {
    // A filter such as `name ~ "shop"`.
    let query = request.parameter("q").and_then(|query| query.split('"').nth(1));
    let mut all = site.named(query);
    all.retain(|repository| repository.owner() == workspace);
    let is_known = site.repositories.iter().any(|one| one.owner() == workspace);
    if !is_known {
        return error(404, "No workspace with this identifier");
    }
    paged(site, &all, request, |one| described(site, one))
}

fn within(site: &Site, repository: &Repository, rest: &[&str], request: &Received) -> Reply {
    match rest {
        [] => Reply::json(200, &described(site, repository)),
        ["refs", "branches", branch] => match repository.commit(branch) {
            Some(hash) => {
                let target = json!({"type": "commit", "hash": hash});
                Reply::json(200, &json!({"type": "branch", "name": branch, "target": target}))
            }
            None => error(404, "No branch of this name"),
        },
        ["commit", revision] => match repository.commit(revision) {
            Some(hash) => Reply::json(200, &json!({"type": "commit", "hash": hash})),
            None => error(404, "Commit not found"),
        },
        ["src", revision, path @ ..] => {
            let path = path.join("/");
            match repository.commit(revision) {
                Some(hash) => source(site, repository, &hash, path.trim_matches('/'), request),
                None => error(404, "Commit not found"),
            }
        }
        ["hooks", rest @ ..] => {
            hooks::answer(Vendor::BitbucketCloud, site, repository, rest, request)
        }
        _ => error(404, "Resource not found"),
    }
}

/// The content of a file, or what is in a folder to a depth.
fn source(
    site: &Site,
    repository: &Repository,
    commit: &str,
    path: &str,
    request: &Received,
) -> Reply {
    if let Some(content) = repository.file(commit, path).filter(|_| !path.is_empty()) {
        return Reply::raw(200, content);
    }
    let mut entries = repository.entries(commit);
    if !path.is_empty() && !entries.iter().any(|entry| entry.path == path) {
        return error(404, "No such file or directory");
    }
    let depth_max = request.number("max_depth").unwrap_or(1);
    let files_only = request.parameter("q").is_some_and(|query| query.contains("commit_file"));
    entries.retain(|entry| {
        let below = match path {
            "" => Some(entry.path.as_str()),
            _ => entry.path.strip_prefix(path).and_then(|rest| rest.strip_prefix('/')),
        };
        let is_near = below.is_some_and(|below| below.split('/').count() <= depth_max);
        is_near && (entry.is_file() || !files_only)
    });
    paged(site, &entries, request, |entry: &Entry| {
        let kind = if entry.is_file() { "commit_file" } else { "commit_directory" };
        let hash = json!({"type": "commit", "hash": commit});
        json!({"type": kind, "path": entry.path, "commit": hash, "size": entry.bytes})
    })
}
