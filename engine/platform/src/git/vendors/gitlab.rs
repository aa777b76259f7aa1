//! The REST API of `GitLab`, version 4.

use serde::Deserialize;

use super::answer::{ApiRequest, NOT_FOUND, Received};
use super::{FilesPage, PER_PAGE, Step, VendorApi, is_same_user, page_number};
use crate::git::error::NO_API;
use crate::git::{GitError, GitRepository, RepositoryPage};

/// The mode of a symbolic link, whose content is a path.
const LINK: &str = "120000";

/// The API.
pub(super) struct Gitlab;

#[derive(Deserialize)]
struct User {
    username: String,
}

#[derive(Deserialize)]
struct Project {
    path_with_namespace: String,
    #[serde(default)]
    web_url: String,
    #[serde(default)]
    default_branch: Option<String>,
    #[serde(default)]
    visibility: Option<String>,
}

#[derive(Deserialize)]
struct Commit {
    id: String,
}

#[derive(Deserialize)]
struct Entry {
    path: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    mode: String,
}

/// A project is named by its whole path in one segment.
fn of_project<'a>(project: &'a str, rest: &[&'a str]) -> ApiRequest {
    ApiRequest::get(["projects", project].into_iter().chain(rest.iter().copied()))
}

/// Asks for the first page of what is in the root folder.
fn of_tree(project: &str, revision: &str) -> ApiRequest {
    let request = of_project(project, &["repository", "tree"]).with("ref", revision);
    request.with("per_page", PER_PAGE).with("page", "1")
}

impl VendorApi for Gitlab {
    fn user(&self, _: &str) -> ApiRequest {
        ApiRequest::get(["user"])
    }

    fn is_user(&self, user: &str, answer: &Received) -> Result<bool, GitError> {
        let found: User = answer.json(GitError::Answer(NO_API))?;
        Ok(is_same_user(&found.username, user))
    }

    fn list(
        &self,
        page: Option<&str>,
        query: &str,
        answers: &[Received],
    ) -> Result<Step<RepositoryPage>, GitError> {
        let Some(answer) = answers.last() else {
            let mut request = ApiRequest::get(["projects"]).with("membership", "true");
            request = request.with("order_by", "path").with("sort", "asc");
            if !query.is_empty() {
                request = request.with("search", query).with("search_namespaces", "true");
            }
            let request = request.with("per_page", PER_PAGE);
            return Ok(Step::Ask(request.with("page", page_number(page)?.to_string())));
        };
        let found: Vec<Project> = answer.json(GitError::Answer(NO_API))?;
        let repositories = found.into_iter().map(|found| GitRepository {
            name: found.path_with_namespace,
            web_url: found.web_url,
            default_branch: found.default_branch,
            private: found.visibility.is_some_and(|visibility| visibility != "public"),
        });
        let next = answer.next_page().map(|page| page.to_string());
        Ok(Step::Done(RepositoryPage { repositories: repositories.collect(), next }))
    }

    fn newest(
        &self,
        repository: &str,
        answers: &[Received],
    ) -> Result<Step<Option<String>>, GitError> {
        match answers {
            [] => Ok(Step::Ask(of_project(repository, &[]))),
            [project] => {
                let project: Project = project.json(GitError::UnknownRepository)?;
                let Some(branch) = project.default_branch else { return Ok(Step::Done(None)) };
                Ok(Step::Ask(of_project(repository, &["repository", "commits", &branch])))
            }
            [.., commit] if commit.status == NOT_FOUND => Ok(Step::Done(None)),
            [.., commit] => {
                let commit: Commit = commit.json(GitError::UnknownRepository)?;
                Ok(Step::Done(Some(commit.id)))
            }
        }
    }

    fn files(&self, repository: &str, revision: &str) -> ApiRequest {
        of_tree(repository, revision).with("recursive", "true")
    }

    fn root_files(&self, repository: &str, revision: &str) -> Option<ApiRequest> {
        Some(of_tree(repository, revision))
    }

