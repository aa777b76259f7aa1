//! The REST API of Bitbucket Server and Data Center: `{url}/rest/api/1.0`.

use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;

use super::hooks;
use super::repository::{BRANCH, Entry, Repository};
use super::site::Site;
use crate::message::{Received, Reply};

const BASES: [&str; 2] = ["/rest/api/1.0", "/rest/api/latest"];

pub(super) fn answer(site: &Site, request: &Received) -> Reply {
    let Some(parts) = BASES.iter().find_map(|base| request.parts_below(base)) else {
        return error(404, "Not found", "com.sun.jersey.api.NotFoundException");
    };
    let Some(user) = site.user_of(request.token_of("bearer")) else {
        let message = "Authentication failed. Please check your credentials and try again.";
        return error(401, message, "com.atlassian.bitbucket.AuthorisationException");
    };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    // Answers to users who are signed in name them.
    routed(site, &parts, request).with_header("X-AUSERNAME", user)
}

fn routed(site: &Site, parts: &[&str], request: &Received) -> Reply {
    match parts {
        ["application-properties"] => {
            let properties = json!({"version": "9.4.0", "displayName": "Bitbucket"});
            Reply::json(200, &properties)
        }
        ["users", slug] => match known(site, slug) {
            Some(user) => Reply::json(200, &described_user(user)),
            None => error(404, "No such user", "com.atlassian.bitbucket.user.NoSuchUserException"),
        },
        ["users"] => {
            let filter = request.parameter("filter").unwrap_or_default().to_lowercase();
            let users = site.accounts.iter().map(|account| account.user.as_str());
            let users: Vec<_> =
                users.filter(|user| user.to_lowercase().contains(&filter)).collect();
            paged(site, &users, request, |user| described_user(user))
        }
        ["repos"] => {
            let all = site.named(request.parameter("name"));
            paged(site, &all, request, |one| described(site, one))
        }
        ["projects", project, "repos"] => {
            let mut all = site.named(request.parameter("name"));
            all.retain(|repository| repository.owner() == *project);
            paged(site, &all, request, |one| described(site, one))
        }
        ["projects", project, "repos", slug, rest @ ..] => match site.repository(project, slug) {
            Some(found) => within(site, found, rest, request),
            None => no_repository(),
        },
        _ => error(404, "Not found", "com.sun.jersey.api.NotFoundException"),
    }
}

fn error(status: u16, message: &str, exception: &str) -> Reply {
    let error = json!({"context": null, "message": message, "exceptionName": exception});
    Reply::json(status, &json!({"errors": [error]}))
}

fn no_repository() -> Reply {
    let exception = "com.atlassian.bitbucket.repository.NoSuchRepositoryException";
    error(404, "Repository does not exist.", exception)
}

/// An empty repository has no branch.
fn no_default_branch() -> Reply {
    let exception = "com.atlassian.bitbucket.repository.NoDefaultBranchException";
    error(404, "The repository has no default branch.", exception)
}

/// The slug of a user is the name in lower case.
fn known<'a>(site: &'a Site, slug: &str) -> Option<&'a str> {
    let mut users = site.accounts.iter().map(|account| account.user.as_str());
    users.find(|user| user.to_lowercase() == slug)
}

fn described_user(user: &str) -> Value {
    json!({"name": user, "slug": user.to_lowercase(), "displayName": user, "active": true, "type": "NORMAL"})
}

/// A page of values, whose position is the number of its first one.
fn paged<T>(
    site: &Site,
    items: &[T],
    request: &Received,
    described: impl Fn(&T) -> Value,
) -> Reply {
    Reply::json(200, &page_of(site, items, request, described))
}

