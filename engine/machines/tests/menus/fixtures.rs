//! Fixtures of the menu tests: installations, views, and following links.

use waybill_machines::call::Call;
use waybill_machines::facts::{Facts, Installation, Service, User};
use waybill_machines::machine::{Accepted, AdmissionContext};
use waybill_machines::machines::navigation::{Outcome, State};
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::menu::{Item, MenuContext, Menus};
use waybill_machines::rules::routes::{Place, ROUTES};
use waybill_machines::rules::versions::Version;
use waybill_machines::rules::view_as::{Flavour, Role, View};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName, Timestamp};

/// The facts of an administrator in an installation with all services, features and addresses.
pub fn everything() -> Facts {
    let service = |name: &str| Service { name: name.into(), version: Version(9, 0, 0) };
    let announced = ["distribution", "insight", "pipelines", "tracker"];
    Facts {
        user: User::local(PersonId("p_ann".into()), true),
        anonymous_allowed: true,
        licence: Licence::EnterprisePlus,
        services: ["artifactory", "distribution", "mc", "xray"].map(service).into(),
        installation: Installation {
            features: Feature::ALL.to_vec(),
            announced_paths: announced.map(|name| format!("/{name}/:path*")).into(),
            documentation_url: Some("https://docs.example".into()),
            learning_center_url: Some("https://learn.example".into()),
            account_portal_url: Some("https://portal.example".into()),
            ..Installation::default()
        },
        ..Facts::unknown()
    }
}

/// The same facts, but only the console itself runs.
pub fn console_only() -> Facts {
    let facts = everything();
    let installation = Installation { announced_paths: Vec::new(), ..facts.installation };
    Facts { services: Vec::new(), installation, ..facts }
}

pub fn installed(change: impl FnOnce(&mut Installation)) -> Facts {
    let mut facts = everything();
    change(&mut facts.installation);
    facts
}

/// One installation for each case that the menus distinguish.
pub fn installations() -> Vec<Facts> {
    let without = |feature: Feature| {
        installed(|installation| installation.features.retain(|other| *other != feature))
    };
    let hides = |route: &waybill_machines::rules::routes::Route| {
        installed(|installation| installation.hidden_routes = vec![route.name])
    };
    let mut all = vec![
        everything(),
        console_only(),
        Facts { anonymous_allowed: false, ..everything() },
        Facts { anonymous_ui_blocked: true, ..everything() },
        installed(|installation| installation.features.clear()),
        installed(|installation| installation.help_links_disabled = true),
        installed(|installation| installation.external_redirect = Some("https://x.example".into())),
    ];
    all.extend(Feature::ALL.into_iter().map(without));
    all.extend(ROUTES.iter().map(hides));
    all
}

/// Every role, licence and flavour.
pub fn views() -> impl Iterator<Item = View> {
    Role::ALL.into_iter().flat_map(|role| {
        Licence::ALL.into_iter().flat_map(move |licence| {
            Flavour::ALL.into_iter().map(move |flavour| View {
                role: Some(role),
                licence: Some(licence),
                flavour: Some(flavour),
            })
        })
    })
}

pub fn seen_as(role: Role, facts: &Facts) -> Facts {
    View { role: Some(role), licence: None, flavour: None }.of(facts)
}

pub fn menus_of(facts: &Facts, project: Option<&str>) -> Menus {
    Menus::of(MenuContext::new(facts, project, false), Logo::choose("", "", facts.licence))
}

pub fn shown(menus: &Menus) -> impl Iterator<Item = &Item> {
    let Menus { sections, profile, help, quick_actions, advanced, .. } = menus;
    [
        &sections.application,
        &sections.administration,
        &sections.project_settings,
        profile,
        help,
        quick_actions,
    ]
    .into_iter()
    .chain(advanced.iter().map(|group| &group.items))
    .flatten()
}

pub fn ids(items: &[Item]) -> Vec<&'static str> {
    items.iter().map(|item| item.id).collect()
}

/// The decision of the navigation machine about a link in a fresh tab.
pub fn decide(path: &str, facts: &Facts) -> Accepted<AnyState> {
    let proposal = serde_json::json!({"type": "go", "path": path, "trigger": "link"});
    let admission = AdmissionContext { facts: Some(facts), view: None, facts_from: None };
    let navigation = MachineName::Navigation;
    let go = navigation.admit(&proposal.to_string(), admission).expect("a proposal");
    navigation.initial().decide(&go, Timestamp::from_ms(0)).expect("it decides")
}

/// Where a link ends, with the outcome, and whether the user was notified.
pub fn follow(wanted: &Place, facts: &Facts) -> (Option<Place>, Outcome, bool) {
    let accepted = decide(&wanted.path(), facts);
    let notified = accepted.calls.iter().any(|call| matches!(call, Call::Notify { .. }));
    match accepted.state {
        AnyState::Navigation(State::Settled { place, decision, .. }) => {
            (Some(place), decision.outcome, notified)
        }
        _ => (None, Outcome::Failed, notified),
    }
}
