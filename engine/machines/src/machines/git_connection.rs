//! A connection to a Git vendor: created, changed, used for products, and deleted, in a stream of its own (INT-07).
//!
//! ```text
//! absent --connect--> connected --change, choose_products, choose_repositories--> connected --delete--> deleted
//! connected --turn_on_hooks, turn_off_hooks, record_hooks, record_scan--> connected
//! ```
//!
//! The stream is named by the key of the integration, which is never reused. The token is in the vault; here is only a
//! keyed mark of it. A token is given for one address: with another address another token is entered, and the
//! repositories that were chosen before are none of the new one.
//!
//! While hooks are turned on, the chosen repositories are scanned after pushes. The vendor reports these to this
//! server, and signs the reports with a secret of each hook, which is in the vault too. Hooks belong to one connection.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::display_text::is_invisible;
use crate::rules::git::{
    CHOSEN_REPOSITORIES_MAX, GitFields, GitHook, GitHooks, GitLastScan, GitProduct, GitScanOutcome,
    REPOSITORY_CHARS_MAX, is_hook_address,
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
#[allow(clippy::large_enum_variant, reason = "nearly all connections are in the largest state")]
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
        /// The hooks by which pushes are reported; none unless they are turned on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hooks: Option<GitHooks>,
        /// The last scan after a push, by the name of the repository.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        scans: BTreeMap<String, GitLastScan>,
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
    /// The chosen repositories are scanned after pushes.
    TurnOnHooks {
        /// The address of this server that the vendor sends to.
        address: String,
    },
    /// They are scanned only when a user wants it.
    TurnOffHooks {},
    /// Hooks were registered at the vendor, or could not be.
    RecordHooks {
        /// What came of it, by the name of the repository.
        hooks: BTreeMap<String, GitHook>,
    },
    /// A repository was scanned after a push.
    RecordScan {
        /// The name of the repository.
        repository: String,
        /// What came of it.
        scan: GitScanOutcome,
    },
    /// The connection is deleted.
    Delete {},
}
named!(Event {
    Connect = "connect",
    Change = "change",
    ChooseProducts = "choose_products",
    ChooseRepositories = "choose_repositories",
    TurnOnHooks = "turn_on_hooks",
    TurnOffHooks = "turn_off_hooks",
    RecordHooks = "record_hooks",
    RecordScan = "record_scan",
    Delete = "delete",
});

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
            hooks: None,
            scans: BTreeMap::new(),
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
            "updated_at: Timestamp",
            "hooks: Option<GitHooks>",
            "scans: BTreeMap<String, GitLastScan>"
        )
    )]
    #[allow(clippy::too_many_arguments, reason = "each field of the state is one")]
    fn connected(
        fields: &mut GitFields,
        products: &mut BTreeSet<GitProduct>,
        repositories: &mut BTreeSet<String>,
        token: &mut Digest,
        updated_at: &mut Timestamp,
        hooks: &mut Option<GitHooks>,
        scans: &mut BTreeMap<String, GitLastScan>,
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
                    scans.clear();
                }
                if context.guard("another_connection", !wanted.connects_as(fields)) {
                    *hooks = None;
                }
                fields.clone_from(wanted);
                token.clone_from(given);
            }
            Event::ChooseProducts { products: wanted } => {
                products.clone_from(wanted);
                if !products.contains(&GitProduct::Scanning) {
                    repositories.clear();
                    scans.clear();
                    *hooks = None;
                }
            }
            Event::ChooseRepositories { repositories: wanted } => {
                if let Some(rejection) = check_repositories(products, wanted, context) {
                    return context.refuse(rejection);
                }
                repositories.clone_from(wanted);
                scans.retain(|name, _| repositories.contains(name));
                if let Some(hooks) = hooks {
                    hooks.repositories.retain(|name, _| repositories.contains(name));
                }
            }
            Event::TurnOnHooks { address } => {
                if let Some(rejection) = check_address(products, address, context) {
                    return context.refuse(rejection);
                }
                *hooks = Some(GitHooks::at(address, hooks.take()));
            }
            Event::TurnOffHooks {} => *hooks = None,
            // What the server does is no change of an administrator.
            Event::RecordHooks { hooks: recorded } => {
                return match record_hooks(recorded, repositories, hooks.as_mut(), context) {
                    Some(rejection) => context.refuse(rejection),
                    None => Handled,
                };
            }
            Event::RecordScan { repository, scan } => {
                let is_expected = hooks.is_some() && repositories.contains(repository);
                return match record_scan((repository.as_str(), scan), is_expected, scans, context) {
                    Some(rejection) => context.refuse(rejection),
                    None => Handled,
                };
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

/// Pushes are reported for scanning, to an address of this server.
fn check_address(
    products: &BTreeSet<GitProduct>,
    address: &str,
    context: &mut Context,
) -> Option<Rejection> {
    if context.guard("not_scanned", !products.contains(&GitProduct::Scanning)) {
        return Some(Rejection::new(RejectionCode::GitNotScanned));
    }
    let is_none = !is_hook_address(address);
    context.guard("no_address", is_none).then(|| Rejection::new(RejectionCode::GitUrl))
}

/// Hooks are those of chosen repositories, while they are turned on.
fn record_hooks(
    recorded: &BTreeMap<String, GitHook>,
    repositories: &BTreeSet<String>,
    hooks: Option<&mut GitHooks>,
    context: &mut Context,
) -> Option<Rejection> {
    let is_chosen = recorded.keys().all(|name| repositories.contains(name));
    let Some(hooks) = hooks.filter(|_| is_chosen) else {
        context.guard("not_chosen", true);
        return Some(Rejection::new(RejectionCode::GitNotScanned));
    };
    if context.guard("not_an_id", !recorded.values().all(GitHook::is_valid)) {
        return Some(Rejection::new(RejectionCode::TooLong));
    }
    hooks.repositories.extend(recorded.iter().map(|(name, hook)| (name.clone(), hook.clone())));
    None
}

/// A repository has one record of its last scan, and at most one of them in a minute.
fn record_scan(
    (repository, scan): (&str, &GitScanOutcome),
    is_expected: bool,
    scans: &mut BTreeMap<String, GitLastScan>,
    context: &mut Context,
) -> Option<Rejection> {
    if context.guard("not_chosen", !is_expected) {
        return Some(Rejection::new(RejectionCode::GitNotScanned));
    }
    if context.guard("no_revision", !scan.is_valid()) {
        return Some(Rejection::new(RejectionCode::TooLong));
    }
    let at = context.at;
    let is_early = scans.get(repository).is_some_and(|last| !last.makes_room(at));
    if context.guard("too_early", is_early) {
        return Some(Rejection::new(RejectionCode::NotReady));
    }
    scans.insert(repository.to_owned(), GitLastScan { at, scan: scan.clone() });
    None
}

impl Machine for GitConnection {
    const NAME: &'static str = "git_connection";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Connections are changed by the service of Git integrations.
    crate::installation_machine!(GitConnection);

    fn abstract_state(state: &State) -> String {
        super::git_connection_examples::abstract_state(state)
    }

    fn examples() -> Vec<Event> {
        super::git_connection_examples::examples()
    }
}
