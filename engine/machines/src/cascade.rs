//! Runs one command to completion: its event, and every event that machines send each other because of it.
//!
//! All decisions become one group of records and one push, so no intermediate state of a session is ever visible. The
//! server, the scenario runner and the exhaustive check use this same function.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::call::Call;
use crate::machine::{Accepted, Refused, Rejection, RejectionCode, Scope};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::time::Timestamp;

/// One machine of a session. Session-scoped machines have no tab.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceKey {
    /// The machine.
    pub machine: MachineName,
    /// The id of the tab; none for session-scoped machines.
    pub tab: Option<String>,
}

impl InstanceKey {
    /// The key of a session-scoped machine.
    pub const fn session(machine: MachineName) -> Self {
        Self { machine, tab: None }
    }

    /// The key of a machine, with `tab` if the machine is tab-scoped.
    pub fn of(machine: MachineName, tab: Option<&str>) -> Self {
        match machine.profile().scope {
            Scope::Tab => Self { machine, tab: tab.map(str::to_owned) },
            Scope::Session | Scope::Installation => Self::session(machine),
        }
    }
}

mod states;

pub use states::States;

/// The longest cascade; a longer one means that machines send events in a cycle. Signing out sends three events to
/// every tab of a session, so there must be room for all of them.
pub const STEPS_MAX: usize = 320;

/// What a machine decided.
pub type Outcome = Result<Accepted<Arc<AnyState>>, Refused>;

/// One decision of a cascade.
#[derive(Debug, Clone)]
pub struct Decided {
    /// The machine that decided.
    pub key: InstanceKey,
    /// The event that was decided. Boxed, so that decisions can be moved and kept in lists cheaply.
    pub event: Box<AnyEvent>,
    /// The name of the state before.
    pub from: &'static str,
    /// The state before.
    pub before: Arc<AnyState>,
    /// The accepted or rejected outcome.
    pub result: Outcome,
    /// The indices of the decision in this cascade, and of its call, that sent this event; none for the first.
    pub sent_by: Option<(usize, usize)>,
}

/// Decides an event and all events that follow from it within the session, without modifying `states`.
///
/// If the first event is rejected the cascade ends, because a rejected event makes no calls.
pub fn run(states: &States, key: InstanceKey, event: AnyEvent, at: Timestamp) -> Vec<Decided> {
    let mut decided: Vec<Decided> = Vec::new();
    let mut sent = VecDeque::new();
    let mut first = Some((key, Box::new(event), None));
    while let Some((key, event, sent_by)) = first.take().or_else(|| sent.pop_front()) {
        let state = current(states, &decided, &key);
        let result = if decided.len() < STEPS_MAX {
            state.decide(&event, at).map(Accepted::shared)
        } else {
            Err(Refused {
                rejection: Rejection::new(RejectionCode::CascadeTooLong),
                guards: Vec::new(),
            })
        };
        // An event is sent to all tabs; one that does not handle it in its state is skipped.
        if result.is_err() && sent_by.is_some() && key.tab.is_some() {
            continue;
        }
        if let Ok(accepted) = &result {
            for (call_index, call) in accepted.calls.iter().enumerate() {
                let Call::Tell { event } = call else { continue };
                for listener in listeners(states, &decided, event.machine(), &key) {
                    let sent_by = Some((decided.len(), call_index));
                    sent.push_back((listener, event.clone(), sent_by));
                }
            }
        }
        let stop = result.is_err() && decided.len() >= STEPS_MAX;
        decided.push(Decided { key, event, from: state.name(), before: state, result, sent_by });
        if stop {
            break;
        }
    }
    decided
}

/// The state of a machine after these decisions. They are few, so they are searched.
fn current(states: &States, decided: &[Decided], key: &InstanceKey) -> Arc<AnyState> {
    let mut of_key = decided.iter().rev().filter(|step| step.key == *key);
    let changed = of_key.find_map(|step| step.result.as_ref().ok());
    let state = changed.map(|accepted| &accepted.state).or_else(|| states.shared(key));
    state.map_or_else(|| Arc::new(key.machine.initial()), Arc::clone)
}

