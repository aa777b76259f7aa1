//! Which changes of the sources change the rules hash of a machine.
#![allow(
    clippy::disallowed_methods,
    reason = "changed sources are files; the crate itself does no I/O"
)]

mod analysis;
mod edits;

use std::collections::BTreeSet;

use waybill_machines::{MachineName, inputs};

use analysis::{ALL, Change, LOCK, changed};

const NONE: &[&str] = &[];

/// The machines that gather, store or use facts.
const READS_FACTS: &[&str] = &[
    "git_integration",
    "idle",
    "log_viewer",
    "login",
    "navigation",
    "onboarding",
    "packages",
    "password",
    "personalisation",
    "quick_setup",
    "retention",
    "search",
    "service_status",
    "startup",
];

/// Checks for each change which machines' hashes it changes.
fn check(test: &str, cases: Vec<(&str, Change, &[&str])>) {
    let (done, expected): (Vec<_>, Vec<_>) =
        cases.iter().map(|(done, _, machines)| (*done, *machines)).unzip();
    let changes: Vec<Change> = cases.into_iter().map(|(_, change, _)| change).collect();
    for ((done, machines), changed) in done.iter().zip(expected).zip(changed(test, &changes)) {
        let all = if machines.is_empty() { None } else { Some(&ALL) };
        let expected: BTreeSet<String> =
            machines.iter().chain(all).map(|name| (*name).to_owned()).collect();
        assert_eq!(changed, expected, "{done}");
    }
}

fn every_machine() -> Vec<&'static str> {
    MachineName::ALL.iter().map(|machine| machine.as_str()).collect()
}

const MENU: &str = "src/rules/menu_table.rs";
const NAVIGATION: &str = "src/machines/navigation_steps.rs";
const DEMO: &str = "    to(\"demo\", \"flask\", RouteName::Demo),\n";

fn one_more_item(change: Change) -> Change {
    change.and(MENU, DEMO, &DEMO.repeat(2))
}

/// Makes navigation look up an item of the menus.
fn navigation_reads_menus() -> Change {
    let asked = "super::super::rules::menu_table::by_id(\"demo\");\n    ";
    let settled = "    let route = place.route.route();\n    let menu";
    Change::replace(NAVIGATION, settled, &format!("    let _ = {asked}{}", settled.trim_start()))
}

#[test]
fn changes_that_cannot_affect_a_decision_change_no_hash() {
    let unused = "\nfn nobody_calls_this(facts: &Facts) -> bool {\n    facts.user.admin\n}\n";
    let home = "pub fn home(facts: &Facts, wanted: &Place) -> Place {";
    let all_on_one_line = "Place {\n    let home = if facts.installation.lightweight";
    check(
        "nothing",
        vec![
            ("a menu item, which no machine reads", one_more_item(Change::default()), NONE),
            (
                "a function that is never called",
                Change::replace("src/rules/guards.rs", home, &format!("{unused}\n{home}")),
                NONE,
            ),
            (
                "comments, documentation and lints",
                Change::replace(
                    "src/rules/guards.rs",
                    home,
                    &format!("// Why.\n/// More.\n#[must_use]\n#[allow(dead_code)]\n{home} // So."),
                ),
                NONE,
            ),
            (
                "layout",
                Change::replace(
                    "src/rules/guards.rs",
                    all_on_one_line,
                    &all_on_one_line.replace("\n   ", "").replace(" = ", "\n=\n"),
                ),
                NONE,
            ),
            (
                "a unit test",
                Change::replace(
                    "src/rules/guards.rs",
                    "mod tests {\n",
                    "mod tests {\n    #[test]\n    fn holds() {}\n",
                ),
                NONE,
            ),
            (
                "a member that only exploration uses",
                Change::default().function("src/machines/idle.rs", "examples"),
                NONE,
            ),
            (
                "an attribute for the generated files",
                Change::replace(
                    "src/facts.rs",
                    "pub struct Facts {",
                    "#[cfg_attr(feature = \"schema\", ts(export))]\npub struct Facts {",
                ),
                NONE,
            ),
        ],
    );
}

#[test]
fn a_menu_item_changes_the_machines_that_read_menus() {
    let both = vec![navigation_reads_menus(), one_more_item(navigation_reads_menus())];
    let changed = changed("menu", &both);
    let only_navigation = BTreeSet::from(["navigation".to_owned(), ALL.to_owned()]);
    assert_eq!(changed, [only_navigation.clone(), only_navigation]);
    // The hash covers the item itself, not only the lookup.
    let with = analysis::hashes("menu_item", &both);
    assert_ne!(with[0]["navigation"], with[1]["navigation"]);
    assert_eq!(with[0]["session"], with[1]["session"]);
}

