//! Constants of the rules that pages use too: limits, lists, and the labels of facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::MARK;
use crate::call::{Call, Severity};
use crate::facts::{INSTALLATION_FACTS, Installation};
use crate::machine::Named;
use crate::machines::idle::{ACTIVITY_REPORTED_MS, IDLE_MS};
use crate::rules::git::{self, GitProduct, Vendor};
use crate::rules::menu_entry::DisabledReason;
use crate::rules::menu_table::{ADVANCED, TABLES};
use crate::rules::package_browser;
use crate::rules::path_memory::EXPIRY_MS;
use crate::rules::trusted_issuers::{self as issuers, PublicIssuer};

pub(super) fn constants() -> String {
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "idleMs",
            i64::try_from(IDLE_MS).unwrap_or(i64::MAX),
            "A user without activity for this long is idle.",
        ),
        (
            "activityReportedMs",
            ACTIVITY_REPORTED_MS,
            "Activity is reported at most this often, where idle users are signed out.",
        ),
        ("postLoginPathMs", EXPIRY_MS, "A stored path expires after this long."),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value};");
    }
    let calls: Vec<_> = Call::NAMES.iter().filter(|name| name.starts_with("browser.")).collect();
    let shown_ms: BTreeMap<String, u32> = Severity::ALL
        .iter()
        .map(|severity| {
            (json!(severity).as_str().unwrap_or_default().to_owned(), severity.shown_ms())
        })
        .collect();
    let items = TABLES.into_iter().flatten();
    let headings: BTreeSet<_> = items
        .clone()
        .filter_map(|item| item.group)
        .chain(ADVANCED.iter().map(|(group, _)| *group))
        .collect();
    for (name, value, meaning) in [
        (
            "notificationMs",
            json!(shown_ms),
            "How long a notification is shown, by its severity. A call of a machine has only the time.",
        ),
        ("browserCalls", json!(calls), "The calls that a machine can make to the browser."),
        (
            "menuItems",
            json!(items.map(|item| item.id).collect::<Vec<_>>()),
            "The ids of all menu items: each has a text.",
        ),
        ("menuGroups", json!(headings), "The ids of the headings of menu items."),
        (
            "menuLacks",
            json!(DisabledReason::ALL),
            "The reasons for which a menu item can be disabled.",
        ),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// What the package browser offers (PKG-09). A file of its own: pages that show no packages do not load it.
pub(super) fn package_types() -> String {
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "defaultPackageTypes",
            &package_browser::DEFAULT_PACKAGE_TYPES[..],
            "The package types that lists and filters offer.",
        ),
        (
            "excludedPackageTypes",
            &package_browser::EXCLUDED_PACKAGE_TYPES,
            "Package types that are never offered.",
        ),
        (
            "separatePackageTypes",
            &package_browser::SEPARATE_PACKAGE_TYPES,
            "Package types whose details are shown in a way of their own.",
        ),
        (
            "sampleRepositories",
            &package_browser::SAMPLE_REPOSITORIES,
            "The names of repositories to begin with.",
        ),
    ] {
        let value = json!(value);
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// The vendors and limits of Git integrations. A file of its own: pages that show none do not load it.
pub(super) fn git_facts() -> String {
    let vendors: Vec<_> = Vendor::ALL
        .iter()
        .map(|vendor| {
            let (key, name) = (vendor.key(), vendor.display_name());
            let is_hosted = vendor.hosted_url().is_some();
            json!({ "key": key, "code": vendor.code(), "name": name, "isHosted": is_hosted })
        })
        .collect();
    let limits = json!({
        "name": git::NAME_CHARS_MAX,
        "url": git::URL_CHARS_MAX,
        "userName": git::USER_NAME_CHARS_MAX,
        "token": git::TOKEN_CHARS_MAX,
        "chosenRepositories": git::CHOSEN_REPOSITORIES_MAX,
    });
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "gitVendors",
            json!(vendors),
            "The vendors: their names in records and addresses, and their codes in calls (DET-04).",
        ),
        ("gitProducts", json!(GitProduct::ALL), "What an integration can be used for."),
        (
            "gitLimits",
            limits,
            "The most characters of what is entered, and the most repositories of an integration.",
        ),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// What the form of a trusted issuer checks (ROBOT-02). A file of its own: pages that show none do not load it.
pub(super) fn trusted_issuers() -> String {
    let public: BTreeMap<&str, Value> = issuers::PUBLIC_ISSUERS
        .iter()
        .map(|PublicIssuer { key, issuer, paths, names }| {
            (*key, json!({ "issuer": issuer, "paths": paths, "names": names }))
        })
        .collect();
    let limits = json!({
        "name": issuers::ISSUER_NAME_CHARS_MAX,
        "url": issuers::ISSUER_URL_BYTES_MAX,
        "audience": issuers::AUDIENCE_CHARS_MAX,
        "description": issuers::ISSUER_DESCRIPTION_CHARS_MAX,
        "rules": issuers::EXCHANGE_RULES_MAX,
        "claims": issuers::RULE_CLAIMS_MAX,
        "claimName": issuers::CLAIM_NAME_CHARS_MAX,
        "claimValue": issuers::CLAIM_VALUE_CHARS_MAX,
        "secondsMin": issuers::EXCHANGED_LIVES_S_MIN,
        "secondsMax": issuers::EXCHANGED_LIVES_S_MAX,
    });
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "issuerLimits",
            limits,
            "The most characters, rules and claims that can be entered, and the lives of tokens.",
        ),
        (
            "claimsOfAll",
            json!(issuers::CLAIMS_OF_ALL),
            "Claims that all tokens of an issuer have, which distinguish none.",
        ),
        (
            "ownedSubjects",
            json!(issuers::OWNED_SUBJECTS),
            "Kinds of subjects with a path that begins with the owner.",
        ),
        (
            "publicIssuers",
            json!(public),
            "Issuers that anyone can have tokens of. Paths begin with the owner; names do not show it in part.",
        ),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// The labels of the facts of the installation, and an installation for tests.
pub(super) fn facts() -> String {
    let unset = json!(Installation::default());
    let is_flag = |name: &&str| unset[*name].is_boolean();
    let flags: Vec<_> = INSTALLATION_FACTS.iter().map(|row| row.name).filter(is_flag).collect();
    let labels = INSTALLATION_FACTS.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "  {}: {},", row.name, json!(row.label));
        text
    });
    format!(
        r#"{MARK}
import type {{ Installation }} from "./types";

/** The facts of the installation, by name, with their English labels. */
export const factLabels = {{
{labels}}} as const satisfies Record<keyof Installation, string>;

/** Those that are true or false. */
export const flags = {flags:#} as const satisfies readonly (keyof Installation)[];

/** An installation of which nothing is set. */
export const unsetInstallation: Installation = {unset:#};
"#,
        flags = json!(flags),
    )
}
