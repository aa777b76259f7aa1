//! Rules of single routes, evaluated in this order after the guards: the login area (NAV-12), onboarding (NAV-13),
//! and routes that redirect or may not be entered (ROUTE-02 to ROUTE-11, NAV-15).

use super::features::Feature;
use super::guards::{
    Guard, Question, Trigger, Verdict, keeps_login_form, to_login, to_login_with_logout,
};
use super::path_memory;
use super::routes::{Access, Place, RouteName, is_announced};
use super::versions::Version;
use crate::facts::Facts;

/// The rules of single routes, in the order of evaluation.
pub const ROUTE_GUARDS: [Guard; 16] = [
    Guard { name: "log_out", ask: log_out },
    Guard { name: "invitation_invalid", ask: invitation_invalid },
    Guard { name: "client_session_missing", ask: client_session_missing },
    Guard { name: "provider_redirect", ask: provider_redirect },
    Guard { name: "already_signed_in", ask: already_signed_in },
    Guard { name: "client_session_waits", ask: client_session_waits },
    Guard { name: "onboarding_owed", ask: onboarding_owed },
    Guard { name: "first_deployment", ask: first_deployment },
    Guard { name: "feature_unsupported", ask: feature_unsupported },
    Guard { name: "old_bundles_path", ask: old_bundles_path },
    Guard { name: "bundles_tab", ask: bundles_tab },
    Guard { name: "scanning_available", ask: scanning_available },
    Guard { name: "account_portal", ask: account_portal },
    Guard { name: "error_from_nowhere", ask: error_from_nowhere },
    Guard { name: "unknown_path", ask: unknown_path },
    Guard { name: "leads_to", ask: leads_to },
];

fn go(to: Place) -> Verdict {
    Verdict::Redirect { to, notify: false }
}

fn go_if(condition: bool, to: impl FnOnce() -> Place) -> Verdict {
    if condition { go(to()) } else { Verdict::Next }
}

/// ROUTE-02. The navigation machine ends the session.
fn log_out(question: Question<'_>, _: &Facts) -> Verdict {
    go_if(question.wanted.route == RouteName::Logout, to_login_with_logout)
}

/// The page is for those who have opened a link for choosing a password. It asks whether the link works.
fn invitation_invalid(question: Question<'_>, _: &Facts) -> Verdict {
    let wants = question.wanted.route == RouteName::Invitation;
    go_if(wants && !question.password_link, to_login_with_logout)
}

fn client_session_missing(question: Question<'_>, _: &Facts) -> Verdict {
    let wants = question.wanted.route == RouteName::ClientExtension;
    go_if(wants && !question.client_session, to_login)
}

fn provider_redirect(question: Question<'_>, facts: &Facts) -> Verdict {
    let is_login = question.wanted.route == RouteName::Login && !keeps_login_form(question);
    let wants = is_login && question.login_leads_away;
    match &facts.single_sign_on.provider_link {
        Some(url) if wants && facts.single_sign_on.auto_redirect && facts.user.is_anonymous() => {
            Verdict::Leave { url: url.clone() }
        }
        _ => Verdict::Next,
    }
}

/// Whether a route belongs to the login area, which a signed-in user is redirected from.
pub const fn is_login_area(route: RouteName) -> bool {
    matches!(
        route,
        RouteName::Login
            | RouteName::OtpLogin
            | RouteName::MfaEnroll
            | RouteName::ForgotPassword
            | RouteName::ResetPassword
            | RouteName::ChangePassword
            | RouteName::Registration
            | RouteName::CliRegistration
            | RouteName::SsoLogin
            | RouteName::AuthProvider
    )
}

/// A client's session goes first: also a user who had signed in before is to confirm it (NAV-17).
fn already_signed_in(question: Question<'_>, facts: &Facts) -> Verdict {
    let wants = is_login_area(question.wanted.route) && !keeps_login_form(question);
    go_if(wants && !facts.user.is_anonymous(), || {
        if question.client_session {
            return Place::of(RouteName::ClientExtension);
        }
        let stored = question
            .stored
            .and_then(|stored| path_memory::judge(stored, question.at, facts.user.admin).ok())
            .filter(|place| !path_memory::EXCLUDED.contains(&place.route));
        stored.cloned().unwrap_or_else(|| start_page(facts))
    })
}

/// Whether the tab leaves the login area by signing in rather than by a link.
fn comes_from_login(question: Question<'_>) -> bool {
    let from_login = question.previous.is_some_and(|place| is_login_area(place.route));
    from_login && question.trigger == Trigger::Redirect
}

/// Whether signing in leads to a page that the onboarding goes before. A command-line client that waits goes before the
/// onboarding, since each leading to the other would not end.
fn lands_elsewhere(question: Question<'_>) -> bool {
    let wanted = question.wanted.route;
    comes_from_login(question)
        && wanted != RouteName::QuickSetup
        && wanted != RouteName::ClientExtension
        && wanted.route().access != Access::Unauthenticated
}

/// Whether an administrator has to complete the onboarding, unless a first deployment replaces it (NAV-13).
pub fn owes_onboarding(facts: &Facts) -> bool {
    facts.user.admin
        && facts.user.onboarding_owed
        && facts.supports(Feature::NewOnboarding)
        && !facts.supports(Feature::QuickDeploy)
}

/// Whether Getting Started is marked as seen when quick setup opens: for an administrator of the free tier in the first
/// session, unless the education centre replaces it (NAV-14).
pub fn is_newcomer(facts: &Facts) -> bool {
    facts.user.admin
        && facts.user.first_login
        && facts.supports(Feature::FreeTier)
        && !facts.supports(Feature::EducationCentre)
}

