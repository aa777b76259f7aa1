//! Applications that sign users in with this installation, and act for them as far as they consent (APP-01, APP-02).

mod callback;
mod scopes;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};

pub use callback::{CALLBACK_BYTES_MAX, is_callback, is_callback_of};
pub use scopes::{ApplicationRights, ApplicationScope, rights_of, scopes_in, scopes_text};

/// The most applications of an installation.
pub const APPLICATIONS_MAX: usize = 1_000;
/// The longest name, in characters.
pub const APPLICATION_NAME_CHARS_MAX: usize = 100;
/// The longest description, in characters.
pub const APPLICATION_TEXT_CHARS_MAX: usize = 1_000;

/// Where an application runs, and with that whether it can keep a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ApplicationKind {
    /// On a server of its own: it presents its secret.
    Server,
    /// On the devices of its users: whatever it has is known to them, so it presents no secret.
    Device,
}

impl ApplicationKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Server, Self::Device];
}

/// What an administrator says about an application. Client id, secret and the address of the platform are the platform's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Application {
    /// Its name: letters and digits.
    pub name: String,
    /// Where it runs.
    pub kind: ApplicationKind,
    /// What it is for; users read this before they consent.
    pub description: String,
    /// Where users are sent back to, exactly.
    pub callback_url: String,
    /// What it may ask users for; everything if it is missing, as in records that are older than this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<BTreeSet<ApplicationScope>>,
}

impl Application {
    /// The part of these scopes that the application may have.
    pub fn permitted(&self, scopes: &BTreeSet<ApplicationScope>) -> BTreeSet<ApplicationScope> {
        match &self.scopes {
            Some(permitted) => scopes & permitted,
            None => scopes.clone(),
        }
    }
}

/// What is wrong with an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationProblem {
    /// The name is missing.
    NameMissing,
    /// The name has other characters than letters and digits, or is too long.
    Name,
    /// The description is missing.
    DescriptionMissing,
    /// The description is too long, or has invisible characters.
    Description,
    /// The callback is missing.
    CallbackMissing,
    /// The callback is not an address that users can safely be sent to.
    Callback,
    /// It may ask for nothing.
    Scopes,
}

impl ApplicationProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::NameMissing | Self::Name => RejectionCode::ApplicationName,
            Self::DescriptionMissing | Self::Description => RejectionCode::ApplicationDescription,
            Self::CallbackMissing | Self::Callback => RejectionCode::ApplicationCallback,
            Self::Scopes => RejectionCode::ApplicationScopes,
        }
    }

    /// The field that it is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NameMissing | Self::Name => "name",
            Self::DescriptionMissing | Self::Description => "description",
            Self::CallbackMissing | Self::Callback => "callback_url",
            Self::Scopes => "scopes",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for ApplicationProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NameMissing | Self::DescriptionMissing | Self::CallbackMissing => {
                "This field is mandatory"
            }
            Self::Name => "Name cannot contain spaces or special characters",
            Self::Description => "A description has at most 1,000 visible characters",
            Self::Callback => {
                "Enter an https address without user, fragment or wildcard, such as \
                 https://app.example.org/callback; http is for 127.0.0.1 and [::1] only"
            }
            Self::Scopes => "Choose at least one scope",
        })
    }
}

/// Checks an application.
///
/// # Errors
///
/// The first [`ApplicationProblem`].
pub fn check_application(application: &Application) -> Result<(), ApplicationProblem> {
    let Application { name, kind: _, description, callback_url, scopes } = application;
    let is_blank = |text: &str| text.trim().is_empty();
    if is_blank(name) {
        return Err(ApplicationProblem::NameMissing);
    }
    let is_name = name.len() <= APPLICATION_NAME_CHARS_MAX
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_name {
        return Err(ApplicationProblem::Name);
    }
    if is_blank(description) {
        return Err(ApplicationProblem::DescriptionMissing);
    }
    let is_shown = description.chars().count() <= APPLICATION_TEXT_CHARS_MAX
        && !description.chars().any(is_invisible);
    if !is_shown {
        return Err(ApplicationProblem::Description);
    }
    if is_blank(callback_url) {
        return Err(ApplicationProblem::CallbackMissing);
    }
    if !is_callback(callback_url) {
        return Err(ApplicationProblem::Callback);
    }
    let are_none = scopes.as_ref().is_some_and(BTreeSet::is_empty);
    if are_none { Err(ApplicationProblem::Scopes) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [APP-01]
    #[test]
    fn every_field_is_mandatory_and_names_have_no_special_characters() {
        let sound = Application {
            name: "Dashboard2".into(),
            kind: ApplicationKind::Server,
            description: "Shows builds.".into(),
            callback_url: "https://app.example.org/callback".into(),
            scopes: None,
        };
        assert_eq!(check_application(&sound), Ok(()));
        let with = |change: fn(&mut Application)| {
            let mut changed = sound.clone();
            change(&mut changed);
            check_application(&changed).map_err(|problem| (problem.field(), problem.to_string()))
        };
        let mandatory = "This field is mandatory".to_owned();
        assert_eq!(with(|it| it.name = " ".into()), Err(("name", mandatory.clone())));
        assert_eq!(with(|it| it.description.clear()), Err(("description", mandatory.clone())));
        assert_eq!(with(|it| it.callback_url.clear()), Err(("callback_url", mandatory)));
        let special = "Name cannot contain spaces or special characters".to_owned();
        for name in ["my app", "app!", "äpp", "a-b", "a_b"] {
            let changed = Application { name: name.into(), ..sound.clone() };
            let problem = check_application(&changed).map_err(|problem| problem.to_string());
            assert_eq!(problem, Err(special.clone()), "{name}");
        }
        assert!(with(|it| it.description = "a\u{202e}b".into()).is_err());
        let nothing = with(|it| it.scopes = Some(BTreeSet::new()));
        assert_eq!(nothing, Err(("scopes", "Choose at least one scope".to_owned())));
    }

    /// covers: [APP-01, APP-02]
    #[test]
    fn an_application_of_an_older_record_may_ask_for_everything() {
        let recorded = r#"{"name": "Dashboard", "kind": "server", "description": "Shows builds.",
            "callback_url": "https://app.example.org/callback"}"#;
        let mut application: Application = serde_json::from_str(recorded).expect("a record");
        let all = BTreeSet::from(ApplicationScope::ALL);
        assert_eq!(application.permitted(&all), all);
        let written = serde_json::to_value(&application).expect("JSON");
        assert_eq!(written.get("scopes"), None);
        let openid = BTreeSet::from([ApplicationScope::Openid]);
        application.scopes = Some([ApplicationScope::Openid, ApplicationScope::Email].into());
        assert_eq!(application.permitted(&openid), openid);
        assert_eq!(application.permitted(&all).len(), 2);
        let read = BTreeSet::from([ApplicationScope::RepositoriesRead]);
        assert!(application.permitted(&read).is_empty());
    }
}
