//! The events and abstract states that connections to Git vendors are explored with.

use std::collections::{BTreeMap, BTreeSet};

use super::git_connection::{Event, State};
use crate::rules::git::{GitFields, GitHook, GitProduct, GitScanOutcome, GitVendorProblem, Vendor};
use crate::secret::{Digest, PersonId};

const REPOSITORY: &str = "octocat/hello";

/// Without names, times and users, which no decision depends on.
pub(super) fn abstract_state(state: &State) -> String {
    match state {
        State::Absent {} => "absent".to_owned(),
        State::Connected { fields, products, repositories, token, hooks, scans, .. } => {
            let GitFields { url, user_name, .. } = fields;
            let (has_repositories, is_scanned) = (!repositories.is_empty(), !scans.is_empty());
            let hooks = hooks.as_ref().map(|hooks| {
                let ids = hooks.repositories.values().map(GitHook::id);
                ids.collect::<Vec<_>>()
            });
            format!(
                "connected {url} {user_name} {} {products:?} {has_repositories} {hooks:?} {is_scanned}",
                token.0
            )
        }
        State::Deleted { .. } => "deleted".to_owned(),
    }
}

fn fields(vendor: Vendor, name: &str, url: &str) -> GitFields {
    let (name, url, user_name) = (name.to_owned(), url.to_owned(), "octocat".to_owned());
    GitFields { vendor, name, url, user_name }
}

fn token(letter: &str) -> Digest {
    Digest(letter.repeat(64))
}

/// One event for each case that a guard distinguishes.
pub(super) fn examples() -> Vec<Event> {
    let connect = |name| Event::Connect {
        fields: fields(Vendor::Github, name, "https://github.com"),
        token: token("a"),
        by: Some(PersonId("p_ann".into())),
    };
    let change = |fields, letter| Event::Change { fields, token: token(letter) };
    let ours = |name| fields(Vendor::Github, name, "https://github.com");
    let elsewhere = || fields(Vendor::Github, "main", "https://git.example.org");
    let hubot = GitFields { user_name: "hubot".to_owned(), ..ours("main") };
    let mut all = vec![
        connect("main"),
        connect(""),
        change(ours("other"), "a"),
        change(ours("main"), "b"),
        change(hubot, "b"),
        change(elsewhere(), "a"),
        change(elsewhere(), "b"),
        change(fields(Vendor::Github, "main", "ssh://github.com"), "b"),
        change(fields(Vendor::Gitlab, "main", "https://github.com"), "b"),
        Event::ChooseProducts { products: [GitProduct::Scanning].into() },
        Event::ChooseProducts { products: BTreeSet::new() },
        Event::ChooseRepositories { repositories: [REPOSITORY.to_owned()].into() },
        Event::ChooseRepositories { repositories: [String::new()].into() },
        Event::ChooseRepositories { repositories: BTreeSet::new() },
    ];
    all.extend(of_hooks());
    all.push(Event::Delete {});
    all
}

fn of_hooks() -> Vec<Event> {
    let hook = |vendor_id: &str| GitHook::Registered {
        id: "5f".repeat(16),
        vendor_id: vendor_id.to_owned(),
        secret: token("c"),
    };
    let failed = GitHook::Failed { why: GitVendorProblem::NotPermitted };
    let record =
        |name: &str, hook| Event::RecordHooks { hooks: BTreeMap::from([(name.to_owned(), hook)]) };
    let scan = |repository: &str, scan| Event::RecordScan { repository: repository.into(), scan };
    let scanned = |revision: &str| GitScanOutcome::Scanned {
        revision: Some(revision.to_owned()),
        manifests: 1,
        packages: 12,
    };
    let address = "https://waybill.example.org/".to_owned();
    vec![
        Event::TurnOnHooks { address },
        Event::TurnOnHooks { address: String::new() },
        Event::TurnOffHooks {},
        record(REPOSITORY, hook("1")),
        record(REPOSITORY, hook("..")),
        record(REPOSITORY, failed.clone()),
        record("octocat/other", failed),
        scan(REPOSITORY, scanned("c0ffee")),
        scan(REPOSITORY, scanned("main")),
        scan("octocat/other", scanned("c0ffee")),
        scan(REPOSITORY, GitScanOutcome::Failed { why: GitVendorProblem::Limited }),
    ]
}
