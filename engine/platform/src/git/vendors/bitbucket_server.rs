//! The REST API of Bitbucket Server and Data Center, version 1.0.

use serde::Deserialize;

use super::answer::{ApiRequest, NOT_FOUND, Received};
use super::{FilesPage, PER_PAGE, Step, VendorApi, is_same_user};
use crate::git::error::{NO_API, NOT_ITS_API};
use crate::git::{GitError, GitRepository, RepositoryPage};

/// How many paths a page of files has.
const FILES_PER_PAGE: &str = "1000";
/// The last position that is asked for.
const START_MAX: u64 = 1_000_000;
/// The segment of a path that lists one folder, and its position.
const BROWSE: &str = "browse";
const BROWSE_AT: usize = 4;

/// The API.
pub(super) struct BitbucketServer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paged<T> {
    values: Vec<T>,
    #[serde(default)]
    is_last_page: bool,
    #[serde(default)]
    next_page_start: Option<u64>,
}

impl<T> Paged<T> {
    fn next(&self) -> Option<String> {
        let next = self.next_page_start.filter(|start| !self.is_last_page && *start <= START_MAX);
        next.map(|start| start.to_string())
    }
}

#[derive(Deserialize)]
struct User {
    name: String,
}

#[derive(Deserialize)]
struct Repository {
    slug: String,
    project: Project,
    #[serde(default)]
    public: bool,
    #[serde(default)]
    links: Links,
}

#[derive(Deserialize)]
struct Project {
    key: String,
}

#[derive(Default, Deserialize)]
struct Links {
    #[serde(default, rename = "self")]
    own: Vec<Link>,
}

#[derive(Deserialize)]
struct Link {
    #[serde(default)]
    href: String,
}

#[derive(Deserialize)]
struct Commit {
    id: String,
}

/// What is in a folder.
#[derive(Deserialize)]
struct Browsed {
    children: Paged<Child>,
}

#[derive(Deserialize)]
struct Child {
    path: ChildPath,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct ChildPath {
    #[serde(rename = "toString")]
    name: String,
}

fn of_repository<'a>(repository: &'a str, rest: impl IntoIterator<Item = &'a str>) -> ApiRequest {
    let (project, slug) = repository.split_once('/').unwrap_or((repository, ""));
    ApiRequest::get(["projects", project, "repos", slug].into_iter().chain(rest))
}

/// The name of a user in addresses: in lower case, and without signs that have a meaning there.
fn slug_of(user: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | '~');
    let lower = user.to_lowercase();
    lower.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect()
}

impl VendorApi for BitbucketServer {
    fn user(&self, user: &str) -> ApiRequest {
        ApiRequest::get(["users", slug_of(user).as_str()])
    }

    /// The answer is about the user who was asked for; a header names the one whose token it was. Where a proxy removes
    /// that header, the owner of the token is not known.
    fn is_user(&self, user: &str, answer: &Received) -> Result<bool, GitError> {
        let Some(owner) = &answer.user else {
            // Other servers have no such address, and name no user.
            let is_missing = answer.status == NOT_FOUND;
            return Err(GitError::Answer(if is_missing { NO_API } else { NOT_ITS_API }));
        };
        if !is_same_user(owner, user) || answer.status == NOT_FOUND {
            return Ok(false);
        }
        let found: User = answer.json(GitError::Answer(NO_API))?;
        Ok(is_same_user(&found.name, user))
    }

    fn list(
        &self,
        page: Option<&str>,
        query: &str,
        answers: &[Received],
    ) -> Result<Step<RepositoryPage>, GitError> {
        let Some(answer) = answers.last() else {
            let start = page.map_or(Ok(0), str::parse::<u64>).ok();
            let start = start.filter(|start| *start <= START_MAX).ok_or(GitError::UnknownPage)?;
            let mut request = ApiRequest::get(["repos"]).with("permission", "REPO_READ");
            if !query.is_empty() {
                request = request.with("name", query);
            }
            let request = request.with("limit", PER_PAGE).with("start", start.to_string());
            return Ok(Step::Ask(request));
        };
        let found: Paged<Repository> = answer.json(GitError::Answer(NO_API))?;
        let next = found.next();
        let repositories = found.values.into_iter().map(|found| GitRepository {
            name: format!("{}/{}", found.project.key, found.slug),
            web_url: found.links.own.into_iter().next().map(|link| link.href).unwrap_or_default(),
            default_branch: None,
            private: !found.public,
        });
        Ok(Step::Done(RepositoryPage { repositories: repositories.collect(), next }))
    }

