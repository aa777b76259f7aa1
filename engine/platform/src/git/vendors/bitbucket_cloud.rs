//! The REST API of Bitbucket Cloud, version 2.0.
//!
//! It has no list over all workspaces any longer (CHANGE-2770), so the repositories of one workspace are listed after
//! those of another. The pages of the list are named by the workspace and the number of the page in it.

use serde::Deserialize;

use super::answer::{ApiRequest, NOT_FOUND, Place, Received};
use super::{FilesPage, PAGES_MAX, PER_PAGE, STEPS_MAX, Step, VendorApi, page_number};
use crate::git::error::NO_API;
use crate::git::{GitError, GitRepository, RepositoryPage};

/// How deep the folders are that are listed.
const DEPTH_MAX: usize = 10;
/// The attribute of a symbolic link, whose content is a path.
const LINK: &str = "link";

/// The API.
pub(super) struct BitbucketCloud;

#[derive(Deserialize)]
struct Paged<T> {
    values: Vec<T>,
    #[serde(default)]
    next: Option<String>,
}

#[derive(Deserialize)]
struct User {
    uuid: String,
}

#[derive(Deserialize)]
struct Access {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    slug: String,
}

#[derive(Deserialize)]
struct Repository {
    full_name: String,
    #[serde(default)]
    is_private: bool,
    #[serde(default)]
    links: Links,
    #[serde(default)]
    mainbranch: Option<Branch>,
}

#[derive(Default, Deserialize)]
struct Links {
    #[serde(default)]
    html: Link,
}

#[derive(Default, Deserialize)]
struct Link {
    #[serde(default)]
    href: String,
}

#[derive(Deserialize)]
struct Branch {
    name: String,
}

#[derive(Deserialize)]
struct Reference {
    target: Target,
}

#[derive(Deserialize)]
struct Target {
    hash: String,
}

#[derive(Deserialize)]
struct Entry {
    path: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    attributes: Vec<String>,
}

fn of_repository<'a>(repository: &'a str, rest: impl IntoIterator<Item = &'a str>) -> ApiRequest {
    ApiRequest::get(["repositories"].into_iter().chain(repository.split('/')).chain(rest))
}

/// Asks for what is in the root folder.
fn of_root(repository: &str, revision: &str) -> ApiRequest {
    of_repository(repository, ["src", revision, ""]).with("pagelen", PER_PAGE)
}

/// Asks for a page of the repositories of a workspace.
fn of_workspace(workspace: &str, page: u32, query: &str) -> ApiRequest {
    let mut request = ApiRequest::get(["repositories", workspace]).with("role", "member");
    if !query.is_empty() {
        // A text in the language of filters ends at a quotation mark.
        let text: String = query.chars().filter(|letter| !matches!(letter, '"' | '\\')).collect();
        request = request.with("q", format!("full_name ~ \"{text}\""));
    }
    request.with("pagelen", PER_PAGE).with("page", page.to_string())
}

/// The workspace and the number of a page.
fn position(page: &str) -> Result<(String, u32), GitError> {
    let (workspace, page) = page.split_once('/').ok_or(GitError::UnknownPage)?;
    Ok((workspace.to_owned(), page_number(Some(page))?))
}

fn is_workspaces(answer: &Received) -> bool {
    matches!(answer.asked.place, Place::Linked(_)) || answer.asked.segment(0) == Some("user")
}

impl VendorApi for BitbucketCloud {
    fn user(&self, _: &str) -> ApiRequest {
        ApiRequest::get(["user"])
    }

    /// The user and the token are credentials together, and both were accepted. The user is the address of an account
    /// that the answer does not have.
    fn is_user(&self, _: &str, answer: &Received) -> Result<bool, GitError> {
        let User { uuid } = answer.json(GitError::Answer(NO_API))?;
        Ok(!uuid.is_empty())
    }

