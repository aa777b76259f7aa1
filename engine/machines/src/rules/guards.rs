//! The navigation guards (NAV-01 to NAV-10): functions evaluated in this order on every navigation.

use super::path_memory::StoredPlace;
use super::route_guards;
use super::routes::{Access, FROM_UNAUTHORIZED, Place, RouteName, SKIP_LICENCE_CHECK};
use crate::facts::Facts;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// How a navigation began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The page was loaded: a deep link, a reload, a new tab.
    Start,
    /// A link or button of the console.
    Link,
    /// The browser's back or forward button.
    History,
    /// A redirect by the console itself.
    Redirect,
}

/// The input of a guard.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The requested place.
    pub wanted: &'a Place,
    /// How the navigation began.
    pub trigger: Trigger,
    /// Whether the navigation began at the root path.
    pub from_root: bool,
    /// The facts; none while the application has not started.
    pub facts: Option<&'a Facts>,
    /// Whether another navigation of this tab is pending.
    pub pending: bool,
    /// The current place of the tab.
    pub previous: Option<&'a Place>,
    /// The place that the user requested before they had to sign in, as the browser has stored it.
    pub stored: Option<&'a StoredPlace>,
    /// Whether the browser has the session of a command-line client (CLI-01).
    pub client_session: bool,
    /// Whether the tab was opened with a link for choosing a password.
    pub password_link: bool,
    /// Whether the login page leads away to a provider: where the server says so, and the user of the tab has not just
    /// signed out.
    pub login_leads_away: bool,
    /// The current time.
    pub at: Timestamp,
}

/// The result of a guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The guard does not apply; evaluate the next one.
    Next,
    /// Start the application first, and evaluate again when it has started.
    Wait,
    /// Enter, without evaluating the remaining guards.
    Enter,
    /// Cancel a pending navigation, and evaluate the next guard.
    CancelPending,
    /// Redirect to another place.
    Redirect {
        /// The target of the redirect.
        to: Place,
        /// Whether the user is notified that they are not authorised.
        notify: bool,
    },
    /// Stay at the current place.
    Block,
    /// Leave the application.
    Leave {
        /// The external address.
        url: String,
    },
}

