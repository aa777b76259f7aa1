//! Requests to the servers of vendors, through the one client for other servers.
//!
//! A token goes to the server of the integration's API only: no redirect is followed, and an address that an answer
//! names is asked only if it is below the API's address. Nothing of an answer's body becomes part of an error.

mod hooks;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use percent_encoding::percent_decode;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use waybill_machines::rules::git::{GitFields, Vendor};
use waybill_outbound::header::{self, HeaderMap, HeaderValue};
use waybill_outbound::{Authorization, Outbound, OutboundError, Request, Response, Target};

use super::error::{FAILED, LIMITED, NO_API, NOT_ITS_API};
use super::vendors::{
    ApiRequest, FilesPage, NOT_FOUND, Place, Received, STEPS_MAX, Step, VendorApi, api_address,
    api_of, authorization, is_repository, web_address,
};
use super::{GitError, RepositoryPage};
use crate::secret::Secret;

/// How long the files of a repository, and one of them, may take: these are larger than other answers.
const FILES_WITHIN: Duration = Duration::from_secs(30);
/// How long all requests for one page of a list may take: the console waits for 30 seconds.
const LISTED_WITHIN: Duration = Duration::from_secs(25);
/// How many tests, lists and scans that users wait for there are at once: a vendor that does not answer must leave room
/// for other requests to other servers.
const INTERACTIVE_MAX: usize = 8;
/// The longest text that names of repositories are searched for.
const QUERY_CHARS_MAX: usize = 100;
/// The digits of a commit, as SHA-256 has them.
const DIGEST_DIGITS_MAX: usize = 64;
/// The most bytes of all answers that one result is read from.
const ANSWERS_BYTES_MAX: usize = 16 * 1_024 * 1_024;

/// Makes connections to vendors.
pub(super) struct Client {
    outbound: Outbound,
    interactive: Arc<Semaphore>,
}

/// The API of a vendor, with the credentials of an integration.
pub(super) struct Connection {
    outbound: Outbound,
    interactive: Arc<Semaphore>,
    vendor: Vendor,
    protocol: &'static dyn VendorApi,
    user: String,
    web: Target,
    api: Target,
    authorization: Authorization,
    is_current: Option<IsCurrent>,
}

/// Whether what a connection was made for is still as it was.
pub(super) type IsCurrent = Arc<dyn Fn() -> bool + Send + Sync>;

impl Client {
    pub(super) fn new(outbound: Outbound) -> Self {
        Self { outbound, interactive: Arc::new(Semaphore::new(INTERACTIVE_MAX)) }
    }

    /// A place for a call that a user waits for.
    ///
    /// # Errors
    ///
    /// [`GitError::Occupied`], if all are taken.
    pub(super) fn place(&self) -> Result<SemaphorePermit<'_>, GitError> {
        place(&self.interactive)
    }

    /// The API that fields name, which is not asked yet.
    pub(super) fn connection(
        &self,
        fields: &GitFields,
        token: &Secret,
    ) -> Result<Connection, GitError> {
        Ok(Connection {
            outbound: self.outbound.clone(),
            interactive: Arc::clone(&self.interactive),
            vendor: fields.vendor,
            protocol: api_of(fields.vendor),
            user: fields.user_name.clone(),
            web: web_address(fields)?,
            api: api_address(fields)?,
            authorization: authorization(fields, token)?,
            is_current: None,
        })
    }
}

impl Connection {
    /// The same connection, which sends nothing once it is not current.
    pub(super) fn while_current(self, is_current: IsCurrent) -> Self {
        Self { is_current: Some(is_current), ..self }
    }

    /// Whether the vendor accepts the token, and as that of the user, who waits for it.
    pub(super) async fn verify(&self) -> Result<(), GitError> {
        let _place = place(&self.interactive)?;
        let answer = self.ask(self.protocol.user(&self.user)).await?;
        let is_user = self.protocol.is_user(&self.user, &answer)?;
        is_user.then_some(()).ok_or(GitError::OtherUser)
    }

    /// A page of the repositories whose names have a text, for a user who waits for it.
    pub(super) async fn repositories(
        &self,
        page: Option<&str>,
        query: &str,
    ) -> Result<RepositoryPage, GitError> {
        let _place = place(&self.interactive)?;
        let query: String = query.trim().chars().take(QUERY_CHARS_MAX).collect();
        let list = |answers: &[Received]| self.protocol.list(page, &query, answers);
        let listed = timeout(LISTED_WITHIN, self.in_steps(list)).await;
        let mut page = listed.unwrap_or(Err(GitError::Unreachable(OutboundError::TooSlow)))?;
        page.repositories.retain(|repository| is_repository(self.vendor, &repository.name));
        for repository in &mut page.repositories {
            // It becomes a link of a page.
            if Target::parse(&repository.web_url).is_err() {
                let segments: Vec<&str> = repository.name.split('/').collect();
                repository.web_url = self.web.below(&segments, &[]).to_string();
            }
        }
        Ok(page)
    }

