//! The states and events of the Git integrations in one tab.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use super::git_integration_answers::{GitChange, GitDone, GitListed, GitTested};
pub use super::git_integration_page::{Action, Form, Page, Tested, Unavailable};
use crate::named;
use crate::rules::git::{GitFields, GitProduct, Vendor};
use crate::secret::{Handle, PersonId};

/// The state of the Git integrations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitIntegrationState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No page shows them.
    Closed {},
    /// The vendors are being fetched for the first time.
    Loading {
        /// What the page knows.
        page: Box<Page>,
    },
    /// They are not available.
    Unavailable {
        /// What the page knows.
        page: Box<Page>,
        /// The reason.
        why: Unavailable,
    },
    /// The page shows the vendors or the integrations of one of them.
    Ready {
        /// What the page knows.
        page: Box<Page>,
    },
    /// The modal is open at its first step.
    Editing {
        /// What the page knows.
        page: Box<Page>,
        /// The form.
        form: Box<Form>,
    },
    /// The connection is being tested.
    Testing {
        /// What the page knows.
        page: Box<Page>,
        /// The form.
        form: Box<Form>,
        /// The handle of the token that is tested; none for the stored one.
        token: Option<Handle>,
    },
    /// The integration is being created or changed.
    Saving {
        /// What the page knows.
        page: Box<Page>,
        /// The form.
        form: Box<Form>,
    },
    /// The modal is open at its second step: a product is to be selected for the new integration.
    Choosing {
        /// What the page knows.
        page: Box<Page>,
        /// The key of the integration.
        key: String,
        /// The products that were selected last.
        products: BTreeSet<GitProduct>,
    },
    /// The selection is being stored.
    Storing {
        /// What the page knows.
        page: Box<Page>,
        /// The key of the integration.
        key: String,
        /// The selected products.
        products: BTreeSet<GitProduct>,
        /// Whether the integration was created in the modal, which is open at its second step.
        created: bool,
    },
    /// An integration is being deleted.
    Deleting {
        /// What the page knows.
        page: Box<Page>,
        /// The key of the integration.
        key: String,
    },
}
named!(State {
    Closed = "closed",
    Loading = "loading",
    Unavailable = "unavailable",
    Ready = "ready",
    Editing = "editing",
    Testing = "testing",
    Saving = "saving",
    Choosing = "choosing",
    Storing = "storing",
    Deleting = "deleting",
});

/// The events of the Git integrations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitIntegrationEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A page opens.
    Open {
        /// Why Git integrations are not available to the user; none if they are.
        unavailable: Option<Unavailable>,
        /// Whether the user has signed in by an OAuth provider.
        oauth: bool,
        /// The user.
        person: Option<PersonId>,
    },
    /// The page fetches the vendors again.
    Refresh {},
    /// The user opens the modal for a new integration.
    Create {
        /// The vendor.
        vendor: Vendor,
    },
    /// The user opens the modal for an existing integration.
    Edit {
        /// The fields of the integration.
        fields: Box<GitFields>,
        /// The key of the integration.
        key: String,
    },
    /// The user tests the connection.
    Test {
        /// The fields of the form.
        fields: Box<GitFields>,
        /// The handle of the token; none if none was entered.
        token: Option<Handle>,
    },
    /// The user creates or changes the integration.
    Save {
        /// The fields of the form.
        fields: Box<GitFields>,
        /// The handle of the token; none if none was entered.
        token: Option<Handle>,
    },
    /// The popover of the passed test closes.
    ClosePopover {},
    /// The user selects products for an integration: the new one in the modal, or another one of the page.
    Choose {
        /// The key of the integration.
        key: String,
        /// The products.
        products: BTreeSet<GitProduct>,
    },
    /// The user deletes an integration.
    Delete {
        /// The key of the integration.
        key: String,
    },
    /// The user closes the modal.
    Close {},
    /// The page is left.
    Reset {},
    /// The answer to fetching the vendors.
    #[serde(rename = "git.list")]
    Listed(GitListed),
    /// The answer to the test.
    #[serde(rename = "git.test")]
    Tested(GitTested),
    /// The answer to the creation.
    #[serde(rename = "git.create")]
    Created(GitDone),
    /// The answer to the change.
    #[serde(rename = "git.update")]
    Updated(GitDone),
    /// The answer to the selection of products.
    #[serde(rename = "git.products")]
    Chosen(GitDone),
    /// The answer to the deletion.
    #[serde(rename = "git.delete")]
    Deleted(GitDone),
}
named!(Event {
    Open = "open",
    Refresh = "refresh",
    Create = "create",
    Edit = "edit",
    Test = "test",
    Save = "save",
    ClosePopover = "close_popover",
    Choose = "choose",
    Delete = "delete",
    Close = "close",
    Reset = "reset",
    Listed = "git.list",
    Tested = "git.test",
    Created = "git.create",
    Updated = "git.update",
    Chosen = "git.products",
    Deleted = "git.delete",
});

/// What a tab may propose. A token is sent over HTTP before, and its handle here.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// See [`Event::Open`].
    Open {},
    /// See [`Event::Refresh`].
    Refresh {},
    /// See [`Event::Create`].
    Create {
        /// The vendor.
        vendor: Vendor,
    },
    /// See [`Event::Edit`].
    Edit {
        /// The fields of the integration.
        fields: Box<GitFields>,
        /// The key of the integration.
        key: String,
    },
    /// See [`Event::Test`].
    Test {
        /// The fields of the form.
        fields: Box<GitFields>,
        /// The handle of the token; none if none was entered.
        token: Option<Handle>,
    },
    /// See [`Event::Save`].
    Save {
        /// The fields of the form.
        fields: Box<GitFields>,
        /// The handle of the token; none if none was entered.
        token: Option<Handle>,
    },
    /// See [`Event::ClosePopover`].
    ClosePopover {},
    /// See [`Event::Choose`].
    Choose {
        /// The key of the integration.
        key: String,
        /// The products.
        products: BTreeSet<GitProduct>,
    },
    /// See [`Event::Delete`].
    Delete {
        /// The key of the integration.
        key: String,
    },
    /// See [`Event::Close`].
    Close {},
    /// See [`Event::Reset`].
    Reset {},
}
named!(Proposal {
    Open = "open",
    Refresh = "refresh",
    Create = "create",
    Edit = "edit",
    Test = "test",
    Save = "save",
    ClosePopover = "close_popover",
    Choose = "choose",
    Delete = "delete",
    Close = "close",
    Reset = "reset",
});
