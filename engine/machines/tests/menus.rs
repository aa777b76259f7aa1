//! The menus of everybody: every role under every licence and flavour, with every feature on and off.

use std::collections::BTreeSet;

use waybill_machines::call::Call;
use waybill_machines::facts::{Facts, Installation, Profile, Service, User};
use waybill_machines::machine::{Accepted, Stamp};
use waybill_machines::machines::navigation::{Outcome, State};
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::menu::{
    self, Item, Menu, Menus, Reason, Scene, all_left_out, left_out, quick_action_visible,
};
use waybill_machines::rules::menu_table::{ADVANCED, Lack, TABLES, by_id};
use waybill_machines::rules::routes::{Place, ROUTES, RouteName, place_of};
use waybill_machines::rules::versions::Version;
use waybill_machines::rules::view_as::{Flavour, Role, View};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName, Timestamp};

/// An administrator where everything runs and everything is supported.
fn everything() -> Facts {
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
            ..Installation::default()
        },
        ..Facts::unknown()
    }
}

/// The same where nothing but the console itself runs.
fn little() -> Facts {
    let facts = everything();
    let installation = Installation { announced_paths: Vec::new(), ..facts.installation };
    Facts { services: Vec::new(), installation, ..facts }
}

fn installed(change: impl FnOnce(&mut Installation)) -> Facts {
    let mut facts = everything();
    change(&mut facts.installation);
    facts
}