    /// The newest commit of the default branch.
    pub(super) async fn newest(&self, repository: &str) -> Result<Option<String>, GitError> {
        let newest = self.in_steps(|answers| self.protocol.newest(repository, answers)).await;
        match newest {
            Ok(Some(digest)) if !is_digest(&digest) => Err(GitError::Answer(NOT_ITS_API)),
            // The API redirects from the earlier name of a repository.
            Err(GitError::Unreachable(OutboundError::Redirected)) => Err(GitError::Moved),
            other => other,
        }
    }

    /// The request for the first page of the files of a commit.
    pub(super) fn all_files(&self, repository: &str, revision: &str) -> ApiRequest {
        self.protocol.files(repository, revision)
    }

    /// The request for the files of the root folder alone; `None` where one answer has the files of all folders.
    pub(super) fn root_files(&self, repository: &str, revision: &str) -> Option<ApiRequest> {
        self.protocol.root_files(repository, revision)
    }

    /// A page of files.
    pub(super) async fn files(
        &self,
        request: ApiRequest,
        within: Duration,
    ) -> Result<FilesPage, GitError> {
        let within = within.min(FILES_WITHIN);
        self.protocol.read_files(&self.ask_within(request, Some(within)).await?)
    }

    /// The content of a file of a commit; `None` if there is none.
    pub(super) async fn file(
        &self,
        repository: &str,
        revision: &str,
        path: &str,
        (bytes_max, within): (usize, Duration),
    ) -> Result<Option<Bytes>, GitError> {
        let request = self.protocol.file(repository, revision, path).up_to(bytes_max);
        let within = within.min(FILES_WITHIN);
        let answer = self.ask_within(request, Some(within)).await?;
        Ok((answer.status == OK).then_some(answer.body))
    }

    /// Sends what a result needs, one request after the other.
    async fn in_steps<T>(
        &self,
        next: impl Fn(&[Received]) -> Result<Step<T>, GitError>,
    ) -> Result<T, GitError> {
        let (mut answers, mut bytes_left) = (Vec::new(), ANSWERS_BYTES_MAX);
        loop {
            match next(&answers)? {
                Step::Done(result) => return Ok(result),
                Step::Ask(_) if answers.len() >= STEPS_MAX => {
                    return Err(GitError::Answer(NOT_ITS_API));
                }
                Step::Ask(request) => {
                    let bytes_max = request.bytes_max.min(bytes_left);
                    let answer = self.ask(request.up_to(bytes_max)).await?;
                    bytes_left = bytes_left.saturating_sub(answer.body.len());
                    answers.push(answer);
                }
            }
        }
    }

    /// Sends a request, which may take as long as the configuration says.
    async fn ask(&self, asked: ApiRequest) -> Result<Received, GitError> {
        self.ask_within(asked, None).await
    }

    async fn ask_within(
        &self,
        asked: ApiRequest,
        within: Option<Duration>,
    ) -> Result<Received, GitError> {
        if self.is_current.as_ref().is_some_and(|is_current| !is_current()) {
            return Err(GitError::Changed);
        }
        let target = target_of(&self.api, &asked.place)?;
        let mut request = Request::get(target)
            .authorised_by(self.authorization.clone())
            .with_header(header::ACCEPT, HeaderValue::from_static(asked.accept))
            .with_body_limit(asked.bytes_max);
        if let Some(within) = within {
            request = request.within(within);
        }
        let Response { status, headers, body } = self.outbound.send(request).await?;
        check_status(status, &headers)?;
        let has_next = has_next(&headers);
        Ok(Received { asked, status, has_next, user: user_of(&headers), body })
    }
}

const OK: u16 = 200;

fn place(interactive: &Semaphore) -> Result<SemaphorePermit<'_>, GitError> {
    interactive.try_acquire().map_err(|_| GitError::Occupied)
}

/// The address of a request.
fn target_of(api: &Target, place: &Place) -> Result<Target, GitError> {
    match place {
        Place::Below { segments, parameters } => {
            let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
            let parameters: Vec<(&str, &str)> =
                parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
            Ok(api.below(&segments, &parameters))
        }
        Place::Linked(address) => {
            let target = api.resolve(address).filter(|target| is_below(target, api));
            target.ok_or(GitError::Unreachable(OutboundError::Redirected))
        }
    }
}