fn page_of<T>(
    site: &Site,
    items: &[T],
    request: &Received,
    described: impl Fn(&T) -> Value,
) -> Value {
    let limit = request.number("limit").unwrap_or(25).clamp(1, site.page_max);
    let start = request.number("start").unwrap_or(0).min(items.len());
    let end = items.len().min(start + limit);
    let values: Vec<_> = items[start..end].iter().map(described).collect();
    let is_last = end == items.len();
    let next = if is_last { Value::Null } else { json!(end) };
    json!({
        "size": values.len(),
        "limit": limit,
        "start": start,
        "isLastPage": is_last,
        "nextPageStart": next,
        "values": values,
    })
}

/// What is in the root folder.
fn browsed(site: &Site, repository: &Repository, commit: &str, request: &Received) -> Reply {
    let mut entries = repository.entries(commit);
    entries.retain(|entry| !entry.path.contains('/'));
    let children = page_of(site, &entries, request, |entry| {
        let kind = if entry.is_file() { "FILE" } else { "DIRECTORY" };
        let path = json!({"components": [entry.path], "name": entry.path, "toString": entry.path});
        json!({"path": path, "type": kind, "size": entry.bytes})
    });
    let path = json!({"components": [], "name": "", "toString": ""});
    Reply::json(200, &json!({"path": path, "revision": commit, "children": children}))
}

fn described(site: &Site, repository: &Repository) -> Value {
    let (project, slug) = (repository.owner(), repository.slug());
    let page = format!("{}/projects/{project}/repos/{slug}/browse", site.url);
    json!({
        "id": repository.number,
        "slug": slug,
        "name": slug,
        "scmId": "git",
        "state": "AVAILABLE",
        "public": !repository.is_private(),
        "project": {"key": project, "name": project, "type": "NORMAL"},
        "links": {"self": [{"href": page}]},
    })
}

fn within(site: &Site, repository: &Repository, rest: &[&str], request: &Received) -> Reply {
    let revision = request.parameter("at").unwrap_or("HEAD");
    let no_commit = || {
        let exception = "com.atlassian.bitbucket.commit.NoSuchCommitException";
        error(404, "Commit does not exist in this repository.", exception)
    };
    match rest {
        [] => Reply::json(200, &described(site, repository)),
        ["webhooks", rest @ ..] => {
            hooks::answer(Vendor::BitbucketServer, site, repository, rest, request)
        }
        ["default-branch"] | ["branches", "default"] => match repository.commit(BRANCH) {
            Some(commit) => Reply::json(
                200,
                &json!({
                    "id": format!("refs/heads/{BRANCH}"),
                    "displayId": BRANCH,
                    "type": "BRANCH",
                    "latestCommit": commit,
                    "isDefault": true,
                }),
            ),
            None => no_default_branch(),
        },
        ["commits"] if repository.is_empty() => no_default_branch(),
        ["commits"] => {
            let until = request.parameter("until").unwrap_or("HEAD");
            let commits: Vec<String> = repository.commit(until).into_iter().collect();
            paged(site, &commits, request, |id| json!({"id": id, "displayId": &id[..11]}))
        }
        ["commits", revision] => match repository.commit(revision) {
            Some(id) => Reply::json(200, &json!({"id": id})),
            None => no_commit(),
        },
        ["files"] => match repository.commit(revision) {
            Some(commit) => {
                let mut files = repository.entries(&commit);
                files.retain(Entry::is_file);
                paged(site, &files, request, |file| json!(file.path))
            }
            None => no_commit(),
        },
        ["browse"] => match repository.commit(revision) {
            Some(commit) => browsed(site, repository, &commit, request),
            None => no_commit(),
        },
        ["raw", path @ ..] => {
            let commit = repository.commit(revision);
            match commit.and_then(|commit| repository.file(&commit, &path.join("/"))) {
                Some(content) => Reply::raw(200, content),
                None => error(
                    404,
                    "The path does not exist at this revision.",
                    "com.atlassian.bitbucket.content.NoSuchPathException",
                ),
            }
        }
        _ => error(404, "Not found", "com.sun.jersey.api.NotFoundException"),
    }
}
