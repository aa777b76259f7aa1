//! Files that are generated from the state machines and the route table are committed; stale ones are rewritten here.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use waybill_machines::chart;
use waybill_machines::facts::{Facts, Installation, Service, User};
use waybill_machines::rules::versions::Version;
use waybill_machines::secret::PersonId;
use waybill_machines::{MachineName, matrix};
use waybill_platform::services::InstallationSettings;

/// The facts of an administrator of an installation in which every service runs with default settings.
fn ordinary() -> Facts {
    let version = Version(9, 0, 0);
    let services = ["access", "artifactory", "distribution", "insight", "pipelines", "xray"];
    Facts {
        user: User::local(PersonId("p_admin".into()), true),
        services: services.map(|name| Service { name: name.into(), version }).into(),
        installation: Installation {
            features: InstallationSettings::default().features,
            ..Installation::default()
        },
        ..Facts::unknown()
    }
}

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wanted: Vec<(String, String)> = vec![
        ("docs/who-gets-where.md".into(), matrix::to_markdown(&ordinary())),
        ("engine/src/registry/can.json".into(), can()),
    ];
    for (name, text) in waybill_machines::typescript::files() {
        wanted.push((format!("ui/src/generated/{name}"), text));
    }
    let wire_md = fs::read_to_string(root.join("docs/wire.md")).expect("docs/wire.md exists");
    for (name, text) in waybill::schema::files(&wire_md) {
        wanted.push((name.to_owned(), text));
    }
    let mut stale = Vec::new();
    for (name, wanted) in wanted {
        let path = root.join(&name);
        if fs::read_to_string(&path).unwrap_or_default() != wanted {
            fs::create_dir_all(path.parent().expect("it is in a folder"))
                .expect("the folder can be created");
            fs::write(&path, wanted).expect("a stale file can be rewritten");
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "{stale:?} were stale and have been rewritten; look at the diff");
}
