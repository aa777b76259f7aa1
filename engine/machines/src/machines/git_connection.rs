//! A connection to a Git vendor: created, changed, used for products, and deleted, in a stream of its own (INT-07).
//!
//! ```text
//! absent --connect--> connected --change, choose_products, choose_repositories--> connected --delete--> deleted
//! ```
//!
//! The stream is named by the key of the integration, which is never reused. The token is in the vault; here is only a
//! keyed mark of it. A token is given for one address: with another address another token is entered, and the
//! repositories that were chosen before are none of the new one.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::rules::display_text::is_invisible;
use crate::rules::git::{
    CHOSEN_REPOSITORIES_MAX, GitFields, GitProduct, REPOSITORY_CHARS_MAX, Vendor,
};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitConnectionState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The connection does not exist.
    Absent {},
    /// The connection exists.
    Connected {
        /// What it connects to.
        fields: GitFields,
        /// The products that it is used for.
        products: BTreeSet<GitProduct>,
        /// The names of the repositories that were chosen for scanning.
        repositories: BTreeSet<String>,
        /// The keyed mark of its token.
        token: Digest,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
        /// When it was changed last.
        updated_at: Timestamp,
    },
    /// The connection was deleted.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Connected = "connected", Deleted = "deleted" });

/// The events of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitConnectionEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The connection is created.
    Connect {
        /// What it connects to.
        fields: GitFields,
        /// The keyed mark of its token.
        token: Digest,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it connects to, or its token, changes. The vendor stays.
    Change {
        /// What it connects to from now on.
        fields: GitFields,
        /// The keyed mark of its token from now on.
        token: Digest,
    },
    /// The products are selected that it is used for.
    ChooseProducts {
        /// The products.
        products: BTreeSet<GitProduct>,
    },
    /// The repositories are chosen that are scanned.
    ChooseRepositories {
        /// The names of the repositories.
        repositories: BTreeSet<String>,
    },
    /// The connection is deleted.
    Delete {},
}
named!(Event {
    Connect = "connect",
    Change = "change",
    ChooseProducts = "choose_products",
    ChooseRepositories = "choose_repositories",
    Delete = "delete",
});

/// A tab can propose nothing to this machine: connections are changed by the service of Git integrations.
pub type Proposal = super::session::Proposal;

/// The machine of connections to Git vendors.
#[derive(Debug, Default)]
pub struct GitConnection;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl GitConnection {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Connect { fields, token, by } = event else { return Super };
        if let Err(problem) = fields.checked() {
            context.guard("not_valid", true);
            return context.refuse(problem.rejection());
        }
        Transition(State::Connected {
            fields: fields.clone(),
            products: BTreeSet::new(),
            repositories: BTreeSet::new(),
            token: token.clone(),
            created_at: context.at,
            created_by: by.clone(),
            updated_at: context.at,
        })
    }

    #[state(
        superstate = "root",
        local_storage(
            "fields: GitFields",
            "products: BTreeSet<GitProduct>",
            "repositories: BTreeSet<String>",
            "token: Digest",
            "created_at: Timestamp",
            "created_by: Option<PersonId>",
            "updated_at: Timestamp"
        )
    )]
    fn connected(
        fields: &mut GitFields,
        products: &mut BTreeSet<GitProduct>,
        repositories: &mut BTreeSet<String>,
        token: &mut Digest,
        updated_at: &mut Timestamp,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Connect { .. } => return Super,
            Event::Change { fields: wanted, token: given } => {
                if let Some(rejection) = check_change((&*fields, &*token), (wanted, given), context)
                {
                    return context.refuse(rejection);
                }
                if context.guard("another_address", wanted.url != fields.url) {
                    repositories.clear();
                }
                fields.clone_from(wanted);
                token.clone_from(given);
            }
            Event::ChooseProducts { products: wanted } => {
                products.clone_from(wanted);
                if !products.contains(&GitProduct::Scanning) {
                    repositories.clear();
                }
            }
            Event::ChooseRepositories { repositories: wanted } => {
                if let Some(rejection) = check_repositories(products, wanted, context) {
                    return context.refuse(rejection);
                }
                repositories.clone_from(wanted);
            }
            Event::Delete {} => return Transition(State::Deleted { name: fields.name.clone() }),
        }
        *updated_at = context.at;
        Handled
    }

    #[state(superstate = "root", local_storage("name: String"))]
    fn deleted() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// The vendor stays, and no token that was given for one address goes to another.
