//! What an application may ask users for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::rules::permissions::Action;
use crate::rules::token_scope::TokenScope;

/// Something that users consent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ApplicationScope {
    /// Who signs in: an ID token.
    #[serde(rename = "openid")]
    Openid,
    /// The user's name.
    #[serde(rename = "profile")]
    Profile,
    /// The user's mail address.
    #[serde(rename = "email")]
    Email,
    /// Acting while the user is away: a refresh token.
    #[serde(rename = "offline_access")]
    OfflineAccess,
    /// Reading in repositories as the user may.
    #[serde(rename = "repositories:read")]
    RepositoriesRead,
    /// Reading, publishing and deleting in repositories as the user may.
    #[serde(rename = "repositories:write")]
    RepositoriesWrite,
    /// Everything that the user may do, administration too.
    #[serde(rename = "administration")]
    Administration,
}

impl ApplicationScope {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Openid,
        Self::Profile,
        Self::Email,
        Self::OfflineAccess,
        Self::RepositoriesRead,
        Self::RepositoriesWrite,
        Self::Administration,
    ];

    /// Its name in requests and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Openid => "openid",
            Self::Profile => "profile",
            Self::Email => "email",
            Self::OfflineAccess => "offline_access",
            Self::RepositoriesRead => "repositories:read",
            Self::RepositoriesWrite => "repositories:write",
            Self::Administration => "administration",
        }
    }
}

/// The scopes of a request, which are names between spaces; none if one is unknown, or if there is none.
pub fn scopes_in(text: &str) -> Option<BTreeSet<ApplicationScope>> {
    let of = |name: &str| ApplicationScope::ALL.into_iter().find(|scope| scope.name() == name);
    let scopes: Option<BTreeSet<_>> =
        text.split(' ').filter(|name| !name.is_empty()).map(of).collect();
    scopes.filter(|scopes| !scopes.is_empty())
}

/// Scopes as a request names them.
pub fn scopes_text(scopes: &BTreeSet<ApplicationScope>) -> String {
    scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(" ")
}

/// What an access token with these scopes may be used for, beside asking who its user is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplicationRights {
    /// Nothing.
    Nothing,
    /// Repositories, as far as the user may.
    Repositories(TokenScope),
    /// Everything that the user may.
    Everything,
}

/// What an access token with these scopes may be used for.
pub fn rights_of(scopes: &BTreeSet<ApplicationScope>) -> ApplicationRights {
    let actions = |actions: &[Action]| {
        let actions = actions.iter().copied().collect();
        ApplicationRights::Repositories(TokenScope {
            actions,
            repositories: BTreeSet::new(),
            provisions: false,
        })
    };
    if scopes.contains(&ApplicationScope::Administration) {
        ApplicationRights::Everything
    } else if scopes.contains(&ApplicationScope::RepositoriesWrite) {
        actions(&[Action::Read, Action::Write, Action::Annotate, Action::Delete])
    } else if scopes.contains(&ApplicationScope::RepositoriesRead) {
        actions(&[Action::Read])
    } else {
        ApplicationRights::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [APP-02]
    #[test]
    fn scopes_have_one_name_everywhere_and_unknown_ones_are_refused() {
        for scope in ApplicationScope::ALL {
            let name = serde_json::to_string(&scope).expect("JSON");
            assert_eq!(name, format!("\"{}\"", scope.name()));
        }
        let all = BTreeSet::from(ApplicationScope::ALL);
        assert_eq!(scopes_in(&scopes_text(&all)), Some(all));
        assert_eq!(scopes_in(" openid  openid "), Some([ApplicationScope::Openid].into()));
        for text in ["", " ", "openid everything", "Openid", "openid\tprofile"] {
            assert_eq!(scopes_in(text), None, "{text}");
        }
    }

    /// covers: [APP-02]
    #[test]
    fn administration_is_there_only_where_it_is_named() {
        let rights = |names: &str| rights_of(&scopes_in(names).expect("scopes"));
        assert_eq!(rights("openid profile email offline_access"), ApplicationRights::Nothing);
        let ApplicationRights::Repositories(reads) = rights("openid repositories:read") else {
            panic!("no rights in repositories")
        };
        assert!(reads.has(Action::Read, "npm") && !reads.has(Action::Write, "npm"));
        let ApplicationRights::Repositories(writes) = rights("repositories:write") else {
            panic!("no rights in repositories")
        };
        assert!(writes.has(Action::Delete, "npm") && !writes.has(Action::Manage, "npm"));
        assert_eq!(rights("repositories:read administration"), ApplicationRights::Everything);
    }
}
