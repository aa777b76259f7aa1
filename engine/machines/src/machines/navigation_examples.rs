//! The events that navigation is explored with: every route, under each combination of facts that a guard
//! distinguishes.

use super::navigation::{BrowserValues, Event};
use crate::facts::{Facts, Installation, Service, SingleSignOn, User};
use crate::rules::features::Feature;
use crate::rules::guards::Trigger;
use crate::rules::licence::Licence;
use crate::rules::routes::{PROJECT_KEY, Place, ROUTES, RouteName, SKIP_LICENCE_CHECK};
use crate::rules::versions::Version;
use crate::secret::PersonId;

/// One set of facts for each kind of user and installation that a guard distinguishes.
pub fn all_facts() -> Vec<Facts> {
    let known = Facts { licence: Licence::EnterprisePlus, ..Facts::unknown() };
    let signed_in = |admin| User::local(PersonId("p_ann".into()), admin);
    let user = Facts { user: signed_in(false), ..known.clone() };
    let admin = Facts { user: signed_in(true), ..known.clone() };
    let installed = |facts: &Facts, installation| Facts { installation, ..facts.clone() };
    let none = Installation::default;
    let service = |name: &str, version| Service { name: name.into(), version };
    let new_admin = User { onboarding_owed: true, first_login: true, ..signed_in(true) };
    let provider = Some("https://provider.example".to_owned());
    vec![
        known.clone(),
        Facts { anonymous_allowed: true, ..known.clone() },
        Facts { anonymous_allowed: true, anonymous_ui_blocked: true, ..known.clone() },
        Facts {
            single_sign_on: SingleSignOn {
                provider_link: provider.clone(),
                auto_redirect: true,
                logout_url: provider.clone(),
            },
            ..known
        },
        Facts { licence: Licence::None, ..user.clone() },
        installed(&user, Installation { lightweight: true, ..none() }),
        installed(
            &user,
            Installation { hidden_routes: vec![RouteName::SessionActivity], ..none() },
        ),
        installed(&user, Installation { external_redirect: provider.clone(), ..none() }),
        installed(&user, Installation { account_portal_url: provider, ..none() }),
        installed(&user, Installation { announced_paths: vec!["/:path*".into()], ..none() }),
        user.clone(),
        Facts { user: User { manages_projects: true, ..signed_in(false) }, ..user },
        Facts { licence: Licence::None, ..admin.clone() },
        installed(&admin, Installation { lightweight: true, ..none() }),
        Facts {
            user: new_admin.clone(),
            ..installed(&admin, Installation { features: vec![Feature::NewOnboarding], ..none() })
        },
        Facts {
            user: new_admin.clone(),
            ..installed(&admin, Installation { features: vec![Feature::QuickDeploy], ..none() })
        },
        Facts {
            user: new_admin,
            ..installed(
                &admin,
                Installation { features: vec![Feature::QuickSetup, Feature::FreeTier], ..none() },
            )
        },
        Facts {
            services: vec![
                service("artifactory", Version(7, 55, 0)),
                service("distribution", Version(2, 20, 0)),
                service("xray", Version(3, 80, 0)),
            ],
            ..installed(&admin, Installation { features: Feature::ALL.to_vec(), ..none() })
        },
        admin,
    ]
}

/// All examples.
pub fn all() -> Vec<Event> {
    let mut events = vec![Event::ApplicationFailed {}];
    for facts in all_facts() {
        events.push(Event::ApplicationReady { facts: Some(Box::new(facts.clone())) });
        for route in ROUTES {
            let wanted = Place::of(route.name);
            events.push(go(wanted.clone(), Trigger::Start, Some(&facts)));
            if route.skips_licence {
                let skipping = wanted.clone().with(SKIP_LICENCE_CHECK, "true");
                events.push(go(skipping.clone(), Trigger::Link, Some(&facts)));
                events.push(go(skipping, Trigger::Start, Some(&facts)));
            }
        }
        for route in [RouteName::Packages, RouteName::Projects, RouteName::Root] {
            events.push(go(Place::of(route), Trigger::Redirect, Some(&facts)));
            let of_a_project = Place::of(route).with(PROJECT_KEY, "dflt");
            events.push(go(of_a_project, Trigger::Link, Some(&facts)));
        }
    }
    for route in ROUTES {
        events.push(go(Place::of(route.name), Trigger::Start, None));
    }
    let login = Place::of(RouteName::Login);
    let held = BrowserValues { login_leads_away: true, ..BrowserValues::default() };
    events.push(go_with(login.clone(), Trigger::Start, None, held.clone()));
    let provider = SingleSignOn {
        provider_link: Some("https://provider.example".to_owned()),
        auto_redirect: true,
        logout_url: None,
    };
    let of_provider = Facts { single_sign_on: provider, ..Facts::unknown() };
    events.push(go_with(login.clone(), Trigger::Link, Some(&of_provider), held));
    // a user who signs in for a command-line client
    let user = Facts {
        user: User::local(PersonId("p_ann".into()), false),
        licence: Licence::EnterprisePlus,
        ..Facts::unknown()
    };
    for (wanted, trigger) in
        [(login, Trigger::Start), (Place::of(RouteName::Packages), Trigger::Redirect)]
    {
        let held = BrowserValues { client_session: true, ..BrowserValues::default() };
        events.push(go_with(wanted, trigger, Some(&user), held));
    }
    events
}

fn go(wanted: Place, trigger: Trigger, facts: Option<&Facts>) -> Event {
    go_with(wanted, trigger, facts, BrowserValues::default())
}

fn go_with(wanted: Place, trigger: Trigger, facts: Option<&Facts>, held: BrowserValues) -> Event {
    let facts = facts.cloned().map(Box::new);
    Event::Go { wanted, trigger, facts, facts_from: None, held, viewing: false }
}