/// The machines that an event is sent to. That of a tab reaches its own tab only, that of the session every tab.
fn listeners(
    states: &States,
    decided: &[Decided],
    machine: MachineName,
    sender: &InstanceKey,
) -> Vec<InstanceKey> {
    if machine.profile().scope != Scope::Tab || sender.tab.is_some() {
        return vec![InstanceKey::of(machine, sender.tab.as_deref())];
    }
    let changed = decided.iter().filter(|step| step.result.is_ok()).map(|step| &step.key);
    let keys = states.keys().chain(changed);
    let mut tabs: Vec<InstanceKey> = keys.filter(|key| key.machine == machine).cloned().collect();
    tabs.sort();
    tabs.dedup();
    tabs
}

/// Applies the states after a cascade.
pub fn apply(states: &mut States, decided: &[Decided]) {
    for step in decided {
        if let Ok(accepted) = &step.result {
            states.insert(step.key.clone(), Arc::clone(&accepted.state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Installation, SingleSignOn, User};
    use crate::machines::startup::Fetched;
    use crate::machines::{navigation, startup};
    use crate::rules::guards::Trigger;
    use crate::rules::licence::Licence;
    use crate::rules::routes::{Place, RouteName, SearchType};
    use crate::secret::PersonId;

    /// covers: [NAV-01]
    #[test]
    fn every_tab_that_waits_for_the_application_is_admitted() {
        const TABS: usize = 96;
        let user = User::local(PersonId("p_ann".into()), false);
        let identity = startup::Identity {
            user: user.clone(),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            single_sign_on: SingleSignOn::default(),
            external_redirect: None,
        };
        let settling = startup::State::Settling {
            person: user.person,
            identity,
            services: Vec::new(),
            licence: Licence::Oss,
        };
        let waiting = navigation::State::Waiting {
            wanted: Place::of(RouteName::Builds),
            trigger: Trigger::Start,
            previous: None,
            held: navigation::BrowserValues::default(),
        };
        let startup_key = InstanceKey::session(MachineName::Startup);
        let mut states = States::from([(startup_key.clone(), AnyState::Startup(settling))]);
        for tab in 0..TABS {
            let key = InstanceKey::of(MachineName::Navigation, Some(&format!("t_{tab}")));
            states.insert(key, AnyState::Navigation(waiting.clone()));
        }
        let event = startup::Event::Settings(Fetched::Loaded { value: Installation::default() });
        let decided = run(&states, startup_key, event.into(), Timestamp::from_ms(0));
        apply(&mut states, &decided);
        let settled = |state: &&AnyState| state.name() == "settled";
        assert_eq!(states.values().filter(settled).count(), TABS);
    }

    /// covers: [NAV-11]
    #[test]
    fn a_machine_of_a_tab_reaches_the_others_of_its_own_tab_only() {
        let key = InstanceKey::of(MachineName::Navigation, Some("t_1"));
        let search = |tab| InstanceKey::of(MachineName::Search, Some(tab));
        let mut states = States::new();
        states.insert(search("t_2"), MachineName::Search.initial());
        let go = navigation::Event::Go {
            wanted: Place::of(RouteName::Builds),
            trigger: Trigger::Start,
            facts: Some(Box::new(crate::facts::Facts {
                user: User::local(PersonId("p_ann".into()), true),
                licence: Licence::Oss,
                ..crate::facts::Facts::unknown()
            })),
            facts_from: None,
            held: navigation::BrowserValues::default(),
            viewing: false,
        };
        let decided = run(&states, key, go.into(), Timestamp::from_ms(0));
        apply(&mut states, &decided);
        let type_in = |tab| match states.get(&search(tab)) {
            Some(AnyState::Search(crate::machines::search::State::Idle { search })) => {
                Some(search.search_type)
            }
            _ => None,
        };
        assert_eq!(type_in("t_1"), Some(SearchType::Builds));
        assert_eq!(type_in("t_2"), Some(SearchType::Packages));
    }
}
