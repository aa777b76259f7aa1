//! Files that are generated from the state machines and the route table are committed; stale ones are rewritten here.

mod frozen;
mod protocol;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use waybill_machines::MachineName;
use waybill_machines::chart;
use waybill_platform::metric::Metric;

/// The events that a user can cause in each state of each machine: those that the machine lists for users and that have
/// a transition from that state.
fn can() -> String {
    let mut machines = BTreeMap::new();
    for machine in MachineName::ALL {
        let (profile, chart) = (machine.profile(), chart::of(*machine));
        let can = |state: &str| {
            let from_here = chart.events_from(state);
            let listed = profile.proposals.iter().chain(profile.over_http).copied();
            listed.filter(|event| from_here.contains(event)).collect::<Vec<_>>()
        };
        let states: BTreeMap<_, _> =
            chart.states.iter().map(|state| (state.name, can(state.name))).collect();
        machines.insert(machine.as_str(), states);
    }
    let json = serde_json::to_string_pretty(&machines).expect("it can be written");
    format!("{json}\n")
}

/// covers: [EVT-10]
#[test]
fn generated_files_are_up_to_date() {
    let mut fresh: Vec<(String, String)> = vec![
        ("docs/who-gets-where.md".into(), who_gets_where()),
        ("engine/src/registry/can.json".into(), can()),
        ("docs/metrics.md".into(), Metric::to_markdown()),
    ];
    for (name, text) in waybill_machines::typescript::files() {
        fresh.push((format!("ui/src/generated/{name}"), text));
    }
    fresh.extend(documents());
    let mut stale = Vec::new();
    for (name, fresh) in fresh {
        if heal(&name, &fresh) {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "{stale:?} were stale and have been rewritten; look at the diff");
}

/// The access matrix of the configuration beside it.
fn who_gets_where() -> String {
    let config = root().join("docs/who-gets-where.toml");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(waybill::who_gets_where(&config)).expect("the configuration is valid")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files that are generated from the route table and the table of facts.
fn documents() -> BTreeMap<String, String> {
    let wire_md = fs::read_to_string(root().join("docs/wire.md")).expect("docs/wire.md exists");
    let files = waybill::schema::files(&wire_md);
    files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

/// Rewrites a stale file, and returns whether it was one.
fn heal(name: &str, fresh: &str) -> bool {
    let path = root().join(name);
    let is_stale = fs::read_to_string(&path).unwrap_or_default() != fresh;
    if is_stale {
        fs::create_dir_all(path.parent().expect("it is in a folder"))
            .expect("the folder can be created");
        fs::write(&path, fresh).expect("a stale file can be rewritten");
    }
    is_stale
}

const FROZEN: &str = "docs/frozen-names.txt";

/// New names are added to the list; a name that has vanished stays in it and fails the test.
#[test]
fn frozen_names_stay() {
    let names = frozen::names(&documents());
    let listed = fs::read_to_string(root().join(FROZEN)).unwrap_or_default();
    let gone = frozen::gone(&listed, &names);
    assert!(
        gone.is_empty(),
        "these names are in {FROZEN}, but not in this build:\n{}\nRecords, clients, configuration files, scripts or \
         scenarios may have them. Keep the name (a Rust item can have another one, with serde's rename), or, if no \
         release had it, remove its line.",
        gone.join("\n")
    );
    let lines: Vec<&str> = names.iter().map(String::as_str).collect();
    let fresh = format!("{}\n{}\n", frozen::HEADER, lines.join("\n"));
    assert!(!heal(FROZEN, &fresh), "{FROZEN} was stale and has been rewritten; look at the diff");
}

#[test]
fn a_vanished_name_is_noticed_and_a_new_one_is_none() {
    let names = BTreeSet::from(["setting listen".to_owned(), "setting new".to_owned()]);
    let listed = "# a comment\n\nsetting data\nsetting listen\n";
    assert_eq!(frozen::gone(listed, &names), ["setting data"]);
}
