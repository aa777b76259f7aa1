//! Git integrations: the vendors, and what an administrator enters to connect one (INT-03 to INT-06, DET-04, DET-09).

mod hooks;
mod url;
mod vendor;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};

pub use hooks::{
    GIT_SCANS_RECORDED_EACH_MS, GitHook, GitHooks, GitLastScan, GitScanOutcome, GitVendorProblem,
    is_hook_address, is_hook_id,
};
pub use url::{URL_CHARS_MAX, UrlProblem, check_url};
pub use vendor::{
    ConfiguredService, GitProduct, INTEGRATION_TYPE_GIT, Vendor, VendorItem, vendor_items,
};

/// The most integrations of an installation.
pub const INTEGRATIONS_MAX: usize = 200;
/// The longest name of an integration, in characters.
pub const NAME_CHARS_MAX: usize = 100;
/// The longest user name, in characters.
pub const USER_NAME_CHARS_MAX: usize = 200;
/// The longest token, in characters.
pub const TOKEN_CHARS_MAX: usize = 512;
/// The most repositories that can be chosen of one integration.
pub const CHOSEN_REPOSITORIES_MAX: usize = 200;
/// The longest name of a repository, in characters.
pub const REPOSITORY_CHARS_MAX: usize = 300;

/// What an administrator enters about an integration, without the token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GitFields {
    /// The vendor.
    pub vendor: Vendor,
    /// The name of the integration.
    pub name: String,
    /// The address of the vendor.
    pub url: String,
    /// The user at the vendor whose token it is.
    pub user_name: String,
}

impl GitFields {
    /// The same without spaces around texts, and without slashes at the end of the address.
    #[must_use]
    pub fn trimmed(self) -> Self {
        Self {
            vendor: self.vendor,
            name: self.name.trim().to_owned(),
            url: self.url.trim().trim_end_matches('/').to_owned(),
            user_name: self.user_name.trim().to_owned(),
        }
    }

    /// Checks the fields (INT-05).
    ///
    /// # Errors
    ///
    /// The first [`GitProblem`].
    pub fn checked(&self) -> Result<(), GitProblem> {
        let is_shown = |text: &str, chars_max: usize| {
            text.chars().count() <= chars_max && !text.chars().any(is_invisible)
        };
        if self.name.trim().is_empty() {
            return Err(GitProblem::NameMissing);
        }
        if !is_shown(&self.name, NAME_CHARS_MAX) {
            return Err(GitProblem::Name);
        }
        check_url(&self.url).map_err(GitProblem::Url)?;
        if self.user_name.trim().is_empty() {
            return Err(GitProblem::UserNameMissing);
        }
        // A colon separates it from the token in a request.
        if !is_shown(&self.user_name, USER_NAME_CHARS_MAX) || self.user_name.contains(':') {
            return Err(GitProblem::UserName);
        }
        Ok(())
    }

    /// Whether both connect to the same vendor as the same user: they are equal in all but the name.
    pub fn connects_as(&self, other: &Self) -> bool {
        (self.vendor, &self.url, &self.user_name) == (other.vendor, &other.url, &other.user_name)
    }
}

/// What is wrong with what was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitProblem {
    /// The name is missing.
    NameMissing,
    /// The name is too long, or has invisible characters.
    Name,
    /// The user name is missing.
    UserNameMissing,
    /// The user name is too long, or has invisible characters or a colon.
    UserName,
    /// The token is missing.
    TokenMissing,
    /// The token is too long, or has other characters than visible ASCII characters.
    Token,
    /// The address is not valid.
    Url(UrlProblem),
}

