//! The menus of a tab of the scenario, by the same rules as in the server.

use serde_json::{Value, json};
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::menu::{Item, MenuContext, Menus};
use waybill_machines::rules::routes::RouteName;

use super::world::World;

/// The menus of this tab.
pub(crate) fn of(world: &World<'_>, tab: &str) -> Menus {
    let shown = world.admission().shown();
    let licence = shown.as_ref().map_or(Licence::None, |facts| facts.licence);
    let logo = Logo::choose(&world.given.user_logo, &world.given.logo_url, licence);
    let Some(facts) = shown else { return Menus::empty(logo) };
    let place_of = |name: &str| world.tabs.get(name).and_then(|tab| tab.place.as_ref());
    let at_quick_setup =
        |name: &String| place_of(name).is_some_and(|place| place.route == RouteName::QuickSetup);
    let on_quick_setup = world.tabs.keys().any(at_quick_setup);
    let project = place_of(tab).and_then(|place| place.project());
    Menus::of(MenuContext::new(&facts, project, on_quick_setup), logo)
}

/// The items of one menu as written in scenarios.
pub(crate) fn items(menus: &Menus, name: &str) -> Vec<Value> {
    let item = |item: &Item| match item.disabled {
        Some(lack) => json!({item.id: lack}),
        None => json!(item.id),
    };
    let list: &[Item] = match name {
        "application" => &menus.sections.application,
        "administration" => &menus.sections.administration,
        "project_settings" => &menus.sections.project_settings,
        "profile" => &menus.profile,
        "help" => &menus.help,
        "quick_actions" => &menus.quick_actions,
        _ => return menus.advanced.iter().flat_map(|group| &group.items).map(item).collect(),
    };
    list.iter().map(item).collect()
}
