//! Which items are left out of the menus, and why.

use std::collections::BTreeSet;

use waybill_machines::facts::Facts;
use waybill_machines::machines::navigation::Outcome;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::menu::{
    self, MenuContext, Reason, all_left_out, left_out, quick_action_visible,
};
use waybill_machines::rules::menu_entry::{DisabledReason, Entry};
use waybill_machines::rules::menu_table::{ADVANCED, TABLES, by_id};
use waybill_machines::rules::routes::{Place, RouteName, place_of};
use waybill_machines::rules::view_as::{Role, View};

use crate::fixtures::*;

/// covers: [MENU-05, MENU-06, NAV-07]
#[test]
fn every_enabled_item_leads_to_its_own_place() {
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
fn each_of_the_six_reasons_leaves_out_exactly_its_own_items() {
    let facts = everything();
    let cloud = installed(|installation| installation.cloud = true);
    let of = |facts: &Facts, on_quick_setup| -> Vec<(&'static str, Reason)> {
        all_left_out(MenuContext::new(facts, None, on_quick_setup))
    };
    let only = |left_out: Vec<(&'static str, Reason)>, reason| -> BTreeSet<&'static str> {
        left_out.into_iter().filter(|(_, why)| *why == reason).map(|(id, _)| id).collect()
    };
    let named = |which: fn(&Entry) -> bool| {
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
    // None of the sets is empty, so each reason was tested.
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
fn the_first_reason_that_applies_is_reported() {
    let unlicensed = View { role: Some(Role::User), licence: Some(Licence::None), flavour: None };
    let facts = unlicensed.of(&everything());
    let subscription = by_id("cloud_subscription").expect("an item");
    let why = |id| left_out(by_id(id).expect("an item"), MenuContext::new(&facts, None, false));
    assert!(subscription.cloud_only && subscription.admin_only);
    assert_eq!(why("cloud_subscription"), Some(Reason::CloudOnly));
    assert_eq!(why("quick_repository"), Some(Reason::LicenceRequired));
    assert_eq!(why("licenses"), Some(Reason::AdminOnly));
    assert_eq!(why("edit_profile"), Some(Reason::LicenceRequired));
    assert_eq!(why("log_out"), None);
}

/// covers: [MENU-05, NAV-08]
#[test]
fn without_a_licence_an_administrator_can_reach_the_licence_page() {
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
    assert_eq!(without(Feature::ArtifactBrowser), gone(&["artifacts"]));
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
fn the_quick_action_is_visible_if_quick_setup_is_supported_and_not_open() {
    let facts = everything();
    let unsupported = installed(|installation| installation.features.clear());
    assert!(quick_action_visible(&facts, false) && !quick_action_visible(&facts, true));
    assert!(!quick_action_visible(&unsupported, false));
}

/// covers: [ROUTE-05]
#[test]
fn the_advanced_menu_gives_the_reason_for_disabled_items() {
    let disabled = |facts: &Facts| -> Vec<(&'static str, DisabledReason)> {
        let menus = menus_of(facts, None);
        let items = menus.advanced.iter().flat_map(|group| &group.items);
        items.filter_map(|item| Some((item.id, item.disabled?))).collect()
    };
    assert_eq!(disabled(&everything()), []);
    let missing = DisabledReason::ServiceMissing;
    assert_eq!(
        disabled(&console_only()),
        ["topology", "pdn", "security_policies", "pipelines", "insight", "tracker"]
            .map(|id| (id, missing))
    );
    let oss = Facts { licence: Licence::Oss, ..everything() };
    let low = DisabledReason::LicenceTooLow;
    assert_eq!(disabled(&oss), [("pdn", low), ("security_policies", low)]);
    let hides = installed(|installation| installation.hidden_routes = vec![RouteName::Webhooks]);
    assert_eq!(disabled(&hides), [("webhooks", DisabledReason::SwitchedOff)]);
    for role in [Role::Anonymous, Role::User, Role::ProjectAdmin] {
        assert!(menus_of(&seen_as(role, &everything()), None).advanced.is_empty(), "{role:?}");
    }
    let items = menus_of(&everything(), None).advanced;
    let found: usize = items.iter().map(|group| group.items.len()).sum();
    assert_eq!(found, ADVANCED.iter().map(|(_, ids)| ids.len()).sum::<usize>(), "unknown ids");
}

/// Every item is visible in some view, unless its feature comes later, and ids are unique.
///
/// covers: [MENU-08]
#[test]
fn every_item_is_visible_in_some_view() {
    let all: Vec<&str> = TABLES.into_iter().flatten().map(|item| item.id).collect();
    let named: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(named.len(), all.len(), "an id is not unique");
    let mut seen = BTreeSet::new();
    for installation in installations() {
        for view in views() {
            let menus = menus_of(&view.of(&installation), Some("dflt"));
            seen.extend(shown(&menus).map(|item| item.id));
        }
    }
    let unseen = named.difference(&seen).filter(|id| {
        let entry = by_id(id).expect("an item");
        !(entry.only_if_built && entry.target.comes_later())
    });
    assert_eq!(unseen.collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(menu::FILTERS.len(), 9);
}
