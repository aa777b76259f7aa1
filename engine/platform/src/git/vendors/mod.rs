//! The APIs of the vendors: which requests they want, and what their answers mean. Nothing is sent here.

mod answer;
mod bitbucket_cloud;
mod bitbucket_server;
mod github;
mod gitlab;
mod hooks;

use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::rules::git::{GitFields, GitProblem, UrlProblem, Vendor};
use waybill_outbound::{Authorization, Target, TargetError};

pub(super) use answer::{ApiRequest, NOT_FOUND, Place, Received};
pub(super) use hooks::{HookRequest, NewHook, form_of, hook_id, is_signed, registration, removal};

use super::{GitError, RepositoryPage};
use crate::secret::Secret;

/// How many requests one page of a list or one revision may take.
pub(super) const STEPS_MAX: usize = 10;
/// How many values a page of the vendors has.
const PER_PAGE: &str = "100";
/// The last page that is asked for.
const PAGES_MAX: u32 = 10_000;
/// The longest name of a repository, and the longest path of a file.
const REPOSITORY_BYTES_MAX: usize = 300;
const PATH_BYTES_MAX: usize = 1_000;
/// The end of the hosts of `GitHub` Enterprise Cloud with data residency.
const ENTERPRISE_CLOUD: &str = ".ghe.com";
/// How many groups `GitLab` nests.
const SEGMENTS_MAX: usize = 21;

/// What follows from the answers so far.
pub(super) enum Step<T> {
    /// Another request is needed.
    Ask(ApiRequest),
    /// This is the result.
    Done(T),
}

/// A page of the files of a repository.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FilesPage {
    /// The paths of the files.
    pub(super) files: Vec<String>,
    /// Whether the vendor leaves out some of them.
    pub(super) truncated: bool,
    /// What the next page is asked for with.
    pub(super) next: Option<ApiRequest>,
}

/// The API of a vendor.
pub(super) trait VendorApi: Send + Sync {
    /// Asks who a user is.
    fn user(&self, user: &str) -> ApiRequest;

    /// Whether the token that the request had belongs to the user.
    fn is_user(&self, user: &str, answer: &Received) -> Result<bool, GitError>;

    /// A page of the repositories whose names have a text.
    fn list(
        &self,
        page: Option<&str>,
        query: &str,
        answers: &[Received],
    ) -> Result<Step<RepositoryPage>, GitError>;

    /// The newest commit of the default branch; `None` if there is none yet.
    fn newest(
        &self,
        repository: &str,
        answers: &[Received],
    ) -> Result<Step<Option<String>>, GitError>;

    /// Asks for the files of a commit.
    fn files(&self, repository: &str, revision: &str) -> ApiRequest;

    /// Asks for the files of the root folder alone; `None` where one answer has the files of all folders.
    fn root_files(&self, _repository: &str, _revision: &str) -> Option<ApiRequest> {
        None
    }

    /// Reads a page of files.
    fn read_files(&self, answer: &Received) -> Result<FilesPage, GitError>;

    /// Asks for the content of a file of a commit.
    fn file(&self, repository: &str, revision: &str, path: &str) -> ApiRequest;
}

/// The API of a vendor.
pub(super) const fn api_of(vendor: Vendor) -> &'static dyn VendorApi {
    match vendor {
        Vendor::Github => &github::Github,
        Vendor::Gitlab => &gitlab::Gitlab,
        Vendor::BitbucketCloud => &bitbucket_cloud::BitbucketCloud,
        Vendor::BitbucketServer => &bitbucket_server::BitbucketServer,
    }
}

/// The address of the pages of an integration's server.
pub(super) fn web_address(fields: &GitFields) -> Result<Target, GitError> {
    let address = Target::parse(&fields.url).map_err(|error| match error {
        // The rules let http, https and ftp pass.
        TargetError::Scheme => GitError::Ftp,
        _ => GitError::Problem(GitProblem::Url(UrlProblem::NotAUrl)),
    })?;
    Ok(address.without_parameters())
}

/// The address of the API of an integration's server.
pub(super) fn api_address(fields: &GitFields) -> Result<Target, GitError> {
    let web = web_address(fields)?;
    let hosted = fields.vendor.hosted_url().and_then(|hosted| Target::parse(hosted).ok());
    if hosted.is_some_and(|hosted| web.has_origin_of(&hosted)) {
        let public = match fields.vendor {
            Vendor::Github => "https://api.github.com",
            Vendor::Gitlab => "https://gitlab.com/api/v4",
            Vendor::BitbucketCloud | Vendor::BitbucketServer => "https://api.bitbucket.org/2.0",
        };
        let not_one = |_| GitError::Problem(GitProblem::Url(UrlProblem::NotAUrl));
        return Target::parse(public).map_err(not_one);
    }
    if fields.vendor == Vendor::Github && web.host().ends_with(ENTERPRISE_CLOUD) {
        let not_one = |_| GitError::Problem(GitProblem::Url(UrlProblem::NotAUrl));
        return Target::parse(&format!("https://api.{}", web.host())).map_err(not_one);
    }
    let below: &[&str] = match fields.vendor {
        Vendor::Github => &["api", "v3"],
        Vendor::Gitlab => &["api", "v4"],
        Vendor::BitbucketCloud => &["2.0"],
        Vendor::BitbucketServer => &["rest", "api", "1.0"],
    };
    Ok(web.below(below, &[]))
}