/// A guard: its name, as records and the view "why was I sent here?" show it, and its rule.
pub struct Guard {
    /// The name in records.
    pub name: &'static str,
    /// The rule.
    pub ask: fn(Question<'_>, &Facts) -> Verdict,
}

/// The guards, in the order of evaluation.
pub const GUARDS: [Guard; 9] = [
    Guard { name: "start_application", ask: start_application },
    Guard { name: "cancel_pending", ask: cancel_pending },
    Guard { name: "skip_license_check", ask: skip_license_check },
    Guard { name: "external_redirect", ask: external_redirect },
    Guard { name: "anonymous_from_root", ask: anonymous_from_root },
    Guard { name: "anonymous_not_allowed", ask: anonymous_not_allowed },
    Guard { name: "menu_item_hidden", ask: menu_item_hidden },
    Guard { name: "no_licence", ask: no_licence },
    Guard { name: "unauthorised", ask: unauthorised },
];

fn access(question: Question<'_>) -> Access {
    question.wanted.route.route().access
}

fn open_to_all(question: Question<'_>) -> bool {
    access(question) == Access::Unauthenticated
}

/// The query name with which the login page keeps its form where it would lead to a provider (NAV-18).
pub const KEEPS_FORM: &str = "form";

/// Whether the login page shows its form in any case: for a user who has just logged out or was redirected to it, whom
/// the provider would sign in again, and where the address says so.
pub fn keeps_login_form(question: Question<'_>) -> bool {
    let query = &question.wanted.query;
    ["logout", "fromUnauthorized", KEEPS_FORM].iter().any(|name| query.contains_key(*name))
}

/// The login page.
pub fn to_login() -> Place {
    Place::of(RouteName::Login)
}

/// The login page with its form, for users who have signed out or must do so.
pub fn to_login_with_logout() -> Place {
    to_login().with("logout", "true")
}

/// NAV-01. The login page is open to all, but where it leads away the facts decide on that (NAV-18).
fn start_application(question: Question<'_>, _: &Facts) -> Verdict {
    let is_login = question.wanted.route == RouteName::Login;
    let may_lead_away = is_login && question.login_leads_away && !keeps_login_form(question);
    if question.facts.is_none() && (may_lead_away || !open_to_all(question)) {
        Verdict::Wait
    } else {
        Verdict::Next
    }
}

fn cancel_pending(question: Question<'_>, _: &Facts) -> Verdict {
    if question.pending && question.wanted.route.route().cancels_pending {
        Verdict::CancelPending
    } else {
        Verdict::Next
    }
}

/// The parameter applies only to the console's own links to routes that allow it, and does not replace the right to
/// enter: a link in a mail must not bypass a guard.
fn skip_license_check(question: Question<'_>, facts: &Facts) -> Verdict {
    let route = question.wanted.route.route();
    let is_requested = question.wanted.query.contains_key(SKIP_LICENCE_CHECK);
    let own_link = matches!(question.trigger, Trigger::Link | Trigger::Redirect);
    if is_requested && own_link && route.skips_licence && may_enter(question.wanted, facts) {
        Verdict::Enter
    } else {
        Verdict::Next
    }
}

fn external_redirect(_: Question<'_>, facts: &Facts) -> Verdict {
    match &facts.installation.external_redirect {
        Some(url) => Verdict::Leave { url: url.clone() },
        None => Verdict::Next,
    }
}

fn anonymous_from_root(question: Question<'_>, facts: &Facts) -> Verdict {
    let blocked = facts.user.is_anonymous() && facts.anonymous_ui_blocked && question.from_root;
    if blocked && !open_to_all(question) {
        Verdict::Redirect { to: to_login(), notify: false }
    } else {
        Verdict::Next
    }
}

fn anonymous_not_allowed(question: Question<'_>, facts: &Facts) -> Verdict {
    if facts.user.is_anonymous() && !facts.may_use_console() && !open_to_all(question) {
        Verdict::Redirect { to: to_login_with_logout(), notify: true }
    } else {
        Verdict::Next
    }
}

fn menu_item_hidden(question: Question<'_>, facts: &Facts) -> Verdict {
    if facts.installation.hidden_routes.contains(&question.wanted.route) {
        Verdict::Block
    } else {
        Verdict::Next
    }
}

fn no_licence(question: Question<'_>, facts: &Facts) -> Verdict {
    if !facts.licence.is_none() || open_to_all(question) {
        Verdict::Next
    } else if !facts.user.admin {
        Verdict::Redirect { to: to_login_with_logout(), notify: false }
    } else if question.wanted.route == RouteName::Licenses {
        Verdict::Next
    } else {
        Verdict::Redirect { to: Place::of(RouteName::Licenses), notify: false }
    }
}

fn unauthorised(question: Question<'_>, facts: &Facts) -> Verdict {
    if may_enter(question.wanted, facts) {
        Verdict::Next
    } else if question.wanted.route == RouteName::ClientExtension && facts.user.is_anonymous() {
        // NAV-17: a client's session is for those who sign in; nothing else is refused
        Verdict::Redirect { to: to_login(), notify: false }
    } else {
        let home = home(facts, question.wanted).with(FROM_UNAUTHORIZED, "true");
        Verdict::Redirect { to: home, notify: true }
    }
}

/// Whether these facts permit entering a place.
pub fn may_enter(place: &Place, facts: &Facts) -> bool {
    match place.route.route().access {
        Access::Unauthenticated => true,
        Access::Console => facts.may_use_console(),
        Access::SignedIn => !facts.user.is_anonymous(),
        Access::ProjectAdmin => {
            (facts.user.admin || facts.user.manages_projects) && !facts.user.is_anonymous()
        }
        Access::ProjectSettings => match place.project() {
            Some(project) => facts.user.administers(project),
            None => facts.user.admin && !facts.user.is_anonymous(),
        },
        Access::Admin => facts.user.admin && !facts.user.is_anonymous(),
    }
}

/// The target for a user who may not enter the requested place (NAV-09, ROUTE-15): the start page, or on a lightweight
/// installation its tree; login for users who may see neither.
pub fn home(facts: &Facts, wanted: &Place) -> Place {
    let home = if facts.installation.lightweight {
        tree_of_lightweight(facts, wanted)
    } else {
        facts.may_use_console().then(|| route_guards::start_page(facts))
    };
    home.unwrap_or_else(to_login)
}

/// The tree of a lightweight installation at the requested path, if any, unless the tree is hidden or not the user's to
/// see (ROUTE-13).
fn tree_of_lightweight(facts: &Facts, wanted: &Place) -> Option<Place> {
    let tree = RouteName::ReposTree;
    let is_hidden = facts.installation.hidden_routes.contains(&tree);
    if !facts.installation.lightweight || is_hidden || !facts.may_use_console() {
        return None;
    }
    let path = wanted.param("path");
    let place = Place::of(tree);
    Some(if path.is_empty() { place } else { place.at("path", path) })
}

/// The place of a tab that is blocked and has no previous place: the authorisation page (ROUTE-09), or on a lightweight
/// installation its tree.
pub fn fallback(facts: &Facts, wanted: &Place) -> Place {
    match tree_of_lightweight(facts, wanted) {
        Some(tree) => tree.with(FROM_UNAUTHORIZED, "true"),
        None => Place::of(RouteName::Authorization),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Installation, User};
    use crate::secret::PersonId;

    #[test]
    fn a_lightweight_installation_falls_back_to_its_tree_unless_it_is_hidden() {
        let of = |installation| Facts {
            user: User::local(PersonId("p_ann".into()), true),
            installation,
            ..Facts::unknown()
        };
        let lightweight = Installation { lightweight: true, ..Installation::default() };
        let facts = of(lightweight.clone());
        let tree = Place::of(RouteName::ReposTree).with(FROM_UNAUTHORIZED, "true");
        let builds = Place::of(RouteName::Builds).at("path", "libs/core");
        assert_eq!(fallback(&facts, &builds), tree.clone().at("path", "libs/core"));
        assert_eq!(fallback(&facts, &Place::of(RouteName::Users)), tree);
        let authorization = Place::of(RouteName::Authorization);
        assert_eq!(fallback(&of(Installation::default()), &builds), authorization);
        let hidden = Installation { hidden_routes: vec![RouteName::ReposTree], ..lightweight };
        assert_eq!(fallback(&of(hidden), &builds), authorization);
        let visitor = Facts { user: User::anonymous(), ..facts };
        assert_eq!(fallback(&visitor, &builds), authorization);
    }
}
