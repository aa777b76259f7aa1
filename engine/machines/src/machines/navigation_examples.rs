//! The events that navigation is explored with: every route, asked for by everybody that a guard tells apart.

use super::navigation::Event;
use crate::facts::{Facts, User};
use crate::rules::guards::Trigger;
use crate::rules::licence::Licence;
use crate::rules::routes::{Place, ROUTES, RouteName, SKIP_LICENCE_CHECK};
use crate::secret::PersonId;

/// The facts of everybody that a guard tells apart.
pub fn everybody() -> Vec<Facts> {
    let known = Facts { licence: Licence::EnterprisePlus, ..Facts::unknown() };
    let signed_in = |admin| User { person: Some(PersonId("p_ann".into())), admin };
    let user = Facts { user: signed_in(false), ..known.clone() };
    let admin = Facts { user: signed_in(true), ..known.clone() };
    vec![
        known.clone(),
        Facts { anonymous_allowed: true, ..known.clone() },
        Facts { anonymous_allowed: true, anonymous_ui_blocked: true, ..known },
        Facts { licence: Licence::None, ..user.clone() },
        Facts { lightweight: true, ..user.clone() },
        Facts { hidden_routes: vec![RouteName::SessionActivity], ..user.clone() },
        Facts { external_redirect: Some("https://elsewhere.example".into()), ..user.clone() },
        user,
        Facts { licence: Licence::None, ..admin.clone() },
        Facts { lightweight: true, ..admin.clone() },
        admin,
    ]
}

/// All examples.
pub fn all() -> Vec<Event> {
    let mut events = vec![Event::ApplicationFailed {}];
    for facts in everybody() {
        events.push(Event::ApplicationReady { facts: facts.clone() });
        for route in ROUTES {
            let wanted = Place::of(route.name);
            events.push(go(wanted.clone(), Trigger::Start, Some(facts.clone())));
            let skipping = wanted.with(SKIP_LICENCE_CHECK, "true");
            events.push(go(skipping.clone(), Trigger::Link, Some(facts.clone())));
            events.push(go(skipping, Trigger::Start, Some(facts.clone())));
        }
    }
    for route in ROUTES {
        events.push(go(Place::of(route.name), Trigger::Start, None));
    }
    events
}

fn go(wanted: Place, trigger: Trigger, facts: Option<Facts>) -> Event {
    Event::Go { wanted, trigger, facts, facts_from: None }
}