    /// Without the name of a branch, the commits are those of the default one. A repository that is empty has no such
    /// branch, and its commits are answered as if it did not exist.
    fn newest(
        &self,
        repository: &str,
        answers: &[Received],
    ) -> Result<Step<Option<String>>, GitError> {
        match answers {
            [] => Ok(Step::Ask(of_repository(repository, ["commits"]).with("limit", "1"))),
            [commits] if commits.status == NOT_FOUND => {
                Ok(Step::Ask(of_repository(repository, [])))
            }
            [commits] => {
                let found: Paged<Commit> = commits.json(GitError::UnknownRepository)?;
                Ok(Step::Done(found.values.into_iter().next().map(|commit| commit.id)))
            }
            [.., itself] => {
                let _: Repository = itself.json(GitError::UnknownRepository)?;
                Ok(Step::Done(None))
            }
        }
    }

    fn files(&self, repository: &str, revision: &str) -> ApiRequest {
        let request = of_repository(repository, ["files"]).with("at", revision);
        request.with("limit", FILES_PER_PAGE).with("start", "0")
    }

    fn root_files(&self, repository: &str, revision: &str) -> Option<ApiRequest> {
        let request = of_repository(repository, [BROWSE]).with("at", revision);
        Some(request.with("limit", FILES_PER_PAGE).with("start", "0"))
    }

    fn read_files(&self, answer: &Received) -> Result<FilesPage, GitError> {
        if answer.asked.segment(BROWSE_AT) == Some(BROWSE) {
            let Browsed { children } = answer.json(GitError::UnknownRepository)?;
            let next = children.next().map(|start| answer.asked.clone().replacing("start", start));
            let files = children.values.into_iter().filter(|child| child.kind == "FILE");
            let files = files.map(|child| child.path.name).collect();
            return Ok(FilesPage { files, truncated: false, next });
        }
        let found: Paged<String> = answer.json(GitError::UnknownRepository)?;
        let next = found.next().map(|start| answer.asked.clone().replacing("start", start));
        Ok(FilesPage { files: found.values, truncated: false, next })
    }

