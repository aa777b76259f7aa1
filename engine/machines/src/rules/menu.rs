//! Which items the menus show (MENU-01 to MENU-07): the tables, filtered with the facts.
//!
//! An item that leads to a route is shown only if the guards admit the user: they are evaluated, not duplicated.

use serde::{Deserialize, Serialize};

use super::features::Feature;
use super::guards::{GUARDS, Question, Trigger, Verdict};
use super::logo::Logo;
use super::menu_entry::{Action, Badge, DisabledReason, Entry, Target};
use super::menu_table::{
    ADMINISTRATION, ADVANCED, APPLICATION, HELP, PROFILE, PROJECT_SETTINGS, QUICK_ACTIONS, TABLES,
    by_id,
};
use super::route_guards::ROUTE_GUARDS;
use super::routes::{PROJECT_KEY, Place, RouteName, project_of};
use super::view_as::View;
use crate::facts::{Facts, Installation};
use crate::time::Timestamp;

/// The menu beside the page (MENU-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Menu {
    /// No menu.
    Hidden,
    /// The application menu.
    Application,
    /// The settings of the installation.
    Administration,
    /// The settings of the selected project.
    ProjectSettings,
}

impl Menu {
    /// The settings menu (MENU-01): that of the selected project if the user may administer it.
    pub fn of_settings(facts: &Facts, project: Option<&str>) -> Self {
        if project.is_some_and(|project| facts.user.administers(project)) {
            Self::ProjectSettings
        } else {
            Self::Administration
        }
    }
}

/// The input of the filters.
#[derive(Debug, Clone, Copy)]
pub struct MenuContext<'a> {
    /// The facts under the current view.
    pub facts: &'a Facts,
    /// The selected project; none if all projects are selected.
    pub project: Option<&'a str>,
    /// Whether the quick action is visible, which the items of the new onboarding depend on.
    pub quick_action_visible: bool,
}

impl<'a> MenuContext<'a> {
    /// a context for the project that the query of the page names.
    pub fn new(facts: &'a Facts, project: Option<&'a str>, on_quick_setup: bool) -> Self {
        let quick_action_visible = quick_action_visible(facts, on_quick_setup);
        Self { facts, project: project.and_then(project_of), quick_action_visible }
    }
}

/// Whether the quick action is visible: if quick setup is supported and the user is not on its page (NAV-14).
pub fn quick_action_visible(facts: &Facts, on_quick_setup: bool) -> bool {
    facts.supports(Feature::QuickSetup) && !on_quick_setup
}

/// Why an item is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Reason {
    LicenceRequired,
    CloudOnly,
    AdminOnly,
    NeedsSetMeUp,
    Hidden,
    NewOnboarding,
    Lacking,
    LeadsElsewhere,
    ComesLater,
}

