//! Which items each role sees, and where they lead.

use waybill_machines::AnyState;
use waybill_machines::facts::{Facts, Profile};
use waybill_machines::machines::navigation::State;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::menu::Menu;
use waybill_machines::rules::menu_entry::{Badge, Entry};
use waybill_machines::rules::menu_table::{HELP, PROFILE, QUICK_ACTIONS, by_id};
use waybill_machines::rules::routes::{Place, ROUTES, RouteName, place_of};
use waybill_machines::rules::view_as::Role;

use crate::fixtures::*;

/// covers: [MENU-03, MENU-06, MENU-08]
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
            "switch_to_classic_ui",
            "edit_profile",
            "change_password",
            "log_out"
        ]
    );
    let of_users = ["edit_profile", "change_password", "log_out"];
    assert_eq!(profile(Role::User), of_users);
    assert_eq!(profile(Role::ProjectAdmin), of_users);
    assert_eq!(profile(Role::Anonymous), [""; 0]);
    let apart = installed(|installation| installation.features.clear());
    let profile = menus_of(&apart, None).profile;
    let switch = profile.iter().find(|item| item.id == "switch_to_new_ui").expect("an item");
    assert!(switch.badge.is_some() && !ids(&profile).contains(&"switch_to_classic_ui"));
}

/// The tables have the specified items in their order, also those that come later.
///
/// covers: [MENU-03, MENU-04]
#[test]
fn the_menus_are_those_of_the_specification() {
    let named = |table: &[Entry]| table.iter().map(|entry| entry.id).collect::<Vec<_>>();
    assert_eq!(
        named(PROFILE),
        [
            "getting_started",
            "cloud_subscription",
            "quick_repository",
            "set_me_up",
            "switch_to_classic_ui",
            "switch_to_new_ui",
            "edit_profile",
            "change_password",
            "log_out"
        ]
    );
    assert_eq!(named(HELP), ["documentation", "learning_center", "keyboard_shortcuts"]);
    assert_eq!(
        named(QUICK_ACTIONS),
        [
            "new_local_repository",
            "new_remote_repository",
            "new_virtual_repository",
            "new_user",
            "new_group",
            "new_permission"
        ]
    );
}

/// covers: [DET-02, MENU-03]
#[test]
fn change_password_is_the_last_but_one_item_if_the_profile_permits_it() {
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

/// covers: [MENU-04, MENU-06, MENU-08]
#[test]
fn quick_actions_are_for_administrators() {
    let built: Vec<&str> = QUICK_ACTIONS
        .iter()
        .filter(|entry| !entry.target.comes_later())
        .map(|entry| entry.id)
        .collect();
    assert!(built.contains(&"new_user"), "{built:?}");
    for role in Role::ALL {
        let menus = menus_of(&seen_as(role, &everything()), None);
        let expected: &[&str] = match role {
            Role::Admin => &built,
            _ => &[],
        };
        assert_eq!(ids(&menus.quick_actions), expected, "{role:?}");
        assert_eq!(ids(&menus.help), ["documentation", "learning_center", "keyboard_shortcuts"]);
    }
    let undocumented = installed(|installation| installation.help_links_disabled = true);
    let help = menus_of(&undocumented, None).help;
    assert_eq!(ids(&help), ["learning_center", "keyboard_shortcuts"]);
}

/// covers: [MENU-08]
#[test]
fn links_lead_to_the_configured_addresses_and_are_left_out_without_one() {
    let cloud = installed(|installation| installation.cloud = true);
    let menus = menus_of(&cloud, None);
    let url = |id| {
        let item = shown(&menus).find(|item| item.id == id).expect("an item");
        (item.route, item.url.as_deref())
    };
    assert_eq!(url("documentation"), (None, Some("https://docs.example")));
    assert_eq!(url("learning_center"), (None, Some("https://learn.example")));
    assert_eq!(url("cloud_subscription"), (None, Some("https://portal.example")));
    assert_eq!(url("keyboard_shortcuts"), (None, None));
    let unaddressed = installed(|installation| {
        installation.cloud = true;
        installation.documentation_url = None;
        installation.learning_center_url = None;
        installation.account_portal_url = None;
    });
    let menus = menus_of(&unaddressed, None);
    assert_eq!(ids(&menus.help), ["keyboard_shortcuts"]);
    assert!(!ids(&menus.profile).contains(&"cloud_subscription"));
}

/// covers: [MENU-08]
#[test]
fn nothing_that_comes_later_is_offered_but_in_the_sidebars_with_a_badge() {
    for view in views() {
        let menus = menus_of(&view.of(&everything()), Some("dflt"));
        for item in menus.profile.iter().chain(&menus.help).chain(&menus.quick_actions) {
            let entry = by_id(item.id).expect("an item");
            assert!(!entry.target.comes_later(), "{} as {view:?}", item.id);
        }
        for item in shown(&menus) {
            let entry = by_id(item.id).expect("an item");
            let tagged = item.badge == Some(Badge::Later);
            assert_eq!(tagged, entry.target.comes_later(), "{} as {view:?}", item.id);
        }
    }
}

/// covers: [MENU-01]
#[test]
fn the_settings_menu_is_that_of_a_selected_project_that_the_user_may_administer() {
    for role in Role::ALL {
        let facts = seen_as(role, &everything());
        let menu = |project| menus_of(&facts, project).menu;
        let manages = matches!(role, Role::Admin | Role::ProjectAdmin);
        let otherwise = if manages { Menu::Administration } else { Menu::Application };
        let of_a_project = if manages { Menu::ProjectSettings } else { otherwise };
        let all = [menu(None), menu(Some("")), menu(Some("all")), menu(Some("dflt"))];
        assert_eq!(all, [otherwise, otherwise, otherwise, of_a_project], "{role:?}");
        // The navigation machine chooses the same menu for a page of the settings.
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
    assert_eq!(
        ids(&of_managers.project_settings),
        ["project_general", "project_members", "project_groups", "project_webhooks"]
    );
    let href = of_managers.project_settings[0].href.as_deref();
    assert_eq!(href, Some("/admin/projects/list?projectKey=dflt"));
    assert!(sections(Role::ProjectAdmin, Some("all")).project_settings.is_empty());
    assert!(sections(Role::User, Some("dflt")).project_settings.is_empty());
    assert!(sections(Role::User, None).administration.is_empty());
    // Visitors see the items that do not require a sign-in.
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
fn users_who_may_not_use_the_console_see_no_items() {
    for facts in [
        Facts { anonymous_allowed: false, ..everything() },
        Facts { anonymous_ui_blocked: true, ..everything() },
    ] {
        let menus = menus_of(&seen_as(Role::Anonymous, &facts), None);
        assert_eq!(shown(&menus).count(), 0);
        assert_eq!(menus.menu, Menu::Application);
    }
}

/// The path of a place leads back to it, for any parameters.
#[test]
fn the_path_of_a_place_leads_back_to_it() {
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
            // A place of the last row may have a path that another row matches.
            if route.name != RouteName::FrontEnd {
                assert_eq!(back, place, "{path}");
            }
        }
    }
}
