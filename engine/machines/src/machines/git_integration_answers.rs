//! The answers to the calls of the Git integrations in one tab. Each names what it is the answer to, because an answer
//! may come after the modal was closed and opened again for something else.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::rules::git::{GitFields, GitProduct, VendorItem};
use crate::secret::{Digest, Handle};
use crate::sign_in::Notice;

/// The answer to `git.list`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum GitListed {
    /// The vendors with what is connected to them.
    Received {
        /// The address of the platform, with one slash at its end; none if it is too long, and in records of earlier
        /// builds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base_url: Option<String>,
        /// Every vendor, in the order of the codes.
        vendors: Vec<VendorItem>,
    },
    /// They could not be fetched.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The answer to `git.test`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum GitTested {
    /// The vendor has accepted the user with the token.
    Passed {
        /// The fields that were tested.
        fields: Box<GitFields>,
        /// The handle of the token that was tested; none for the stored one.
        token: Option<Handle>,
        /// The keyed mark of the token that was tested with them.
        mark: Digest,
    },
    /// The vendor has not accepted them, or has not answered.
    Refused {
        /// The fields that were tested.
        fields: Box<GitFields>,
        /// The handle of the token that was tested; none for the stored one.
        token: Option<Handle>,
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {
        /// The fields that were tested.
        fields: Box<GitFields>,
        /// The handle of the token that was tested; none for the stored one.
        token: Option<Handle>,
    },
}

impl GitTested {
    /// Whether it is the answer to the test of these fields with this token.
    pub fn is_of(&self, tested: &GitFields, given: Option<&Handle>) -> bool {
        let (Self::Passed { fields, token, .. }
        | Self::Refused { fields, token, .. }
        | Self::Interrupted { fields, token }) = self;
        **fields == *tested && token.as_ref() == given
    }
}

/// A change of an integration, as the answer to it names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum GitChange {
    /// An integration is created.
    Create {
        /// The fields of the integration.
        fields: Box<GitFields>,
    },
    /// An integration is changed.
    Update {
        /// The key of the integration.
        key: String,
        /// The fields from then on.
        fields: Box<GitFields>,
    },
    /// Products are selected for an integration.
    Products {
        /// The key of the integration.
        key: String,
        /// The products.
        products: BTreeSet<GitProduct>,
    },
    /// An integration is deleted.
    Delete {
        /// The key of the integration.
        key: String,
    },
}

impl GitChange {
    /// The change that a call makes; none if it makes none.
    pub fn of_call(call: &Call) -> Option<Self> {
        Some(match call {
            Call::CreateGit { fields, .. } => Self::Create { fields: fields.clone() },
            Call::UpdateGit { key, fields, .. } => {
                Self::Update { key: key.clone(), fields: fields.clone() }
            }
            Call::ChooseGitProducts { key, products } => {
                Self::Products { key: key.clone(), products: products.clone() }
            }
            Call::DeleteGit { key } => Self::Delete { key: key.clone() },
            _ => return None,
        })
    }
}

/// The answer to a change of an integration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum GitDone {
    /// The change was made.
    Done {
        /// The change.
        of: GitChange,
        /// The key of the integration.
        key: String,
    },
    /// The change was not made.
    Refused {
        /// The change.
        of: GitChange,
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {
        /// The change.
        of: GitChange,
    },
}

impl GitDone {
    /// The change that it is the answer to.
    pub const fn of(&self) -> &GitChange {
        let (Self::Done { of, .. } | Self::Refused { of, .. } | Self::Interrupted { of }) = self;
        of
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machines::git_integration::State;

    /// covers: [INT-06]
    #[test]
    fn records_without_a_base_url_are_read_and_written_as_they_are() {
        let answer = r#"{"outcome":"received","vendors":[]}"#;
        let read: GitListed = serde_json::from_str(answer).expect("an answer");
        assert_eq!(read, GitListed::Received { base_url: None, vendors: Vec::new() });
        assert_eq!(serde_json::to_string(&read).expect("a text"), answer);
        let page = r#"{"oauth":false,"person":null,"vendors":[],"failed":false,"error":null}"#;
        let state = format!(r#"{{"state":"ready","page":{page}}}"#);
        let read: State = serde_json::from_str(&state).expect("a state");
        assert_eq!(serde_json::to_string(&read).expect("a text"), state);
    }
}