/// A reason, and the filter that returns whether it applies to an item.
type Filter = (Reason, fn(&Entry, MenuContext<'_>) -> bool);

/// The six reasons of MENU-05 in their order, two for items whose target cannot be reached, and one for those whose
/// feature is not in this build (MENU-08).
pub const FILTERS: [Filter; 9] = [
    (Reason::LicenceRequired, |item, with| item.licence_required && with.facts.licence.is_none()),
    (Reason::CloudOnly, |item, with| item.cloud_only && !with.facts.installation.cloud),
    (Reason::AdminOnly, |item, with| item.admin_only && !with.facts.user.admin),
    (Reason::NeedsSetMeUp, |item, with| {
        item.needs_set_me_up && !with.facts.supports(Feature::ArtifactBrowser)
    }),
    (Reason::Hidden, |item, with| (item.hidden)(with.facts)),
    (Reason::NewOnboarding, |item, with| item.new_onboarding && !with.quick_action_visible),
    (Reason::Lacking, |item, with| (item.lacks)(with.facts).is_some()),
    (Reason::LeadsElsewhere, |item, with| leads_elsewhere(item, with).is_some()),
    (Reason::ComesLater, |item, _| item.only_if_built && item.target.comes_later()),
];

/// Why an item is left out, if it is: the first reason that applies.
pub fn left_out(item: &Entry, context: MenuContext<'_>) -> Option<Reason> {
    FILTERS.iter().find(|(_, leaves_out)| leaves_out(item, context)).map(|(reason, _)| *reason)
}

/// Every item that is left out, with its reason, as view-as explains it.
pub fn all_left_out(context: MenuContext<'_>) -> Vec<(&'static str, Reason)> {
    let items = TABLES.into_iter().flatten();
    items.filter_map(|item| Some((item.id, left_out(item, context)?))).collect()
}

/// The guard or rule that prevents the user from reaching an item's route. A redirect within the same route, for
/// example to a tab, does not prevent it.
fn leads_elsewhere(item: &Entry, context: MenuContext<'_>) -> Option<&'static str> {
    settle(target(item, context)?, context.facts).err()
}

/// The place that an item leads to before any guard: for a setting of a project, that of the selected project.
fn target(item: &Entry, context: MenuContext<'_>) -> Option<Place> {
    let Target::Route(route) = item.target else { return None };
    let place = Place::of(route);
    Some(match context.project.filter(|_| item.of_project) {
        Some(project) => place.with(PROJECT_KEY, project),
        None => place,
    })
}

/// The place that a link leads to, if it is on the same route; otherwise the name of the guard that prevents it.
fn settle(mut place: Place, facts: &Facts) -> Result<Place, &'static str> {
    'again: loop {
        let question = Question {
            wanted: &place,
            trigger: Trigger::Link,
            from_root: false,
            facts: Some(facts),
            pending: false,
            previous: None,
            stored: None,
            client_session: false,
            password_link: false,
            login_leads_away: false,
            at: Timestamp::from_ms(0),
        };
        for guard in GUARDS.iter().chain(&ROUTE_GUARDS) {
            match (guard.ask)(question, facts) {
                Verdict::Next | Verdict::CancelPending | Verdict::Enter => {}
                Verdict::Redirect { to, .. } if to.route == place.route && to != place => {
                    place = to;
                    continue 'again;
                }
                Verdict::Wait
                | Verdict::Redirect { .. }
                | Verdict::Block
                | Verdict::Leave { .. } => return Err(guard.name),
            }
        }
        return Ok(place);
    }
}

/// One item as the browser receives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuItem"),
    schemars(rename = "MenuItem")
)]
pub struct Item {
    /// The id, which is the key of its text.
    pub id: &'static str,
    /// The route that it leads to.
    pub route: Option<RouteName>,
    /// The path under `/ui`, if it differs from the route's: with a parameter or a query.
    pub href: Option<String>,
    /// The action of an item without a route.
    pub action: Option<Action>,
    /// The address outside the console that it leads to, instead of an action.
    pub url: Option<String>,
    /// The name of its icon.
    pub icon: Option<&'static str>,
    /// The badge beside its text.
    pub badge: Option<Badge>,
    /// Why the item is disabled.
    pub disabled: Option<DisabledReason>,
    /// The heading that the item belongs to.
    pub group: Option<&'static str>,
}

impl Item {
    fn of(
        entry: &Entry,
        place: Option<Place>,
        disabled: Option<DisabledReason>,
        installation: &Installation,
    ) -> Self {
        let (route, action) = match entry.target {
            Target::Route(route) => (Some(route), None),
            Target::Action(action) => (None, Some(action)),
        };
        let exact = place.filter(|place| !place.params.is_empty() || !place.query.is_empty());
        Self {
            id: entry.id,
            route,
            href: exact.map(|place| place.path()),
            action,
            url: action.and_then(|action| action.address(installation)).map(str::to_owned),
            icon: Some(entry.icon),
            badge: entry.badge.or_else(|| entry.target.comes_later().then_some(Badge::Later)),
            disabled,
            group: entry.group,
        }
    }
}

/// The items of the sidebars.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuSections"),
    schemars(rename = "MenuSections")
)]
pub struct Sections {
    /// The items of the application menu.
    pub application: Vec<Item>,
    /// The settings of the installation, in groups.
    pub administration: Vec<Item>,
    /// The settings of the selected project; empty if none is selected.
    pub project_settings: Vec<Item>,
}