fn check_change(
    (fields, token): (&GitFields, &Digest),
    (wanted, given): (&GitFields, &Digest),
    context: &mut Context,
) -> Option<Rejection> {
    if let Err(problem) = wanted.checked() {
        context.guard("not_valid", true);
        return Some(problem.rejection());
    }
    if context.guard("other_vendor", wanted.vendor != fields.vendor) {
        return Some(Rejection::new(RejectionCode::GitVendorFixed));
    }
    let is_kept = wanted.url != fields.url && given == token;
    context.guard("token_kept", is_kept).then(|| Rejection::new(RejectionCode::GitToken))
}

/// Repositories are chosen for scanning, in a number that a scan can cover.
fn check_repositories(
    products: &BTreeSet<GitProduct>,
    wanted: &BTreeSet<String>,
    context: &mut Context,
) -> Option<Rejection> {
    if context.guard("not_scanned", !products.contains(&GitProduct::Scanning)) {
        return Some(Rejection::new(RejectionCode::GitNotScanned));
    }
    let is_name = |name: &String| {
        (1..=REPOSITORY_CHARS_MAX).contains(&name.chars().count())
            && !name.chars().any(is_invisible)
    };
    let is_too_much = wanted.len() > CHOSEN_REPOSITORIES_MAX || !wanted.iter().all(is_name);
    context.guard("too_much", is_too_much).then(|| Rejection::new(RejectionCode::TooLong))
}

impl Machine for GitConnection {
    const NAME: &'static str = "git_connection";
    const SCOPE: Scope = Scope::Installation;
    const TERMINAL: &'static [&'static str] = &["deleted"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(GitConnection);

    /// Without names, times and users, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Connected { fields, products, repositories, token, .. } => {
                let has_repositories = !repositories.is_empty();
                format!("connected {} {} {products:?} {has_repositories}", fields.url, token.0)
            }
            State::Deleted { .. } => "deleted".to_owned(),
        }
    }

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn examples() -> Vec<Event> {
        let fields = |vendor, name: &str, url: &str| GitFields {
            vendor,
            name: name.into(),
            url: url.into(),
            user_name: "octocat".into(),
        };
        let token = |letter: &str| Digest(letter.repeat(64));
        let connect = |name| Event::Connect {
            fields: fields(Vendor::Github, name, "https://github.com"),
            token: token("a"),
            by: Some(PersonId("p_ann".into())),
        };
        let change = |fields, letter| Event::Change { fields, token: token(letter) };
        let elsewhere = || fields(Vendor::Github, "main", "https://git.example.org");
        vec![
            connect("main"),
            connect(""),
            change(fields(Vendor::Github, "other", "https://github.com"), "a"),
            change(fields(Vendor::Github, "main", "https://github.com"), "b"),
            change(elsewhere(), "a"),
            change(elsewhere(), "b"),
            change(fields(Vendor::Github, "main", "ssh://github.com"), "b"),
            change(fields(Vendor::Gitlab, "main", "https://github.com"), "b"),
            Event::ChooseProducts { products: [GitProduct::Scanning].into() },
            Event::ChooseProducts { products: BTreeSet::new() },
            Event::ChooseRepositories { repositories: ["octocat/hello".to_owned()].into() },
            Event::ChooseRepositories { repositories: [String::new()].into() },
            Event::ChooseRepositories { repositories: BTreeSet::new() },
            Event::Delete {},
        ]
    }
}