#[test]
fn a_change_of_shared_code_changes_all_hashes() {
    let all = every_machine();
    // What is read, and rules that are set, are recorded whatever was before.
    let refuses = |name: &&str| {
        !matches!(*name, "download_rules" | "provisioning" | "reading" | "registration_settings")
    };
    let refusing: Vec<_> = all.iter().copied().filter(refuses).collect();
    check(
        "all",
        vec![
            ("the cascade", Change::default().function("src/cascade.rs", "run"), &all),
            ("who listens", Change::default().function("src/cascade.rs", "listeners"), &all),
            ("deciding", Change::default().function("src/machine.rs", "decide<M: Machine>"), &all),
            ("refusing", Change::default().function("src/machine.rs", "refuse_here<S>"), &refusing),
            (
                "the registry's dispatch",
                Change::replace("src/registry.rs", "EventOfAnotherMachine", "Withheld"),
                &all,
            ),
            (
                "statig's version",
                Change::replace(
                    LOCK,
                    "name = \"statig\"\nversion = \"",
                    "name = \"statig\"\nversion = \"9",
                ),
                &all,
            ),
        ],
    );
}

#[test]
fn shared_lists_do_not_couple_machines() {
    let registry = "src/registry.rs";
    let row = "    ServiceStatus service_status ServiceStatus;\n";
    let with_another = || {
        Change::replace(registry, row, &format!("    Other other Session;\n{row}"))
            .and("src/machines/mod.rs", "pub mod setup;", "pub mod other;\npub mod setup;")
            .copy("src/machines/session.rs", "src/machines/other.rs")
    };
    let (first, second) = ("    Session session Session;\n", "    Startup startup Startup;\n");
    check(
        "lists",
        vec![
            (
                "a call",
                Change::replace(
                    "src/call.rs",
                    "    /// Fetches the footer settings.",
                    "    #[serde(rename = \"access.other\")]\n    Other {},\n    /// Fetches the footer settings.",
                )
                .and("src/call/names.rs", "    Footer = ", "    Other = \"access.other\",\n    Footer = "),
                NONE,
            ),
            (
                "a call of one machine",
                Change::replace("src/call.rs", "    RetentionStatus {},", "    RetentionStatus { of: u8 },"),
                &["retention"],
            ),
            (
                "a code of a rejection",
                Change::replace("src/rejection.rs", "    AnsweredAlready,\n", "    Other,\n    AnsweredAlready,\n"),
                NONE,
            ),
            (
                "a code of one machine",
                Change::replace("src/rejection.rs", "    NotAway,\n", "    #[serde(alias = \"other\")]\n    NotAway,\n"),
                &["idle"],
            ),
            ("a machine", with_another(), &["other"]),
            (
                "the order of the machines",
                Change::replace(registry, &format!("{first}{second}"), &format!("{second}{first}")),
                NONE,
            ),
            (
                "the shape of an event that others send",
                Change::replace(
                    "src/machines/quick_setup.rs",
                    "#[serde(tag = \"type\", rename_all = \"snake_case\")]\npub enum Event {\n",
                    "#[serde(tag = \"type\", rename_all = \"snake_case\")]\npub enum Event {\n    Other {},\n",
                ),
                &["navigation", "quick_setup"],
            ),
        ],
    );
}

#[test]
fn the_shape_of_facts_changes_the_machines_that_read_them() {
    let table = "src/facts/installation.rs";
    let row = "lightweight Lightweight: bool = false, \"Shows repositories only\";\n";
    let text = |from, to| Change::replace(table, row, &row.replace(from, to));
    check(
        "facts",
        vec![
            (
                "a row",
                text(";\n", ";\n/// Set.\nmaintenance Maintenance: bool = false, \"Set\";\n"),
                READS_FACTS,
            ),
            ("the type of a row", text("bool", "Option<bool>"), READS_FACTS),
            ("the default of a setting", text("false", "true"), NONE),
            ("a label", text("Shows", "Displays"), NONE),
        ],
    );
}

/// The list that `waybill chart inputs` prints.
#[test]
fn the_inputs_of_a_machine_can_be_listed() {
    let of = |machine| inputs::of(machine).map(|input| input.item).collect::<BTreeSet<_>>();
    let session = of(MachineName::Session);
    for item in ["cascade::run", "machine::decide", "machines::session::VISITOR_SESSION_MS"] {
        assert!(session.contains(item), "{item} is not in {session:#?}");
    }
    assert!(!session.contains("facts::Facts"));
    let navigation = of(MachineName::Navigation);
    assert!(navigation.contains("machines::startup_types::Event"), "it sends events to startup");
    assert!(!navigation.contains("machines::startup::Startup"), "it does not decide for startup");
}