/// Whether a text can name a commit. It becomes a part of addresses and of the answer.
fn is_digest(text: &str) -> bool {
    (1..=DIGEST_DIGITS_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_below(target: &Target, api: &Target) -> bool {
    let base = api.path().trim_end_matches('/');
    let rest = target.path().strip_prefix(base);
    target.has_origin_of(api) && rest.is_some_and(|rest| rest.starts_with('/'))
}

/// What does not exist, and what a repository without commits cannot answer, is for the vendor's protocol to read. A
/// limit of `GitHub` is a 403 with no requests left, or with the time of the next one.
fn check_status(status: u16, headers: &HeaderMap) -> Result<(), GitError> {
    let is_exhausted = text(headers, "x-ratelimit-remaining") == Some("0")
        || headers.contains_key(header::RETRY_AFTER);
    match status {
        OK | NOT_FOUND | 409 => Ok(()),
        429 => Err(GitError::Answer(LIMITED)),
        403 if is_exhausted => Err(GitError::Answer(LIMITED)),
        401 | 403 => Err(GitError::Refused),
        410 => Err(GitError::Answer(NO_API)),
        500.. => Err(GitError::Answer(FAILED)),
        _ => Err(GitError::Answer(NOT_ITS_API)),
    }
}

/// Whether the headers name a next page, as `GitHub` or as `GitLab` does.
fn has_next(headers: &HeaderMap) -> bool {
    let is_linked = text(headers, "link").is_some_and(|link| link.contains("rel=\"next\""));
    is_linked || text(headers, "x-next-page").is_some_and(|page| !page.trim().is_empty())
}

/// The user whom Bitbucket Server names in the headers, without escapes.
fn user_of(headers: &HeaderMap) -> Option<String> {
    let user = text(headers, "x-ausername")?;
    let decoded = percent_decode(user.as_bytes()).decode_utf8().ok()?;
    Some(decoded.into_owned()).filter(|user| !user.is_empty())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|&(name, value)| {
            (header::HeaderName::from_static(name), HeaderValue::from_static(value))
        });
        pairs.collect()
    }

    /// covers: [INT-07]
    #[test]
    fn only_addresses_below_the_api_are_followed() {
        let api = Target::parse("https://git.example.org/base/2.0").unwrap();
        let target = |address: &str| target_of(&api, &Place::Linked(address.to_owned()));
        let next = "https://git.example.org/base/2.0/user/workspaces?page=2";
        assert_eq!(target(next).unwrap().to_string(), next);
        for other in [
            "https://git.example.com/base/2.0/user?page=2",
            "http://git.example.org/base/2.0/user?page=2",
            "https://git.example.org:8443/base/2.0/user?page=2",
            "https://git.example.org/base/2.0/../../other",
            "https://git.example.org/base/2.0x",
            "https://user@git.example.org/base/2.0/user",
            "//other.example.org/base/2.0/user",
            "javascript:alert(1)",
        ] {
            assert!(target(other).is_err(), "{other}");
        }
        let below = Place::Below {
            segments: vec!["projects".into(), "acme/shop".into(), "..".into()],
            parameters: vec![("ref", "a&b=c".into())],
        };
        let below = target_of(&api, &below).unwrap().to_string();
        assert_eq!(below, "https://git.example.org/base/2.0/projects/acme%2Fshop?ref=a%26b%3Dc");
    }

    /// covers: [INT-04]
    #[test]
    fn a_status_has_its_meaning() {
        let none = headers(&[]);
        for status in [200, 404, 409] {
            assert!(check_status(status, &none).is_ok(), "{status}");
        }
        for status in [401, 403] {
            assert!(matches!(check_status(status, &none), Err(GitError::Refused)), "{status}");
        }
        let exhausted = headers(&[("x-ratelimit-remaining", "0")]);
        let secondary = headers(&[("x-ratelimit-remaining", "4999"), ("retry-after", "60")]);
        let some_left = headers(&[("x-ratelimit-remaining", "4999")]);
        assert!(matches!(check_status(403, &some_left), Err(GitError::Refused)));
        for (status, headers, sentence) in [
            (403, &exhausted, LIMITED),
            (403, &secondary, LIMITED),
            (429, &none, LIMITED),
            (410, &none, NO_API),
            (503, &none, FAILED),
            (201, &none, NOT_ITS_API),
            (418, &none, NOT_ITS_API),
        ] {
            let error = check_status(status, headers).unwrap_err();
            assert_eq!(error.to_string(), sentence, "{status}");
        }
    }

    /// covers: [INT-07]
    #[test]
    fn a_commit_is_named_by_a_digest() {
        for digest in ["6104942438c14ec7", "6dcb09b5b57875f334f61aebed695e2e4193db5e"] {
            assert!(is_digest(digest), "{digest}");
        }
        let long = "a".repeat(DIGEST_DIGITS_MAX + 1);
        for other in ["", "..", "main", "6dcb/../..", long.as_str()] {
            assert!(!is_digest(other), "{other}");
        }
    }

    #[test]
    fn headers_name_the_next_page_and_the_user() {
        let link = "<https://api.github.com/user/repos?page=3>; rel=\"next\", <x>; rel=\"last\"";
        assert!(has_next(&headers(&[("link", link)])));
        assert!(has_next(&headers(&[("x-next-page", "2")])));
        let last = headers(&[("link", "<x>; rel=\"first\""), ("x-next-page", "")]);
        assert!(!has_next(&last));
        let user = user_of(&headers(&[("x-ausername", "ann%40acme")]));
        assert_eq!(user.as_deref(), Some("ann@acme"));
        assert_eq!(user_of(&last), None);
    }
}