impl GitProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::NameMissing | Self::Name => RejectionCode::GitName,
            Self::UserNameMissing | Self::UserName => RejectionCode::GitUserName,
            Self::TokenMissing | Self::Token => RejectionCode::GitToken,
            Self::Url(_) => RejectionCode::GitUrl,
        }
    }

    /// The field that it is about, as calls name it.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NameMissing | Self::Name => "integrationName",
            Self::UserNameMissing | Self::UserName => "userName",
            Self::TokenMissing | Self::Token => "token",
            Self::Url(_) => "url",
        }
    }

    /// A sentence for the administrator who entered it.
    pub const fn message(self) -> &'static str {
        match self {
            Self::NameMissing => "Integration name is required",
            Self::Name => "An integration name has at most 100 visible characters",
            Self::UserNameMissing => "User name is required",
            Self::UserName => "A user name has at most 200 visible characters and no colon",
            Self::TokenMissing => "Token is required",
            Self::Token => "A token has at most 512 letters, digits and symbols, without spaces",
            Self::Url(problem) => problem.message(),
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for GitProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks a token: visible ASCII characters without spaces, as a header of a request can carry them.
///
/// # Errors
///
/// [`GitProblem::TokenMissing`] or [`GitProblem::Token`].
pub fn check_token(token: &str) -> Result<(), GitProblem> {
    if token.trim().is_empty() {
        return Err(GitProblem::TokenMissing);
    }
    let is_token =
        token.len() <= TOKEN_CHARS_MAX && token.bytes().all(|byte| byte.is_ascii_graphic());
    is_token.then_some(()).ok_or(GitProblem::Token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(name: &str, url: &str, user_name: &str) -> GitFields {
        GitFields {
            vendor: Vendor::Gitlab,
            name: name.into(),
            url: url.into(),
            user_name: user_name.into(),
        }
    }

    const URL: &str = "https://gitlab.com";

    /// covers: [INT-05]
    #[test]
    fn mandatory_fields_are_named_by_their_sentence() {
        let long = "a".repeat(NAME_CHARS_MAX + 1);
        let long_user = "a".repeat(USER_NAME_CHARS_MAX + 1);
        for (entered, problem, message) in [
            (fields("", URL, "octocat"), GitProblem::NameMissing, "Integration name is required"),
            (fields(" ", URL, "octocat"), GitProblem::NameMissing, "Integration name is required"),
            (fields("main", URL, ""), GitProblem::UserNameMissing, "User name is required"),
            (
                fields("main", "", "octocat"),
                GitProblem::Url(UrlProblem::Missing),
                "Enter a valid URL",
            ),
            (
                fields(&long, URL, "octocat"),
                GitProblem::Name,
                "An integration name has at most 100 visible characters",
            ),
            (
                fields("ma\u{202e}in", URL, "octocat"),
                GitProblem::Name,
                "An integration name has at most 100 visible characters",
            ),
            (
                fields("main", URL, &long_user),
                GitProblem::UserName,
                "A user name has at most 200 visible characters and no colon",
            ),
            (
                fields("main", URL, "octo:cat"),
                GitProblem::UserName,
                "A user name has at most 200 visible characters and no colon",
            ),
        ] {
            assert_eq!(entered.checked(), Err(problem), "{entered:?}");
            assert_eq!(problem.to_string(), message);
            assert_eq!(problem.rejection().args["field"], problem.field());
        }
        assert_eq!(fields("main", URL, "octocat").checked(), Ok(()));
    }

    /// covers: [INT-05]
    #[test]
    fn a_token_is_visible_and_has_no_spaces() {
        assert_eq!(check_token("ghp_0123-45.6~7"), Ok(()));
        assert_eq!(check_token(&"a".repeat(TOKEN_CHARS_MAX)), Ok(()));
        for missing in ["", "  "] {
            assert_eq!(check_token(missing), Err(GitProblem::TokenMissing));
        }
        assert_eq!(GitProblem::TokenMissing.message(), "Token is required");
        let long = "a".repeat(TOKEN_CHARS_MAX + 1);
        for wrong in ["a b", "a\r\nHost: evil", "tökén", long.as_str()] {
            assert_eq!(check_token(wrong), Err(GitProblem::Token), "{wrong:?}");
        }
    }

    /// covers: [INT-04]
    #[test]
    fn only_the_name_may_change_after_a_test() {
        let tested = fields("main", URL, "octocat");
        assert!(tested.connects_as(&fields("other", URL, "octocat")));
        assert!(!tested.connects_as(&fields("main", "https://git.example.org", "octocat")));
        assert!(!tested.connects_as(&fields("main", URL, "hubot")));
        assert!(!tested.connects_as(&GitFields { vendor: Vendor::Github, ..tested.clone() }));
        let untrimmed = fields(" main ", " https://gitlab.com// ", " octocat ");
        assert_eq!(untrimmed.trimmed(), tested);
    }
}