/// Installations that a menu tells apart.
fn installations() -> Vec<Facts> {
    let without = |feature: Feature| {
        installed(|installation| installation.features.retain(|other| *other != feature))
    };
    let hides = |route: &waybill_machines::rules::routes::Route| {
        installed(|installation| installation.hidden_routes = vec![route.name])
    };
    let mut all = vec![
        everything(),
        little(),
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
fn views() -> impl Iterator<Item = View> {
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

fn seen_as(role: Role, facts: &Facts) -> Facts {
    View { role: Some(role), licence: None, flavour: None }.of(facts)
}

fn menus_of(facts: &Facts, project: Option<&str>) -> Menus {
    Menus::of(Scene::new(facts, project, false), Logo::choose("", "", facts.licence))
}

fn shown(menus: &Menus) -> impl Iterator<Item = &Item> {
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

fn ids(items: &[Item]) -> Vec<&'static str> {
    items.iter().map(|item| item.id).collect()
}

/// What the navigation machine makes of a link that somebody follows in a fresh tab.
fn decide(path: &str, facts: &Facts) -> Accepted<AnyState> {
    let proposal = serde_json::json!({"type": "go", "path": path, "trigger": "link"});
    let stamp = Stamp { facts: Some(facts), view: None, facts_from: None };
    let navigation = MachineName::Navigation;
    let go = navigation.admit(&proposal.to_string(), stamp).expect("a proposal");
    navigation.initial().decide(&go, Timestamp::from_ms(0)).expect("it decides")
}

/// Where a link ends, and whether it was said that this may not be.
fn follow(wanted: &Place, facts: &Facts) -> (Option<Place>, Outcome, bool) {
    let accepted = decide(&wanted.path(), facts);
    let notified = accepted.calls.iter().any(|call| matches!(call, Call::Notify { .. }));
    match accepted.state {
        AnyState::Navigation(State::Settled { place, decision, .. }) => {
            (Some(place), decision.outcome, notified)
        }
        _ => (None, Outcome::Failed, notified),
    }
}

/// covers: [MENU-05, MENU-06, NAV-07]
#[test]
fn no_item_that_can_be_chosen_leads_anywhere_else() {
    let mut checked = 0;
    for installation in installations() {
        for view in views() {
            let facts = view.of(&installation);
            let menus = menus_of(&facts, Some("dflt"));
            for item in shown(&menus).filter(|item| item.disabled.is_none()) {
                let Some(route) = item.route else { continue };
                let wanted = item.href.as_deref().map_or_else(|| Place::of(route), place_of);
                assert_eq!(wanted.route, route, "{}", item.id);
                let (place, outcome, notified) = follow(&wanted, &facts);
                checked += 1;
                let entered = (Some(wanted), Outcome::Entered, false);
                assert_eq!((place, outcome, notified), entered, "{} as {view:?}", item.id);
            }
        }
    }
    assert!(checked > 50_000, "only {checked} items were followed");
}

/// covers: [MENU-05]
#[test]
fn each_of_the_six_reasons_leaves_out_what_it_names_and_nothing_else() {
    let facts = everything();
    let cloud = installed(|installation| installation.cloud = true);
    let of = |facts: &Facts, on_quick_setup| -> Vec<(&'static str, Reason)> {
        all_left_out(Scene::new(facts, None, on_quick_setup))
    };
    let only = |left_out: Vec<(&'static str, Reason)>, reason| -> BTreeSet<&'static str> {
        left_out.into_iter().filter(|(_, why)| *why == reason).map(|(id, _)| id).collect()
    };
    let named = |which: fn(&waybill_machines::rules::menu_table::Entry) -> bool| {
        let items = TABLES.into_iter().flatten().filter(|item| which(item));
        items.map(|item| item.id).collect::<BTreeSet<_>>()
    };
    let unlicensed = Facts { licence: Licence::None, ..facts.clone() };
    assert_eq!(
        only(of(&unlicensed, false), Reason::LicenceRequired),
        named(|i| i.licence_required)
    );
    assert_eq!(only(of(&facts, false), Reason::CloudOnly), named(|i| i.cloud_only));
    assert_eq!(only(of(&cloud, false), Reason::CloudOnly), BTreeSet::new());
    let user = seen_as(Role::User, &cloud);
    assert_eq!(only(of(&user, false), Reason::AdminOnly), named(|i| i.admin_only));
    let no_browser = installed(|installation| {
        installation.features.retain(|feature| *feature != Feature::ArtifactBrowser);
    });
    assert_eq!(only(of(&no_browser, false), Reason::NeedsSetMeUp), named(|i| i.needs_set_me_up));
    assert_eq!(only(of(&facts, true), Reason::NewOnboarding), named(|i| i.new_onboarding));
    assert_eq!(only(of(&facts, false), Reason::NewOnboarding), BTreeSet::new());
    let undocumented = installed(|installation| installation.help_links_disabled = true);
    let hidden = |facts| only(of(facts, false), Reason::Hidden);
    assert_eq!(&hidden(&undocumented) - &hidden(&facts), BTreeSet::from(["documentation"]));
    // None of the six is empty: each of them was looked at.
    for which in [
        named(|i| i.licence_required),
        named(|i| i.cloud_only),
        named(|i| i.admin_only),
        named(|i| i.needs_set_me_up),
        named(|i| i.new_onboarding),
    ] {
        assert!(!which.is_empty());
    }
}

/// covers: [MENU-05]
#[test]
fn the_first_reason_that_holds_is_the_one_that_is_told() {
    let nobody = View { role: Some(Role::User), licence: Some(Licence::None), flavour: None };
    let facts = nobody.of(&everything());
    let subscription = by_id("cloud_subscription").expect("an item");
    let why = |id| left_out(by_id(id).expect("an item"), Scene::new(&facts, None, false));
    assert!(subscription.cloud_only && subscription.admin_only);
    assert_eq!(why("cloud_subscription"), Some(Reason::CloudOnly));
    assert_eq!(why("quick_repository"), Some(Reason::LicenceRequired));
    assert_eq!(why("licenses"), Some(Reason::AdminOnly));
    assert_eq!(why("edit_profile"), Some(Reason::LicenceRequired));
    assert_eq!(why("log_out"), None);
}

/// covers: [MENU-03, MENU-06]
#[test]
fn the_profile_menu_of_each_role() {
    let cloud = installed(|installation| {
        installation.cloud = true;
        installation.features.retain(|feature| *feature != Feature::EducationCentre);
    });
    let profile = |role| ids(&menus_of(&seen_as(role, &cloud), None).profile);
    assert_eq!(
        profile(Role::Admin),
        [
            "getting_started",
            "cloud_subscription",
            "quick_repository",
            "set_me_up",
            "switch_to_classic_ui",
            "edit_profile",
            "change_password",
            "log_out"
        ]
    );
    let of_users = ["set_me_up", "edit_profile", "change_password", "log_out"];
    assert_eq!(profile(Role::User), of_users);
    assert_eq!(profile(Role::ProjectAdmin), of_users);
    assert_eq!(profile(Role::Anonymous), [""; 0]);
    let apart = installed(|installation| installation.features.clear());
    let profile = menus_of(&apart, None).profile;
    let switch = profile.iter().find(|item| item.id == "switch_to_new_ui").expect("an item");
    assert!(switch.badge.is_some() && !ids(&profile).contains(&"switch_to_classic_ui"));
}

/// covers: [DET-02, MENU-03]
#[test]
fn the_password_is_offered_before_the_last_entry_where_the_profile_allows_it() {
    for number in 0..16_u8 {
        let flag = |bit: u8| number & (1 << bit) != 0;
        let [exists_in_db, password_required, updatable, unlock_required] = [0, 1, 2, 3].map(flag);
        let profile = Profile { exists_in_db, updatable, password_required, unlock_required };
        let mut facts = seen_as(Role::User, &everything());
        facts.user.profile = profile;
        let items = ids(&menus_of(&facts, None).profile);
        assert_eq!(items.last(), Some(&"log_out"));
        let offered = exists_in_db && password_required && updatable;
        let before = items[items.len() - 2] == "change_password";
        assert_eq!((before, items.contains(&"change_password")), (offered, offered), "{profile:?}");
    }
}

/// covers: [MENU-04, MENU-06]
#[test]
fn quick_actions_are_for_administrators() {
    for role in Role::ALL {
        let menus = menus_of(&seen_as(role, &everything()), None);
        let expected: &[&str] = match role {
            Role::Admin => &[
                "new_local_repository",
                "new_remote_repository",
                "new_virtual_repository",
                "new_user",
                "new_group",
                "new_permission",
            ],
            _ => &[],
        };
        assert_eq!(ids(&menus.quick_actions), expected, "{role:?}");
        assert_eq!(ids(&menus.help), ["documentation", "learning_center", "keyboard_shortcuts"]);
    }
    let undocumented = installed(|installation| installation.help_links_disabled = true);
    let help = menus_of(&undocumented, None).help;
    assert_eq!(ids(&help), ["learning_center", "keyboard_shortcuts"]);
}

/// covers: [MENU-01]
#[test]
fn the_second_menu_is_a_projects_where_one_is_selected_that_may_be_administered() {
    for role in Role::ALL {
        let facts = seen_as(role, &everything());
        let menu = |project| menus_of(&facts, project).menu;
        let manages = matches!(role, Role::Admin | Role::ProjectAdmin);
        let otherwise = if manages { Menu::Administration } else { Menu::Application };
        let of_a_project = if manages { Menu::ProjectSettings } else { otherwise };
        let all = [menu(None), menu(Some("")), menu(Some("all")), menu(Some("dflt"))];
        assert_eq!(all, [otherwise, otherwise, otherwise, of_a_project], "{role:?}");
        // The navigation machine shows the same menu beside a page of the settings.
        let state = decide("/admin/projects/list?projectKey=dflt", &facts).state;
        let AnyState::Navigation(State::Settled { menu, place, .. }) = state else {
            panic!("{role:?}: {state:?}")
        };
        assert_eq!(place.route == RouteName::Projects, manages, "{role:?}");
        if manages {
            assert_eq!(menu, of_a_project, "{role:?}");
        }
    }
}

/// covers: [MENU-01, MENU-06]
#[test]
fn the_sections_of_each_role() {
    let sections = |role, project| menus_of(&seen_as(role, &everything()), project).sections;
    let of_managers = sections(Role::ProjectAdmin, Some("dflt"));
    assert_eq!(ids(&of_managers.administration), ["projects"]);
    assert_eq!(ids(&of_managers.project_settings), ["project_general"]);
    let href = of_managers.project_settings[0].href.as_deref();
    assert_eq!(href, Some("/admin/projects/list?projectKey=dflt"));
    assert!(sections(Role::ProjectAdmin, Some("all")).project_settings.is_empty());
    assert!(sections(Role::User, Some("dflt")).project_settings.is_empty());
    assert!(sections(Role::User, None).administration.is_empty());
    // Visitors see what may be looked at without signing in.
    let of_visitors = sections(Role::Anonymous, None);
    let seen = ["packages", "artifacts", "builds", "session_activity", "template", "demo"];
    assert_eq!(ids(&of_visitors.application), seen);
    let of_admins = sections(Role::Admin, Some("my project"));
    assert_eq!(of_admins.project_settings.len(), 5);
    let hrefs = of_admins.project_settings.iter().filter_map(|item| item.href.as_deref());
    assert!(hrefs.clone().count() == 5 && hrefs.clone().all(|at| at.ends_with("=my+project")));
    let bundles = of_admins.application.iter().find(|item| item.id == "release_bundles");
    assert_eq!(bundles.and_then(|item| item.href.as_deref()), Some("/release-bundles/source"));
}

/// covers: [ROLE-01]
#[test]
fn whoever_may_not_use_the_console_sees_nothing() {
    for facts in [
        Facts { anonymous_allowed: false, ..everything() },
        Facts { anonymous_ui_blocked: true, ..everything() },
    ] {
        let menus = menus_of(&seen_as(Role::Anonymous, &facts), None);
        assert_eq!(shown(&menus).count(), 0);
        assert_eq!(menus.menu, Menu::Application);
    }
}

/// covers: [MENU-05, NAV-08]
#[test]
fn without_a_licence_an_administrator_is_shown_the_way_to_one() {
    let facts = Facts { licence: Licence::None, ..everything() };
    let menus = menus_of(&facts, None);
    assert_eq!(ids(&menus.sections.administration), ["licenses"]);
    assert!(menus.sections.application.is_empty() && menus.advanced.is_empty());
    assert!(ids(&menus.profile).ends_with(&["change_password", "log_out"]));
}

/// covers: [DET-03]
#[test]
fn features_change_what_is_shown() {
    let all: BTreeSet<_> = shown(&menus_of(&everything(), None)).map(|item| item.id).collect();
    let without = |feature: Feature| -> BTreeSet<&str> {
        let facts = installed(|installation| installation.features.retain(|one| *one != feature));
        let left: BTreeSet<_> = shown(&menus_of(&facts, None))
            .filter(|item| item.group.is_some() || item.disabled.is_none())
            .map(|item| item.id)
            .collect();
        all.difference(&left).copied().collect()
    };
    let gone = |ids: &[&'static str]| ids.iter().copied().collect::<BTreeSet<_>>();
    assert_eq!(without(Feature::ArtifactBrowser), gone(&["artifacts", "set_me_up"]));
    assert_eq!(without(Feature::QuickSetup), gone(&["quick_repository", "quick_setup"]));
    assert_eq!(without(Feature::QuickDeploy), gone(&["quick_setup"]));
    assert_eq!(without(Feature::Tested), gone(&["demo", "template"]));
    assert_eq!(without(Feature::UnifiedNavigation), gone(&["switch_to_classic_ui"]));
    let apart = installed(|installation| {
        installation.features.retain(|one| *one != Feature::UnifiedNavigation);
    });
    let application = menus_of(&apart, None).sections.application;
    for service in ["pipelines", "insight", "tracker"] {
        assert!(!ids(&application).contains(&service), "{service}");
    }
}

/// covers: [MENU-05, MENU-06]
#[test]
fn quick_action_is_visible_where_quick_setup_is_supported_and_the_user_is_not_at_it() {
    let facts = everything();
    let unsupported = installed(|installation| installation.features.clear());
    assert!(quick_action_visible(&facts, false) && !quick_action_visible(&facts, true));
    assert!(!quick_action_visible(&unsupported, false));
}

/// covers: [ROUTE-05]
#[test]
fn the_advanced_menu_says_what_is_lacking() {
    let disabled = |facts: &Facts| -> Vec<(&'static str, Lack)> {
        let menus = menus_of(facts, None);
        let items = menus.advanced.iter().flat_map(|group| &group.items);
        items.filter_map(|item| Some((item.id, item.disabled?))).collect()
    };
    assert_eq!(disabled(&everything()), []);
    let missing = Lack::ServiceMissing;
    assert_eq!(
        disabled(&little()),
        [
            "topology",
            "release_bundles",
            "pdn",
            "security_policies",
            "pipelines",
            "insight",
            "tracker"
        ]
        .map(|id| (id, missing))
    );
    let oss = Facts { licence: Licence::Oss, ..everything() };
    let low = Lack::LicenceTooLow;
    assert_eq!(disabled(&oss), [("pdn", low), ("security_policies", low)]);
    let hides = installed(|installation| installation.hidden_routes = vec![RouteName::Webhooks]);
    assert_eq!(disabled(&hides), [("webhooks", Lack::SwitchedOff)]);
    for role in [Role::Anonymous, Role::User, Role::ProjectAdmin] {
        assert!(menus_of(&seen_as(role, &everything()), None).advanced.is_empty(), "{role:?}");
    }
    let items = menus_of(&everything(), None).advanced;
    let found: usize = items.iter().map(|group| group.items.len()).sum();
    assert_eq!(found, ADVANCED.iter().map(|(_, ids)| ids.len()).sum::<usize>(), "unknown ids");
}

/// Every item can be seen by somebody, and its id means one thing.
#[test]
fn every_item_is_seen_by_somebody() {
    let all: Vec<&str> = TABLES.into_iter().flatten().map(|item| item.id).collect();
    let named: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(named.len(), all.len(), "an id stands twice");
    let mut seen = BTreeSet::new();
    for installation in installations() {
        for view in views() {
            let menus = menus_of(&view.of(&installation), Some("dflt"));
            seen.extend(shown(&menus).map(|item| item.id));
        }
    }
    assert_eq!(named.difference(&seen).collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(menu::FILTERS.len(), 8);
}

/// The address of a place leads back to it, whatever its parts are.
#[test]
fn places_survive_their_address() {
    let words = ["a", "a b", "ä/ö", "50%", "?x=1", "#y", "a+b&c=d", "'(!)*~", ".hidden"];
    for route in ROUTES {
        for word in words {
            let mut place = Place::of(route.name);
            for part in route.path.split('/').filter_map(|part| part.strip_prefix(':')) {
                place = place.at(part.trim_end_matches(['?', '*']), word);
            }
            let place = place.with("projectKey", word);
            let path = place.path();
            let back = place_of(&path);
            // A place of the last row may have an address that another row knows.
            if route.name != RouteName::FrontEnd {
                assert_eq!(back, place, "{path}");
            }
        }
    }
}