    fn read_files(&self, answer: &Received) -> Result<FilesPage, GitError> {
        let entries: Vec<Entry> = answer.json(GitError::UnknownRepository)?;
        let files = entries.into_iter().filter(|entry| entry.kind == "blob" && entry.mode != LINK);
        let next = answer.next_page();
        let next = next.map(|page| answer.asked.clone().replacing("page", page.to_string()));
        Ok(FilesPage { files: files.map(|entry| entry.path).collect(), truncated: false, next })
    }

    fn file(&self, repository: &str, revision: &str, path: &str) -> ApiRequest {
        let request = of_project(repository, &["repository", "files", path, "raw"]);
        request.with("ref", revision).accepting("*/*")
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Place;
    use super::*;

    /// covers: [INT-04]
    #[test]
    fn a_token_belongs_to_one_user() {
        let body = r#"{"id":1,"username":"ann","name":"Ann","state":"active"}"#;
        let answer = Received::sample(Gitlab.user("ann"), body);
        assert!(Gitlab.is_user("ANN", &answer).unwrap());
        assert!(!Gitlab.is_user("bob", &answer).unwrap());
    }

    /// covers: [INT-07]
    #[test]
    fn projects_are_listed_in_pages() {
        let Step::Ask(asked) = Gitlab.list(None, "shop", &[]).unwrap() else { panic!("asks") };
        assert_eq!(asked.parameter("search"), Some("shop"));
        let body = r#"[{"id":4,"path_with_namespace":"acme/web/shop","visibility":"internal",
            "web_url":"https://gitlab.com/acme/web/shop","default_branch":"main"},
            {"id":5,"path_with_namespace":"acme/open","visibility":"public","default_branch":null}]"#;
        let answer = Received { has_next: true, ..Received::sample(asked, body) };
        let Step::Done(page) = Gitlab.list(None, "shop", &[answer]).unwrap() else {
            panic!("is done")
        };
        assert_eq!(page.next.as_deref(), Some("2"));
        assert!(page.repositories[0].private && !page.repositories[1].private);
        assert_eq!(page.repositories[0].name, "acme/web/shop");
    }

    #[test]
    fn a_project_without_commits_has_no_revision() {
        let body = r#"{"path_with_namespace":"acme/shop","default_branch":null}"#;
        let project = Received::sample(of_project("acme/shop", &[]), body);
        let newest = Gitlab.newest("acme/shop", &[project]).unwrap();
        assert!(matches!(newest, Step::Done(None)));
        let body = r#"{"path_with_namespace":"acme/shop","default_branch":"main"}"#;
        let project = Received::sample(of_project("acme/shop", &[]), body);
        let Step::Ask(asked) = Gitlab.newest("acme/shop", std::slice::from_ref(&project)).unwrap()
        else {
            panic!("asks")
        };
        let commit = Received::sample(asked, r#"{"id":"6104942438c14ec7","short_id":"61049424"}"#);
        let newest = Gitlab.newest("acme/shop", &[project, commit]).unwrap();
        assert!(matches!(newest, Step::Done(Some(id)) if id == "6104942438c14ec7"));
    }

    #[test]
    fn files_come_in_pages_and_paths_are_one_segment() {
        let body = r#"[{"id":"a1","name":"web","type":"tree","path":"web","mode":"040000"},
            {"id":"b2","name":"go.mod","type":"blob","path":"web/go.mod","mode":"100644"},
            {"id":"c3","name":"link","type":"blob","path":"link","mode":"120000"}]"#;
        let asked = Gitlab.files("acme/shop", "6104");
        let answer = Received { has_next: true, ..Received::sample(asked, body) };
        let page = Gitlab.read_files(&answer).unwrap();
        assert_eq!(page.files, ["web/go.mod"]);
        assert_eq!(page.next.unwrap().parameter("page"), Some("2"));
        let Place::Below { segments, .. } = Gitlab.file("acme/shop", "61", "web/go.mod").place
        else {
            panic!("below the API")
        };
        assert_eq!(segments, ["projects", "acme/shop", "repository", "files", "web/go.mod", "raw"]);
    }
}