/// A group of the advanced menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuGroup"),
    schemars(rename = "MenuGroup")
)]
pub struct Group {
    /// The id, which is the key of its heading.
    pub id: &'static str,
    /// Its items, some of which may be disabled.
    pub items: Vec<Item>,
}

/// All menus of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Menus {
    /// The sequence number of the record with the facts; none until start-up has gathered them.
    pub facts: Option<u64>,
    /// The view-as of an administrator; none if they see the console as themselves.
    pub view: Option<View>,
    /// Whether the user may use view-as.
    pub viewable: bool,
    /// The settings menu, or the application menu if there is nothing in the settings.
    #[cfg_attr(feature = "schema", ts(type = "keyof MenuSections"))]
    pub menu: Menu,
    /// The sidebars.
    pub sections: Sections,
    /// The profile menu.
    pub profile: Vec<Item>,
    /// Links to help.
    pub help: Vec<Item>,
    /// Frequent tasks of administrators.
    pub quick_actions: Vec<Item>,
    /// The advanced menu.
    pub advanced: Vec<Group>,
    /// The logo above the menus.
    pub logo: Logo,
}

impl Menus {
    /// Empty menus: until the facts are known, and for users who may not use the console.
    pub fn empty(logo: Logo) -> Self {
        Self {
            facts: None,
            view: None,
            viewable: false,
            menu: Menu::Application,
            sections: Sections::default(),
            profile: Vec::new(),
            help: Vec::new(),
            quick_actions: Vec::new(),
            advanced: Vec::new(),
            logo,
        }
    }

    /// The menus of a scene.
    pub fn of(context: MenuContext<'_>, logo: Logo) -> Self {
        if !context.facts.may_use_console() {
            return Self::empty(logo);
        }
        let settings = Menu::of_settings(context.facts, context.project);
        let of_a_project = settings == Menu::ProjectSettings;
        let administration = visible(ADMINISTRATION, context);
        let project_settings =
            if of_a_project { visible(PROJECT_SETTINGS, context) } else { Vec::new() };
        let nothing = administration.is_empty() && project_settings.is_empty();
        Self {
            menu: if nothing { Menu::Application } else { settings },
            sections: Sections {
                application: visible(APPLICATION, context),
                administration,
                project_settings,
            },
            profile: visible(PROFILE, context),
            help: visible(HELP, context),
            quick_actions: visible(QUICK_ACTIONS, context),
            advanced: advanced(context),
            ..Self::empty(logo)
        }
    }
}

fn visible(table: &'static [Entry], context: MenuContext<'_>) -> Vec<Item> {
    let shown = table.iter().filter(|entry| left_out(entry, context).is_none());
    let item = |entry| Item::of(entry, place_of(entry, context), None, &context.facts.installation);
    shown.map(item).collect()
}

fn place_of(entry: &Entry, context: MenuContext<'_>) -> Option<Place> {
    settle(target(entry, context)?, context.facts).ok()
}

/// The advanced menu. It lists all its items to users who may open its page, and disables those that are not available.
fn advanced(context: MenuContext<'_>) -> Vec<Group> {
    if settle(Place::of(RouteName::Advanced), context.facts).is_err() {
        return Vec::new();
    }
    let item = |entry: &&'static Entry| {
        let disabled = (entry.lacks)(context.facts).or_else(|| {
            leads_elsewhere(entry, context).map(|guard| match guard {
                "menu_item_hidden" => DisabledReason::SwitchedOff,
                _ => DisabledReason::LeadsElsewhere,
            })
        });
        let place = place_of(entry, context).filter(|_| disabled.is_none());
        Item { group: None, ..Item::of(entry, place, disabled, &context.facts.installation) }
    };
    let group = |(id, ids): &(&'static str, &[&str])| Group {
        id,
        items: ids.iter().filter_map(|id| by_id(id)).map(|entry| item(&entry)).collect(),
    };
    ADVANCED.iter().map(group).collect()
}
