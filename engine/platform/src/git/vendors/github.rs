//! The REST API of `GitHub`, and of `GitHub` Enterprise Server.

use serde::Deserialize;

use super::answer::{ApiRequest, CONFLICT, NOT_FOUND, Received};
use super::{FilesPage, PER_PAGE, STEPS_MAX, Step, VendorApi, is_same_user, page_number};
use crate::git::error::NO_API;
use crate::git::{GitError, GitRepository, RepositoryPage};

const JSON: &str = "application/vnd.github+json";
const RAW: &str = "application/vnd.github.raw+json";
const SHA: &str = "application/vnd.github.sha";
/// The API answers a tree of 7 MB at most.
const TREE_BYTES_MAX: usize = 16 * 1_024 * 1_024;
/// The mode of a symbolic link, whose content is a path.
const LINK: &str = "120000";

/// The API.
pub(super) struct Github;

#[derive(Deserialize)]
struct User {
    login: String,
}

#[derive(Deserialize)]
struct Repository {
    full_name: String,
    #[serde(default)]
    html_url: String,
    #[serde(default)]
    default_branch: Option<String>,
    #[serde(default)]
    private: bool,
}

#[derive(Deserialize)]
struct Tree {
    tree: Vec<Entry>,
    #[serde(default)]
    truncated: bool,
}

#[derive(Deserialize)]
struct Entry {
    path: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    mode: String,
}

fn of_repository<'a>(repository: &'a str, rest: impl IntoIterator<Item = &'a str>) -> ApiRequest {
    ApiRequest::get(["repos"].into_iter().chain(repository.split('/')).chain(rest)).accepting(JSON)
}

impl VendorApi for Github {
    fn user(&self, _: &str) -> ApiRequest {
        ApiRequest::get(["user"]).accepting(JSON)
    }

    fn is_user(&self, user: &str, answer: &Received) -> Result<bool, GitError> {
        let found: User = answer.json(GitError::Answer(NO_API))?;
        Ok(is_same_user(&found.login, user))
    }

    /// The API has no filter for the repositories of a user, so pages without any of the text are passed over.
    fn list(
        &self,
        page: Option<&str>,
        query: &str,
        answers: &[Received],
    ) -> Result<Step<RepositoryPage>, GitError> {
        let Some(answer) = answers.last() else {
            let request = ApiRequest::get(["user", "repos"]).accepting(JSON);
            let request = request.with("per_page", PER_PAGE).with("sort", "full_name");
            return Ok(Step::Ask(request.with("page", page_number(page)?.to_string())));
        };
        let found: Vec<Repository> = answer.json(GitError::Answer(NO_API))?;
        let wanted = query.to_lowercase();
        let repositories: Vec<GitRepository> = found
            .into_iter()
            .filter(|found| found.full_name.to_lowercase().contains(&wanted))
            .map(|found| GitRepository {
                name: found.full_name,
                web_url: found.html_url,
                default_branch: found.default_branch,
                private: found.private,
            })
            .collect();
        let next = answer.next_page().map(|page| page.to_string());
        match next {
            Some(next) if repositories.is_empty() && answers.len() < STEPS_MAX => {
                Ok(Step::Ask(answer.asked.clone().replacing("page", next)))
            }
            next => Ok(Step::Done(RepositoryPage { repositories, next })),
        }
    }

    fn newest(
        &self,
        repository: &str,
        answers: &[Received],
    ) -> Result<Step<Option<String>>, GitError> {
        match answers {
            [] => Ok(Step::Ask(of_repository(repository, []))),
            [found] => {
                let found: Repository = found.json(GitError::UnknownRepository)?;
                let Some(branch) = found.default_branch else { return Ok(Step::Done(None)) };
                let commit = of_repository(repository, ["commits", branch.as_str()]);
                Ok(Step::Ask(commit.accepting(SHA)))
            }
            [.., commit] if matches!(commit.status, CONFLICT | NOT_FOUND) => Ok(Step::Done(None)),
            [.., commit] => {
                let digest = std::str::from_utf8(&commit.body).map(str::trim).unwrap_or_default();
                Ok(Step::Done(Some(digest.to_owned())))
            }
        }
    }

    fn files(&self, repository: &str, revision: &str) -> ApiRequest {
        let request = of_repository(repository, ["git", "trees", revision]);
        request.with("recursive", "1").up_to(TREE_BYTES_MAX)
    }