/// NAV-17: a user who has signed in for a command-line client goes on with that.
fn client_session_waits(question: Question<'_>, facts: &Facts) -> Verdict {
    let signed_in = !facts.user.is_anonymous();
    let waits = signed_in && question.client_session && comes_from_login(question);
    let wants = question.wanted.route == RouteName::ClientExtension;
    go_if(waits && !wants, || Place::of(RouteName::ClientExtension))
}

fn onboarding_owed(question: Question<'_>, facts: &Facts) -> Verdict {
    let owed = owes_onboarding(facts) && lands_elsewhere(question);
    go_if(owed, || Place::of(RouteName::QuickSetup))
}

fn first_deployment(question: Question<'_>, facts: &Facts) -> Verdict {
    let first = facts.supports(Feature::QuickDeploy) && facts.user.first_login;
    go_if(first && lands_elsewhere(question), || Place::of(RouteName::QuickSetup))
}

fn feature_unsupported(question: Question<'_>, facts: &Facts) -> Verdict {
    match question.wanted.route.route().needs {
        Some(feature) if !facts.supports(feature) => Verdict::Block,
        _ => Verdict::Next,
    }
}

/// ROUTE-06: from these versions on, release bundles have their own path.
const BUNDLES_MOVED: Version = Version(7, 48, 0);
const BUNDLES_MOVED_IN_DISTRIBUTION: Version = Version(2, 16, 0);

/// Whether release bundles have their own path (ROUTE-06).
pub fn bundles_moved(facts: &Facts) -> bool {
    let repository = facts.service("artifactory").is_some_and(|version| version >= BUNDLES_MOVED);
    let distribution = facts.service("distribution");
    repository && distribution.is_none_or(|version| version >= BUNDLES_MOVED_IN_DISTRIBUTION)
}

fn old_bundles_path(question: Question<'_>, facts: &Facts) -> Verdict {
    let wants = question.wanted.route == RouteName::OldBundles;
    go_if(wants && bundles_moved(facts), || {
        // ROUTE-14: tab, name and version.
        let parts = question.wanted.param("path").split('/').filter(|part| !part.is_empty());
        let place = Place::of(RouteName::ReleaseBundles);
        let params = ["activeTab", "name", "version"].into_iter().zip(parts);
        let mut place = params.fold(place, |place, (param, part)| place.at(param, part));
        place.query.clone_from(&question.wanted.query);
        place
    })
}

/// Whether release bundles are sent from here, so that they are shown first (ROUTE-07).
pub fn sends_bundles(facts: &Facts) -> bool {
    facts.service("distribution").is_some() && facts.licence.is_enterprise_plus()
}

/// ROUTE-07: without a tab in the path, selects the tab that the installation supports.
fn bundles_tab(question: Question<'_>, facts: &Facts) -> Verdict {
    let wanted = question.wanted;
    let open = wanted.route == RouteName::ReleaseBundles && wanted.param("activeTab").is_empty();
    go_if(open, || {
        wanted.clone().at("activeTab", if sends_bundles(facts) { "source" } else { "target" })
    })
}

/// NAV-15: where scanning is available, the teaser redirects to the actual page.
fn scanning_available(question: Question<'_>, facts: &Facts) -> Verdict {
    let wants = question.wanted.route == RouteName::SecurityTeaser;
    let available = facts.service("xray").is_some() && facts.licence.includes_scanning();
    go_if(wants && available, || Place::of(RouteName::SecurityPolicies))
}

/// MENU-08: the portal is outside the console. Where none is configured, the page says so.
fn account_portal(question: Question<'_>, facts: &Facts) -> Verdict {
    let wants = question.wanted.route == RouteName::AccountPortal;
    match facts.installation.account_portal_url.as_ref().filter(|_| wants) {
        Some(url) => Verdict::Leave { url: url.clone() },
        None => Verdict::Next,
    }
}

/// ROUTE-09: the error page is shown only after an error, so opening its address redirects to the root.
fn error_from_nowhere(question: Question<'_>, _: &Facts) -> Verdict {
    let nowhere = question.previous.is_none() && question.trigger == Trigger::Start;
    go_if(nowhere && question.wanted.route == RouteName::ServerError, || Place::of(RouteName::Root))
}

/// MFE-05, ROUTE-11: a path that no front-end has announced leads to the not-found page.
fn unknown_path(question: Question<'_>, facts: &Facts) -> Verdict {
    let path = question.wanted.param("path");
    let mut announced = facts.installation.announced_paths.iter();
    let unknown = question.wanted.route == RouteName::FrontEnd
        && !announced.any(|pattern| is_announced(pattern, path));
    go_if(unknown, || Place::of(RouteName::NotFound))
}

/// ROUTE-04, ROUTE-10: redirects of the route table, and of the root.
fn leads_to(question: Question<'_>, facts: &Facts) -> Verdict {
    let wanted = question.wanted;
    match wanted.route {
        RouteName::Root | RouteName::Home => go(start_page(facts)),
        _ => wanted.route.route().leads_to.map_or(Verdict::Next, |route| go(Place::of(route))),
    }
}

/// The start page of the console (ROUTE-10).
pub fn start_page(facts: &Facts) -> Place {
    let lightweight = facts.installation.lightweight;
    Place::of(if lightweight { RouteName::ReposTree } else { RouteName::Packages })
}