    fn file(&self, repository: &str, revision: &str, path: &str) -> ApiRequest {
        let rest = ["raw"].into_iter().chain(path.split('/'));
        of_repository(repository, rest).with("at", revision).accepting("*/*")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [INT-04]
    #[test]
    fn a_token_belongs_to_the_user_whom_the_server_names() {
        let api = BitbucketServer;
        assert_eq!(api.user("Ann@Acme").segment(1), Some("ann_acme"));
        let body =
            r#"{"name":"Ann","slug":"ann","displayName":"Ann","active":true,"type":"NORMAL"}"#;
        let answer = |user: Option<&str>| Received {
            user: user.map(str::to_owned),
            ..Received::sample(api.user("ann"), body)
        };
        assert!(matches!(api.is_user("ann", &answer(None)), Err(GitError::Answer(NOT_ITS_API))));
        assert!(api.is_user("ann", &answer(Some("Ann"))).unwrap());
        assert!(!api.is_user("ann", &answer(Some("bob"))).unwrap());
        let missing = |user: Option<&str>| Received { status: NOT_FOUND, ..answer(user) };
        assert!(!api.is_user("ann", &missing(Some("ann"))).unwrap());
        assert!(matches!(api.is_user("ann", &missing(None)), Err(GitError::Answer(NO_API))));
    }

    /// covers: [INT-07]
    #[test]
    fn repositories_are_listed_by_position() {
        let api = BitbucketServer;
        let Step::Ask(asked) = api.list(Some("100"), "shop", &[]).unwrap() else { panic!("asks") };
        assert_eq!(
            (asked.parameter("start"), asked.parameter("name")),
            (Some("100"), Some("shop"))
        );
        let body = r#"{"size":1,"limit":1,"isLastPage":false,"start":100,"nextPageStart":101,"values":[
            {"slug":"shop","id":1,"public":false,"project":{"key":"ACME","type":"NORMAL"},
            "links":{"self":[{"href":"https://git.example.org/projects/ACME/repos/shop/browse"}]}}]}"#;
        let answer = Received::sample(asked, body);
        let Step::Done(page) = api.list(Some("100"), "shop", &[answer]).unwrap() else {
            panic!("is done")
        };
        assert_eq!(
            (page.repositories[0].name.as_str(), page.next.as_deref()),
            ("ACME/shop", Some("101"))
        );
        for page in ["x", "-1", "1000001"] {
            assert!(matches!(api.list(Some(page), "", &[]), Err(GitError::UnknownPage)), "{page}");
        }
    }

    #[test]
    fn the_newest_commit_is_the_first_one() {
        let api = BitbucketServer;
        for (body, expected) in [
            (r#"{"values":[{"id":"def0","displayId":"def0"}],"isLastPage":false}"#, Some("def0")),
            (r#"{"values":[],"isLastPage":true}"#, None),
        ] {
            let Step::Ask(asked) = api.newest("ACME/shop", &[]).unwrap() else { panic!("asks") };
            let newest = api.newest("ACME/shop", &[Received::sample(asked, body)]).unwrap();
            let Step::Done(newest) = newest else { panic!("is done") };
            assert_eq!(newest.as_deref(), expected);
        }
    }

    #[test]
    fn an_empty_repository_has_no_revision() {
        let api = BitbucketServer;
        let Step::Ask(asked) = api.newest("ACME/shop", &[]).unwrap() else { panic!("asks") };
        let none = Received { status: NOT_FOUND, ..Received::sample(asked, "{}") };
        let Step::Ask(asked) = api.newest("ACME/shop", std::slice::from_ref(&none)).unwrap() else {
            panic!("asks for the repository")
        };
        assert_eq!((asked.segment(3), asked.segment(4)), (Some("shop"), None));
        let body = r#"{"slug":"shop","project":{"key":"ACME"}}"#;
        let answers = [none.clone(), Received::sample(asked, body)];
        assert!(matches!(api.newest("ACME/shop", &answers), Ok(Step::Done(None))));
        let answers = [none.clone(), none];
        let missing = api.newest("ACME/shop", &answers);
        assert!(matches!(missing, Err(GitError::UnknownRepository)));
    }

    #[test]
    fn files_are_paths() {
        let api = BitbucketServer;
        let body = r#"{"values":["go.mod","web/go.sum"],"isLastPage":false,"nextPageStart":2}"#;
        let answer = Received::sample(api.files("ACME/shop", "def0"), body);
        let page = api.read_files(&answer).unwrap();
        assert_eq!(page.files, ["go.mod", "web/go.sum"]);
        assert_eq!(page.next.unwrap().parameter("start"), Some("2"));
    }

    #[test]
    fn the_root_folder_is_listed_alone() {
        let api = BitbucketServer;
        let body = r#"{"path":{"components":[],"toString":""},"revision":"def0","children":{"size":2,"values":[
            {"path":{"components":["web"],"name":"web","toString":"web"},"node":"a1","type":"DIRECTORY"},
            {"path":{"components":["go.mod"],"name":"go.mod","toString":"go.mod"},"type":"FILE","size":9}],
            "isLastPage":true,"limit":1000,"start":0}}"#;
        let asked = api.root_files("ACME/shop", "def0").unwrap();
        let page = api.read_files(&Received::sample(asked, body)).unwrap();
        assert_eq!((page.files, page.next), (vec!["go.mod".to_owned()], None));
    }
}