    fn read_files(&self, answer: &Received) -> Result<FilesPage, GitError> {
        let Tree { tree, truncated } = answer.json(GitError::UnknownRepository)?;
        let files = tree.into_iter().filter(|entry| entry.kind == "blob" && entry.mode != LINK);
        Ok(FilesPage { files: files.map(|entry| entry.path).collect(), truncated, next: None })
    }

    fn file(&self, repository: &str, revision: &str, path: &str) -> ApiRequest {
        let request = of_repository(repository, ["contents"].into_iter().chain(path.split('/')));
        request.with("ref", revision).accepting(RAW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = r#"{"id":1296269,"name":"shop","full_name":"acme/shop","owner":{"login":"acme"},
        "private":true,"html_url":"https://github.com/acme/shop","default_branch":"main"}"#;

    fn listed(body: &'static str, has_next: bool, query: &str) -> Step<RepositoryPage> {
        let Step::Ask(asked) = Github.list(Some("3"), query, &[]).unwrap() else { panic!("asks") };
        assert_eq!(asked.parameter("page"), Some("3"));
        let answer = Received { has_next, ..Received::sample(asked, body) };
        Github.list(Some("3"), query, &[answer]).unwrap()
    }

    /// covers: [INT-04]
    #[test]
    fn a_token_belongs_to_one_user() {
        let body = r#"{"login":"Ann","id":1,"type":"User","site_admin":false}"#;
        let answer = Received::sample(Github.user("ann"), body);
        assert!(Github.is_user("ann", &answer).unwrap());
        assert!(!Github.is_user("bob", &answer).unwrap());
        let page = Received::sample(Github.user("ann"), "<html>canary</html>");
        let error = Github.is_user("ann", &page).unwrap_err().to_string();
        assert!(!error.contains("canary"), "{error}");
    }

    /// covers: [INT-07]
    #[test]
    fn repositories_are_listed_in_pages() {
        let body = r#"[{"full_name":"acme/shop","private":true,"html_url":"https://github.com/acme/shop",
            "default_branch":"main"},{"full_name":"acme/web","private":false,"html_url":""}]"#;
        let Step::Done(page) = listed(body, true, "SHO") else { panic!("is done") };
        assert_eq!(page.next.as_deref(), Some("4"));
        let names: Vec<_> = page.repositories.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["acme/shop"]);
        assert!(page.repositories[0].private);
        // A page without any is passed over while there are more.
        let Step::Ask(next) = listed(body, true, "none") else { panic!("asks on") };
        assert_eq!(next.parameter("page"), Some("4"));
        let Step::Done(last) = listed(body, false, "none") else { panic!("is done") };
        assert_eq!(last, RepositoryPage::default());
    }

    #[test]
    fn the_newest_commit_is_that_of_the_default_branch() {
        let found = Received::sample(of_repository("acme/shop", []), SHOP);
        let Step::Ask(asked) = Github.newest("acme/shop", std::slice::from_ref(&found)).unwrap()
        else {
            panic!("asks")
        };
        assert_eq!(asked.accept, SHA);
        let sha = "6dcb09b5b57875f334f61aebed695e2e4193db5e";
        let commit = Received::sample(asked.clone(), sha);
        let newest = Github.newest("acme/shop", &[found.clone(), commit]).unwrap();
        assert!(matches!(newest, Step::Done(Some(found)) if found == sha));
        let empty = Received { status: CONFLICT, ..Received::sample(asked, "{}") };
        let newest = Github.newest("acme/shop", &[found.clone(), empty]).unwrap();
        assert!(matches!(newest, Step::Done(None)));
        let gone = Received { status: NOT_FOUND, ..found };
        let gone = Github.newest("acme/shop", &[gone]);
        assert!(matches!(gone, Err(GitError::UnknownRepository)));
    }

    #[test]
    fn files_are_blobs_of_the_tree() {
        let body = r#"{"sha":"9fb0","truncated":true,"tree":[
            {"path":"web","mode":"040000","type":"tree","sha":"f484"},
            {"path":"web/package-lock.json","mode":"100644","type":"blob","size":30,"sha":"44b4"},
            {"path":"link","mode":"120000","type":"blob","sha":"45b9"},
            {"path":"module","mode":"160000","type":"commit","sha":"46b9"}]}"#;
        let answer = Received::sample(Github.files("acme/shop", "9fb0"), body);
        let page = Github.read_files(&answer).unwrap();
        assert_eq!(page.files, ["web/package-lock.json"]);
        assert!(page.truncated && page.next.is_none());
    }
}