/// The credentials of an integration, as its vendor wants them.
pub(super) fn authorization(fields: &GitFields, token: &Secret) -> Result<Authorization, GitError> {
    match fields.vendor {
        Vendor::BitbucketCloud => Authorization::basic(&fields.user_name, token.expose())
            .map_err(|_| GitError::Problem(GitProblem::UserName)),
        Vendor::Github | Vendor::Gitlab | Vendor::BitbucketServer => {
            Authorization::bearer(token.expose()).map_err(|_| GitError::Problem(GitProblem::Token))
        }
    }
}

/// Whether a text can be the full name of a repository, which users can tell from others. All of it stays below the
/// API's address then.
pub(super) fn is_repository(vendor: Vendor, name: &str) -> bool {
    let parts = name.split('/').count();
    let has_owner = match vendor {
        Vendor::Gitlab => (2..=SEGMENTS_MAX).contains(&parts),
        Vendor::Github | Vendor::BitbucketCloud | Vendor::BitbucketServer => parts == 2,
    };
    has_owner && is_plain(name, REPOSITORY_BYTES_MAX) && !name.chars().any(is_invisible)
}

/// Whether a text can be the path of a file in a repository.
pub(super) fn is_path(path: &str) -> bool {
    is_plain(path, PATH_BYTES_MAX)
}

fn is_plain(path: &str, bytes_max: usize) -> bool {
    let is_segment =
        |part: &str| !matches!(part, "" | "." | "..") && !part.chars().any(char::is_control);
    path.len() <= bytes_max && path.split('/').all(is_segment)
}

/// The number of a page as it is asked for.
fn page_number(page: Option<&str>) -> Result<u32, GitError> {
    let Some(page) = page else { return Ok(1) };
    let number = page.parse().ok().filter(|number| (1..=PAGES_MAX).contains(number));
    number.ok_or(GitError::UnknownPage)
}

/// Whether two user names are the same.
fn is_same_user(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(vendor: Vendor, url: &str) -> String {
        let (name, user_name) = ("Shop".to_owned(), "ann".to_owned());
        let fields = GitFields { vendor, name, url: url.to_owned(), user_name };
        api_address(&fields).map_or_else(|error| error.to_string(), |address| address.to_string())
    }

    /// covers: [INT-05, INT-07]
    #[test]
    fn every_vendor_has_its_api_address() {
        for (vendor, url, expected) in [
            (Vendor::Github, "https://github.com", "https://api.github.com/"),
            (Vendor::Github, "https://GitHub.com/acme", "https://api.github.com/"),
            (Vendor::Github, "https://git.example.org/", "https://git.example.org/api/v3"),
            (Vendor::Github, "https://Acme.ghe.com/shop", "https://api.acme.ghe.com/"),
            (Vendor::Github, "https://acme-ghe.com", "https://acme-ghe.com/api/v3"),
            (Vendor::Gitlab, "https://acme.ghe.com", "https://acme.ghe.com/api/v4"),
            (Vendor::Gitlab, "https://gitlab.com/", "https://gitlab.com/api/v4"),
            (Vendor::Gitlab, "https://example.org/git?a=b", "https://example.org/git/api/v4"),
            (Vendor::BitbucketCloud, "https://bitbucket.org", "https://api.bitbucket.org/2.0"),
            (Vendor::BitbucketCloud, "http://127.0.0.1:81", "http://127.0.0.1:81/2.0"),
            (
                Vendor::BitbucketServer,
                "https://git.example.org:8443",
                "https://git.example.org:8443/rest/api/1.0",
            ),
        ] {
            assert_eq!(address(vendor, url), expected, "{url}");
        }
        assert!(address(Vendor::Github, "ftp://git.example.org").contains("https address"));
    }

    #[test]
    fn names_of_repositories_and_paths_stay_below_the_api() {
        for name in ["acme/shop", "~ann/shop", "a b/c"] {
            assert!(is_repository(Vendor::BitbucketServer, name), "{name}");
        }
        assert!(is_repository(Vendor::Gitlab, "acme/web/shop"));
        for name in [
            "shop",
            "acme/web/shop",
            "acme/",
            "/shop",
            "../shop",
            "acme/..",
            "a/b\n",
            "acme/\u{202e}pohs",
            "",
        ] {
            assert!(!is_repository(Vendor::Github, name), "{name}");
        }
        assert!(is_path("web/package-lock.json"));
        assert!(!is_path("web/../package-lock.json") && !is_path("web//go.mod"));
    }

    #[test]
    fn only_credentials_of_one_line_are_sent() {
        let fields = |vendor, user: &str| GitFields {
            vendor,
            name: "Shop".into(),
            url: "https://git.example.org".into(),
            user_name: user.into(),
        };
        let token = Secret::new("canary");
        for vendor in Vendor::ALL {
            let header = authorization(&fields(vendor, "ann"), &token).unwrap();
            assert_eq!(format!("{header:?}"), "[secret]");
        }
        let colon = authorization(&fields(Vendor::BitbucketCloud, "a:b"), &token);
        assert!(matches!(colon, Err(GitError::Problem(GitProblem::UserName))));
        let lines = authorization(&fields(Vendor::Github, "ann"), &Secret::new("a\nb"));
        assert!(matches!(lines, Err(GitError::Problem(GitProblem::Token))));
    }

    #[test]
    fn pages_are_numbers_within_bounds() {
        assert_eq!(page_number(None).unwrap(), 1);
        assert_eq!(page_number(Some("7")).unwrap(), 7);
        for page in ["0", "-1", "x", "10001", ""] {
            assert!(matches!(page_number(Some(page)), Err(GitError::UnknownPage)), "{page}");
        }
    }
}
