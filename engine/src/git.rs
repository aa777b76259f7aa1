//! Git integrations beside their calls: whether the installation supports them, tokens on their way to a call, and the
//! limits of tests, scans and lists.

use waybill_machines::RejectionCode;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::git::URL_CHARS_MAX;
use waybill_machines::secret::{Handle, PersonId};
use waybill_platform::access::DeviceProof;
use waybill_platform::git::GitError;
use waybill_platform::limits::{Allowance, Budget, Exceeded, Rate, Resource, Scope};
use waybill_platform::secret::{Payload, Secret};
use waybill_platform::services::ServiceError;

use crate::error::{Nack, NackCode};
use crate::perform::Ports;
use crate::registry::Engine;

/// Tests and scans of a user, each of which is some requests to another server.
const EACH: Allowance = Allowance::new(30, 30);
/// Pages of lists of repositories of a user, each of which is a few requests to another server.
const LISTS: Allowance = Allowance::new(60, 60);

/// Whether the installation supports Git integrations (INT-06).
///
/// # Errors
///
/// [`ServiceError`], if the settings cannot be read.
pub async fn scans_git(ports: &Ports) -> Result<bool, ServiceError> {
    Ok(ports.settings.console().await?.features.contains(&Feature::GitScanning))
}

/// Whether the address of the platform is short enough for records, as the addresses of integrations have to be.
pub(crate) fn is_recorded_url(url: &str) -> bool {
    url.chars().count() <= URL_CHARS_MAX
}

/// The stable code of an error, for notices of pages and for answers to programs.
pub fn code_of_git(error: &GitError) -> String {
    let own = match error {
        GitError::Problem(problem) => return problem.code().to_string(),
        GitError::Ftp => return RejectionCode::GitFtp.to_string(),
        GitError::Unknown => return RejectionCode::UnknownIntegration.to_string(),
        GitError::VendorFixed => return RejectionCode::GitVendorFixed.to_string(),
        GitError::TokenRequired => return RejectionCode::GitToken.to_string(),
        GitError::NotTested => return RejectionCode::GitNotTested.to_string(),
        GitError::NameTaken => "git_name_taken",
        GitError::TooMany => "git_too_many",
        GitError::TooManyRepositories => "git_too_many_repositories",
        GitError::NotScanned => "git_not_scanned",
        GitError::Changed => "git_changed",
        GitError::Moved => "git_moved",
        GitError::UnknownRepository => "git_unknown_repository",
        GitError::UnknownPage => "git_unknown_page",
        GitError::Refused => "git_refused",
        GitError::OtherUser => "git_other_user",
        GitError::Blocked(_) => "git_blocked",
        GitError::Unreachable(_) => "git_unreachable",
        GitError::Answer(_) => "git_answer",
        GitError::TooLarge => "git_too_large",
        GitError::Busy => "git_busy",
        GitError::Occupied => "git_occupied",
        GitError::NoAddress => "git_no_address",
        GitError::HookNotAccepted => "git_hook_not_accepted",
        GitError::Vault(_) | GitError::Stream(_) | GitError::Stopped(_) => "unavailable",
    };
    own.to_owned()
}

/// The tests and scans of each user, and the lists of repositories. In memory only.
#[derive(Debug)]
pub(crate) struct GitRequests {
    each: Rate<PersonId>,
    lists: Rate<PersonId>,
}

impl Default for GitRequests {
    fn default() -> Self {
        let rate = |resource, allowance| Rate::new(Budget(Scope::Person, resource), allowance);
        Self { each: rate(Resource::GitRequests, EACH), lists: rate(Resource::GitLists, LISTS) }
    }
}

impl GitRequests {
    /// Uses one test or scan of a user.
    pub(crate) fn admit(&self, person: &PersonId) -> Result<(), Exceeded> {
        self.each.take(person, 1)
    }

    /// Uses one page of the lists of a user.
    fn admit_list(&self, person: &PersonId) -> Result<(), Exceeded> {
        self.lists.take(person, 1)
    }
}

impl Engine {
    /// Keeps a token until the call that its handle comes with takes it, or until the handle expires.
    ///
    /// # Errors
    ///
    /// [`Nack`], if too many secrets are pending.
    pub fn keep_git_token(&self, token: Secret) -> Result<Handle, Nack> {
        let performer = &self.shared.performer;
        let payload = Payload::GitToken(token);
        let handle = performer.handles.mint(payload, DeviceProof::default(), self.now());
        handle.map_err(|error| Nack::temporary(NackCode::Busy, error.to_string()))
    }

    /// Uses one test or scan of a user.
    ///
    /// # Errors
    ///
    /// [`Exceeded`], if there were too many.
    pub fn admit_git_request(&self, person: &PersonId) -> Result<(), Exceeded> {
        self.shared.performer.git_requests.admit(person)
    }

    /// Uses one page of a list of repositories of a user.
    ///
    /// # Errors
    ///
    /// [`Exceeded`], if there were too many.
    pub fn admit_git_list(&self, person: &PersonId) -> Result<(), Exceeded> {
        self.shared.performer.git_requests.admit_list(person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [INT-06]
    #[test]
    fn an_address_that_is_too_long_is_not_recorded() {
        let longest = format!("https://waybill.example.org/{}/", "a".repeat(URL_CHARS_MAX - 29));
        assert!(is_recorded_url(&longest));
        assert!(!is_recorded_url(&format!("{longest}/")));
    }

    #[test]
    fn the_tests_and_scans_of_each_user_are_limited() {
        let (requests, one) = (GitRequests::default(), PersonId("p_ann".to_owned()));
        let admitted = (0..60).filter(|_| requests.admit(&one).is_ok()).count();
        // Some come back meanwhile.
        assert!((30..60).contains(&admitted), "{admitted}");
        assert_eq!(requests.admit(&PersonId("p_bob".to_owned())), Ok(()));
    }

    #[test]
    fn lists_have_a_limit_of_their_own() {
        let (requests, one) = (GitRequests::default(), PersonId("p_ann".to_owned()));
        let admitted = (0..120).filter(|_| requests.admit_list(&one).is_ok()).count();
        // Some come back meanwhile.
        assert!((60..120).contains(&admitted), "{admitted}");
        assert_eq!(requests.admit(&one), Ok(()));
    }
}