    fn list(
        &self,
        page: Option<&str>,
        query: &str,
        answers: &[Received],
    ) -> Result<Step<RepositoryPage>, GitError> {
        let Some(last) = answers.last() else {
            let request = ApiRequest::get(["user", "workspaces"]);
            return Ok(Step::Ask(request.with("pagelen", PER_PAGE)));
        };
        let mut workspaces = Vec::new();
        for answer in answers.iter().filter(|answer| is_workspaces(answer)) {
            let found: Paged<Access> = answer.json(GitError::Answer(NO_API))?;
            workspaces.extend(found.values.into_iter().map(|access| access.workspace.slug));
            if let (Some(next), true) = (found.next, std::ptr::eq(answer, last)) {
                return Ok(Step::Ask(answer.asked.linked(next)));
            }
        }
        workspaces.sort_unstable();
        if is_workspaces(last) {
            let (workspace, number) = match page {
                Some(page) => position(page)?,
                None => match workspaces.first() {
                    Some(first) => (first.clone(), 1),
                    None => return Ok(Step::Done(RepositoryPage::default())),
                },
            };
            let is_known = workspaces.contains(&workspace);
            let request = of_workspace(&workspace, number, query);
            return if is_known { Ok(Step::Ask(request)) } else { Err(GitError::UnknownPage) };
        }
        let found: Paged<Repository> = last.json(GitError::UnknownPage)?;
        let workspace = last.asked.segment(1).unwrap_or_default();
        let number = page_number(last.asked.parameter("page"))?;
        let next = if found.next.is_some() && number < PAGES_MAX {
            Some((workspace, number + 1))
        } else {
            let after = workspaces.iter().find(|other| other.as_str() > workspace);
            after.map(|after| (after.as_str(), 1))
        };
        match next {
            // A page without any is passed over while there are more.
            Some((workspace, number)) if found.values.is_empty() && answers.len() < STEPS_MAX => {
                Ok(Step::Ask(of_workspace(workspace, number, query)))
            }
            next => {
                let next = next.map(|(workspace, number)| format!("{workspace}/{number}"));
                let repositories = found.values.into_iter().map(|found| GitRepository {
                    name: found.full_name,
                    web_url: found.links.html.href,
                    default_branch: found.mainbranch.map(|branch| branch.name),
                    private: found.is_private,
                });
                Ok(Step::Done(RepositoryPage { repositories: repositories.collect(), next }))
            }
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
                let Some(Branch { name }) = found.mainbranch else { return Ok(Step::Done(None)) };
                Ok(Step::Ask(of_repository(repository, ["refs", "branches", name.as_str()])))
            }
            [.., branch] if branch.status == NOT_FOUND => Ok(Step::Done(None)),
            [.., branch] => {
                let found: Reference = branch.json(GitError::UnknownRepository)?;
                Ok(Step::Done(Some(found.target.hash)))
            }
        }
    }

    /// The path of a folder ends with a slash.
    fn files(&self, repository: &str, revision: &str) -> ApiRequest {
        of_root(repository, revision).with("max_depth", DEPTH_MAX.to_string())
    }

    /// Without a depth. The vendor gives up where listing all folders takes too long.
    fn root_files(&self, repository: &str, revision: &str) -> Option<ApiRequest> {
        Some(of_root(repository, revision))
    }

    fn read_files(&self, answer: &Received) -> Result<FilesPage, GitError> {
        let found: Paged<Entry> = answer.json(GitError::UnknownRepository)?;
        let (mut files, mut truncated) = (Vec::new(), false);
        for entry in found.values {
            let is_link = entry.attributes.iter().any(|attribute| attribute == LINK);
            match entry.kind.as_str() {
                "commit_file" if !is_link => files.push(entry.path),
                // What is in there may not be listed.
                "commit_directory" => {
                    truncated |= entry.path.trim_end_matches('/').split('/').count() >= DEPTH_MAX;
                }
                _ => {}
            }
        }
        let next = found.next.map(|next| answer.asked.linked(next));
        Ok(FilesPage { files, truncated, next })
    }

    fn file(&self, repository: &str, revision: &str, path: &str) -> ApiRequest {
        let rest = ["src", revision].into_iter().chain(path.split('/'));
        of_repository(repository, rest).accepting("*/*")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACES: &str = r#"{"values":[
        {"type":"workspace_access","administrator":false,"workspace":{"type":"workspace_base","slug":"web"}},
        {"type":"workspace_access","administrator":true,"workspace":{"type":"workspace_base","slug":"acme"}}],
        "pagelen":100,"page":1,"size":2}"#;
    const SHOP: &str = r#"{"values":[{"type":"repository","full_name":"acme/shop","is_private":true,
        "links":{"html":{"href":"https://bitbucket.org/acme/shop"}},"mainbranch":{"type":"branch","name":"main"}}]}"#;
    const NONE: &str = r#"{"values":[]}"#;

    fn asks(step: Result<Step<RepositoryPage>, GitError>) -> ApiRequest {
        let Ok(Step::Ask(asked)) = step else { panic!("asks") };
        asked
    }

    /// covers: [INT-04]
    #[test]
    fn a_user_whose_credentials_are_accepted_is_the_one() {
        let api = BitbucketCloud;
        let body = r#"{"type":"user","uuid":"{7f0f2b5c}","nickname":"ann","display_name":"Ann"}"#;
        let answer = Received::sample(api.user("ann@example.org"), body);
        assert!(api.is_user("ann@example.org", &answer).unwrap());
        let other = Received::sample(api.user("ann"), r#"{"login":"ann"}"#);
        assert!(matches!(api.is_user("ann", &other), Err(GitError::Answer(_))));
    }

    /// covers: [INT-07]
    #[test]
    fn the_repositories_of_all_workspaces_are_listed_one_workspace_after_the_other() {
        let api = BitbucketCloud;
        let first = Received::sample(asks(api.list(None, "", &[])), WORKSPACES);
        let asked = asks(api.list(None, "", std::slice::from_ref(&first)));
        assert_eq!(asked.segment(1), Some("acme"));
        let answers = [first.clone(), Received::sample(asked, SHOP)];
        let Step::Done(page) = api.list(None, "", &answers).unwrap() else { panic!("is done") };
        assert_eq!(page.repositories[0].name, "acme/shop");
        assert_eq!(page.next.as_deref(), Some("web/1"));
        let asked = asks(api.list(Some("web/1"), "", std::slice::from_ref(&first)));
        let answers = [first.clone(), Received::sample(asked, NONE)];
        let Step::Done(page) = api.list(Some("web/1"), "", &answers).unwrap() else {
            panic!("is done")
        };
        assert_eq!(page, RepositoryPage::default());
        for page in ["other/1", "web", "web/0"] {
            let refused = api.list(Some(page), "", std::slice::from_ref(&first));
            assert!(matches!(refused, Err(GitError::UnknownPage)), "{page}");
        }
    }

    #[test]
    fn workspaces_come_in_pages_too_and_empty_ones_are_passed_over() {
        let api = BitbucketCloud;
        let asked = asks(api.list(None, "", &[]));
        let body = r#"{"values":[{"workspace":{"slug":"acme"}}],
            "next":"https://api.bitbucket.org/2.0/user/workspaces?page=2"}"#;
        let first = Received::sample(asked, body);
        let linked = asks(api.list(None, "", std::slice::from_ref(&first)));
        let address = "https://api.bitbucket.org/2.0/user/workspaces?page=2";
        assert_eq!(linked.place, Place::Linked(address.to_owned()));
        let second = Received::sample(linked, r#"{"values":[{"workspace":{"slug":"web"}}]}"#);
        let mut answers = vec![first, second];
        let asked = asks(api.list(None, "x\" OR \"", &answers));
        assert_eq!(asked.parameter("q"), Some("full_name ~ \"x OR \""));
        answers.push(Received::sample(asked, NONE));
        assert_eq!(asks(api.list(None, "x", &answers)).segment(1), Some("web"));
    }

    #[test]
    fn the_newest_commit_is_that_of_the_main_branch() {
        let api = BitbucketCloud;
        let body = r#"{"full_name":"acme/shop","mainbranch":{"name":"main"}}"#;
        let found = Received::sample(of_repository("acme/shop", []), body);
        let Step::Ask(asked) = api.newest("acme/shop", std::slice::from_ref(&found)).unwrap()
        else {
            panic!("asks")
        };
        let branch = r#"{"type":"branch","name":"main","target":{"type":"commit","hash":"7f71"}}"#;
        let answers = [found, Received::sample(asked, branch)];
        let newest = api.newest("acme/shop", &answers).unwrap();
        assert!(matches!(newest, Step::Done(Some(hash)) if hash == "7f71"));
        let empty = r#"{"full_name":"acme/shop","mainbranch":null}"#;
        let empty = Received::sample(of_repository("acme/shop", []), empty);
        assert!(matches!(api.newest("acme/shop", &[empty]), Ok(Step::Done(None))));
    }

    #[test]
    fn files_are_those_of_the_tree_to_a_depth() {
        let body = r#"{"values":[
            {"type":"commit_directory","path":"web"},
            {"type":"commit_file","path":"web/Cargo.lock","attributes":[],"size":12},
            {"type":"commit_file","path":"link","attributes":["link"]}],
            "next":"https://api.bitbucket.org/2.0/repositories/acme/shop/src/7f71/?page=abc"}"#;
        let api = BitbucketCloud;
        let page = Received::sample(api.files("acme/shop", "7f71"), body);
        let page = api.read_files(&page).unwrap();
        assert_eq!(
            (page.files.as_slice(), page.truncated),
            (&["web/Cargo.lock".to_owned()][..], false)
        );
        assert!(matches!(page.next.unwrap().place, Place::Linked(_)));
        let deep = r#"{"values":[{"type":"commit_directory","path":"a/b/c/d/e/f/g/h/i/j"}]}"#;
        let deep = Received::sample(api.files("acme/shop", "7f71"), deep);
        assert!(api.read_files(&deep).unwrap().truncated);
    }
}
