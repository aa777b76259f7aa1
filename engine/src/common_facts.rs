//! The facts that are the same for every session, and which of those that a session uses are outdated.

use waybill_machines::facts::{Facts, Installation, Service, SingleSignOn};
use waybill_machines::machines::startup::{Fact, Identity, State};
use waybill_machines::rules::licence::Licence;

/// The current facts that are the same for every session, as reported by the services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonFacts {
    /// Visitors may use the console without signing in.
    pub anonymous_allowed: bool,
    /// Visitors may not see its pages all the same.
    pub anonymous_ui_blocked: bool,
    /// How users sign in at a provider.
    pub single_sign_on: SingleSignOn,
    /// The licence that is valid now.
    pub licence: Licence,
    /// The services that are registered.
    pub services: Vec<Service>,
    /// How the installation is set up.
    pub installation: Installation,
}

impl CommonFacts {
    /// The current values of the facts of start-up that are outdated. `is_awaited` includes those that start-up waits
    /// for, because the pending answers may be old ones.
    pub(crate) fn outdated(&self, state: &State, is_awaited: bool) -> Vec<Fact> {
        match state {
            State::Idle {} | State::Failed { .. } => Vec::new(),
            State::Identifying { identity, .. } => {
                identity.iter().flat_map(|known| self.of_identity(known)).collect()
            }
            State::Gathering { identity, services, licence, .. } => {
                let services =
                    services.as_ref().map_or(is_awaited, |known| *known != self.services);
                let licence = licence.map_or(is_awaited, |known| known != self.licence);
                let mut changed = self.of_identity(identity);
                changed.extend(licence.then_some(Fact::Licence(self.licence)));
                changed.extend(services.then(|| Fact::Services(self.services.clone())));
                changed
            }
            State::Settling { identity, services, licence, .. } => {
                let mut changed = self.of_identity(identity);
                changed.extend(differs(licence, &self.licence, Fact::Licence));
                changed.extend(differs(services, &self.services, Fact::Services));
                changed
            }
            State::Ready { facts, .. } => self.of_facts(facts),
        }
    }

    fn of_identity(&self, known: &Identity) -> Vec<Fact> {
        let (allowed, blocked) = (known.anonymous_allowed, known.anonymous_ui_blocked);
        let mut changed = self.of_visitors(allowed, blocked, &known.single_sign_on);
        let redirect = &self.installation.external_redirect;
        changed.extend(differs(&known.external_redirect, redirect, Fact::ExternalRedirect));
        changed
    }

    fn of_visitors(&self, allowed: bool, blocked: bool, sign_on: &SingleSignOn) -> Vec<Fact> {
        let changed = [
            differs(&allowed, &self.anonymous_allowed, Fact::AnonymousAllowed),
            differs(&blocked, &self.anonymous_ui_blocked, Fact::AnonymousUiBlocked),
            differs(sign_on, &self.single_sign_on, Fact::SingleSignOn),
        ];
        changed.into_iter().flatten().collect()
    }

    fn of_facts(&self, known: &Facts) -> Vec<Fact> {
        let (allowed, blocked) = (known.anonymous_allowed, known.anonymous_ui_blocked);
        let mut changed = self.of_visitors(allowed, blocked, &known.single_sign_on);
        changed.extend(differs(&known.licence, &self.licence, Fact::Licence));
        changed.extend(differs(&known.services, &self.services, Fact::Services));
        // BOOT-04: the facts that only users of the console need are sent to no other visitor.
        let is_inside = !known.user.is_anonymous() || self.anonymous_allowed;
        let outside = Installation {
            external_redirect: self.installation.external_redirect.clone(),
            ..Installation::default()
        };
        let now = if is_inside { &self.installation } else { &outside };
        changed.extend(of_installation(&known.installation, now));
        changed
    }
}

fn of_installation(known: &Installation, now: &Installation) -> impl Iterator<Item = Fact> {
    let known = Fact::of_installation(known.clone());
    let now = Fact::of_installation(now.clone());
    now.into_iter().zip(known).filter(|(now, known)| now != known).map(|(now, _)| now)
}

fn differs<T: PartialEq + Clone>(known: &T, now: &T, fact: fn(T) -> Fact) -> Option<Fact> {
    (known != now).then(|| fact(now.clone()))
}

#[cfg(test)]
mod tests {
    use waybill_machines::facts::User;
    use waybill_machines::rules::features::Feature;
    use waybill_machines::rules::versions::Version;
    use waybill_machines::secret::PersonId;

    use super::*;

    fn now() -> CommonFacts {
        let service = Service { name: "artifactory".into(), version: Version(7, 55, 0) };
        CommonFacts {
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            single_sign_on: SingleSignOn::default(),
            licence: Licence::Enterprise,
            services: vec![service],
            installation: Installation {
                lightweight: true,
                features: vec![Feature::QuickSetup],
                ..Installation::default()
            },
        }
    }

    fn ready(user: User, installation: Installation) -> State {
        let now = now();
        let known = Facts {
            user,
            licence: now.licence,
            services: now.services,
            installation,
            ..Facts::unknown()
        };
        State::Ready { facts: known, view: None }
    }

    fn ann() -> User {
        User::local(PersonId("p_ann".into()), true)
    }

    #[test]
    fn up_to_date_facts_are_not_sent() {
        assert_eq!(now().outdated(&ready(ann(), now().installation), true), []);
        assert_eq!(now().outdated(&State::Idle {}, true), []);
    }

    #[test]
    fn only_different_facts_are_sent() {
        let changed = now().outdated(&ready(ann(), Installation::default()), false);
        assert_eq!(changed, [Fact::Lightweight(true), Fact::Features(vec![Feature::QuickSetup])]);
    }

    /// covers: [BOOT-04]
    #[test]
    fn facts_of_the_installation_are_sent_to_visitors_only_with_anonymous_access() {
        let visitor = ready(User::anonymous(), Installation::default());
        assert_eq!(now().outdated(&visitor, false), []);
        let open = CommonFacts { anonymous_allowed: true, ..now() };
        let changed = open.outdated(&visitor, false);
        assert_eq!(changed[0], Fact::AnonymousAllowed(true));
        assert_eq!(changed.len(), 3, "{changed:?}");
    }

    #[test]
    fn awaited_facts_are_sent_only_while_an_old_answer_may_arrive() {
        let State::Ready { facts, .. } = ready(ann(), Installation::default()) else { return };
        let identity = Identity {
            user: facts.user,
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            single_sign_on: SingleSignOn::default(),
            external_redirect: None,
        };
        let state = State::Gathering { person: None, identity, services: None, licence: None };
        assert_eq!(now().outdated(&state, false), []);
        assert_eq!(now().outdated(&state, true).len(), 2);
    }
}
