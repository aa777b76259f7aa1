//! The navigation guards (NAV-01 to NAV-10, NAV-21): ten lines, asked in this order on every navigation.

use super::entries;
use super::path_memory::StoredPlace;
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
    /// A link or button of the console itself.
    Link,
    /// The browser's back or forward.
    History,
    /// The console followed a redirect of its own.
    Redirect,
}

/// What a guard looks at.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The place that is wanted.
    pub wanted: &'a Place,
    /// How the navigation began.
    pub trigger: Trigger,
    /// The visitor came by the root path.
    pub from_root: bool,
    /// The facts; none while the application has not started.
    pub facts: Option<&'a Facts>,
    /// Another navigation of this tab is still waiting.
    pub pending: bool,
    /// Where the tab is now.
    pub previous: Option<&'a Place>,
    /// Where somebody wanted to go before they had to sign in, as the browser remembers it.
    pub stored: Option<&'a StoredPlace>,
    /// The browser holds the session of a command-line client (CLI-01).
    pub client_session: bool,
    /// The moment.
    pub at: Timestamp,
}

/// What a guard says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing to say: ask the next one.
    Next,
    /// Start the application first, and ask again when it is there.
    Wait,
    /// Let in, without asking the rest.
    Enter,
    /// A pending navigation is dropped; ask the next one.
    CancelPending,
    /// Go somewhere else, perhaps with the not-authorised notification.
    Redirect {
        /// Where to.
        to: Place,
        /// Tell the user that they may not go there.
        notify: bool,
    },
    /// Stay where they are.
    Block,
    /// Leave the application.
    Leave {
        /// The address to leave for.
        url: String,
    },
}

/// A guard: its name, as records and 'why was I sent here?' show it, and its rule.
pub struct Guard {
    /// The name.
    pub name: &'static str,
    /// The rule.
    pub ask: fn(Question<'_>, &Facts) -> Verdict,
}

/// The ten guards.
pub const GUARDS: [Guard; 10] = [
    Guard { name: "start_application", ask: start_application },
    Guard { name: "cancel_pending", ask: cancel_pending },
    Guard { name: "skip_license_check", ask: skip_license_check },
    Guard { name: "external_redirect", ask: external_redirect },
    Guard { name: "anonymous_from_root", ask: anonymous_from_root },
    Guard { name: "anonymous_not_allowed", ask: anonymous_not_allowed },
    Guard { name: "maintenance", ask: maintenance },
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

/// The login page.
pub fn to_login() -> Place {
    Place::of(RouteName::Login)
}

fn start_application(question: Question<'_>, _: &Facts) -> Verdict {
    if question.facts.is_none() && !open_to_all(question) { Verdict::Wait } else { Verdict::Next }
}

fn cancel_pending(question: Question<'_>, _: &Facts) -> Verdict {
    if question.pending && question.wanted.route.route().cancels_pending {
        Verdict::CancelPending
    } else {
        Verdict::Next
    }
}

/// The parameter counts only on the console's own links to routes that allow it, and never instead of the
/// right to be there: a link in a mail must not be a way around a guard.
fn skip_license_check(question: Question<'_>, facts: &Facts) -> Verdict {
    let route = question.wanted.route.route();
    let asked = question.wanted.query.contains_key(SKIP_LICENCE_CHECK);
    let own_link = matches!(question.trigger, Trigger::Link | Trigger::Redirect);
    if asked && own_link && route.skips_licence && may_enter(route.access, facts) {
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
        Verdict::Redirect { to: to_login().with("logout", "true"), notify: true }
    } else {
        Verdict::Next
    }
}

/// NAV-21. The login area stays open, so that an administrator can sign in.
fn maintenance(question: Question<'_>, facts: &Facts) -> Verdict {
    if facts.installation.maintenance && !facts.user.admin && !open_to_all(question) {
        Verdict::Redirect { to: Place::of(RouteName::Authorization), notify: false }
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
        Verdict::Redirect { to: to_login().with("logout", "true"), notify: false }
    } else if question.wanted.route == RouteName::Licenses {
        Verdict::Next
    } else {
        Verdict::Redirect { to: Place::of(RouteName::Licenses), notify: false }
    }
}

fn unauthorised(question: Question<'_>, facts: &Facts) -> Verdict {
    if may_enter(access(question), facts) {
        Verdict::Next
    } else {
        let home = home(facts).with(FROM_UNAUTHORIZED, "true");
        Verdict::Redirect { to: home, notify: true }
    }
}

/// Whether these facts allow entering a route of this kind.
pub fn may_enter(access: Access, facts: &Facts) -> bool {
    match access {
        Access::Unauthenticated => true,
        Access::Console => facts.may_use_console(),
        Access::SignedIn => !facts.user.is_anonymous(),
        Access::ProjectAdmin => {
            (facts.user.admin || facts.user.manages_projects) && !facts.user.is_anonymous()
        }
        Access::Admin => facts.user.admin && !facts.user.is_anonymous(),
    }
}

/// Where somebody is sent who may not be where they wanted (NAV-09): the start page, or login for whoever may not use
/// the console and for a lightweight installation's users.
pub fn home(facts: &Facts) -> Place {
    let lightweight_user = facts.installation.lightweight && !facts.user.admin;
    if lightweight_user || !facts.may_use_console() {
        to_login()
    } else {
        entries::start_page(facts)
    }
}

/// Where a tab is that was nowhere yet and is kept from a page: told that it may not be there (ROUTE-09); or, on a
/// lightweight installation, in the tree, at the path that was wanted, else at its root (ROUTE-13), unless the tree is
/// what is hidden.
pub fn refuge(facts: &Facts, wanted: &Place) -> Place {
    let tree = RouteName::ReposTree;
    let open = !facts.installation.hidden_routes.contains(&tree) && facts.may_use_console();
    if !facts.installation.lightweight || !open {
        return Place::of(RouteName::Authorization);
    }
    let path = wanted.param("path");
    let place = Place::of(tree).with(FROM_UNAUTHORIZED, "true");
    if path.is_empty() { place } else { place.at("path", path) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Installation, User};
    use crate::secret::PersonId;

    #[test]
    fn a_lightweight_installation_opens_its_tree_unless_that_is_what_is_hidden() {
        let of = |installation| Facts {
            user: User::local(PersonId("p_ann".into()), true),
            installation,
            ..Facts::unknown()
        };
        let lightweight = Installation { lightweight: true, ..Installation::default() };
        let facts = of(lightweight.clone());
        let tree = Place::of(RouteName::ReposTree).with(FROM_UNAUTHORIZED, "true");
        let builds = Place::of(RouteName::Builds).at("path", "libs/core");
        assert_eq!(refuge(&facts, &builds), tree.clone().at("path", "libs/core"));
        assert_eq!(refuge(&facts, &Place::of(RouteName::Users)), tree);
        let told = Place::of(RouteName::Authorization);
        assert_eq!(refuge(&of(Installation::default()), &builds), told);
        let hidden = Installation { hidden_routes: vec![RouteName::ReposTree], ..lightweight };
        assert_eq!(refuge(&of(hidden), &builds), told);
        let nobody = Facts { user: User::anonymous(), ..facts };
        assert_eq!(refuge(&nobody, &builds), told);
    }
}
