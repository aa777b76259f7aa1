//! From a decision to a record's draft: the one place where what a machine decided becomes what the
//! journal holds. Sessions and installation machines go through the same function.

use std::borrow::Borrow;

use waybill_journal::json::NotCanonical;
use waybill_journal::{Cause, Draft, Json, Refused as RefusedRecord};
use waybill_machines::by::{self, By};
use waybill_machines::machine::{Accepted, Refused};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, AnyState, Timestamp};

/// The actor on whose behalf a change is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// A user.
    Person(PersonId),
    /// A client that has not signed in.
    Anonymous,
    /// The server itself.
    System,
}

impl Who {
    /// The spelling in a record's `who`: an opaque id, never a name.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Person(person) => &person.0,
            Self::Anonymous => "anonymous",
            Self::System => "system",
        }
    }

    /// The user, if it is one.
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Person(person) => Some(person),
            Self::Anonymous | Self::System => None,
        }
    }

    /// Reads the spelling in a record.
    pub fn of_record(text: &str) -> Self {
        match text {
            "system" => Self::System,
            "anonymous" => Self::Anonymous,
            person => Self::Person(PersonId(person.to_owned())),
        }
    }
}

/// What a record says beside the decision itself.
#[derive(Debug, Clone)]
pub struct Envelope {
    /// The stream, such as `session/0192f0c1-…` or `user/p_17`.
    pub stream: String,
    /// The tab whose machine it is; none for machines of a session or the installation.
    pub tab: Option<String>,
    /// How many events this machine instance has accepted before.
    pub instance: u64,
    /// The time of the event.
    pub at: Timestamp,
    /// On whose behalf.
    pub who: Who,
    /// Which record led to this one.
    pub cause: Option<Cause>,
    /// The idempotency key of the command.
    pub command: Option<String>,
    /// The means of the act, where it is one.
    pub by: Option<By>,
}

/// A machine's event, state or call has no canonical JSON, which is a mistake in the machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("what {machine} decided cannot be recorded: {why}")]
pub struct NotRecordable {
    /// The machine.
    pub machine: &'static str,
    /// What is wrong, without any value of it.
    pub why: String,
}

/// Drafts the record of a decision that was made before.
pub fn draft(
    state: &AnyState,
    event: &AnyEvent,
    outcome: &Result<Accepted<impl Borrow<AnyState>>, Refused>,
    envelope: Envelope,
) -> Result<Draft, NotRecordable> {
    let machine = event.machine();
    let profile = machine.profile();
    let failed = |why: String| NotRecordable { machine: machine.as_str(), why };
    let canonical = |error: NotCanonical| failed(error.to_string());
    let text = event.to_record_json().and_then(|text| by::put(text, envelope.by.as_ref()));
    let text = text.map_err(|error| failed(error.to_string()))?;
    let event = Json::parse(text).map_err(canonical)?;
    let (guards, refused, to, after, calls, accepted) = match outcome {
        Ok(accepted) => {
            let calls = accepted.calls.iter().map(Json::of).collect::<Result<_, _>>();
            let state: &AnyState = accepted.state.borrow();
            let after = Json::of(state).map_err(canonical)?;
            let calls = calls.map_err(canonical)?;
            (&accepted.guards, None, state.name(), Some(after), calls, 1)
        }
        Err(refused) => {
            let args = Json::of(&refused.rejection.args).map_err(canonical)?;
            let reason = RefusedRecord { code: refused.rejection.code.to_string(), args };
            (&refused.guards, Some(reason), state.name(), None, Vec::new(), 0)
        }
    };
    Ok(Draft {
        stream: envelope.stream,
        machine: machine.as_str().to_owned(),
        tab: envelope.tab,
        instance: envelope.instance + accepted,
        event,
        guards: guards.iter().map(|&guard| guard.to_owned()).collect(),
        refused,
        from: state.name().to_owned(),
        to: to.to_owned(),
        state: after,
        calls,
        at: envelope.at,
        who: envelope.who.as_str().to_owned(),
        cause: envelope.cause,
        command: envelope.command,
        rules: profile.rules.to_owned(),
        schema: u64::from(profile.schema),
    })
}

#[cfg(test)]
mod tests {
    use waybill_machines::machines::setup;
    use waybill_machines::secret::Digest;
    use waybill_machines::{MachineName, Timestamp};

    use super::*;

    fn envelope() -> Envelope {
        Envelope {
            stream: "setup".into(),
            tab: None,
            instance: 4,
            at: Timestamp::from_ms(0),
            who: Who::System,
            cause: None,
            command: None,
            by: None,
        }
    }

    fn decide(machine: MachineName, event: &AnyEvent) -> Draft {
        let (state, envelope) = (machine.initial(), envelope());
        draft(&state, event, &state.decide(event, envelope.at), envelope).unwrap()
    }

    #[test]
    fn an_accepted_event_counts_and_carries_the_state_after() {
        let event = setup::Event::Offer { link: Digest("l".into()) }.into();
        let decided = decide(MachineName::Setup, &event);
        let record = decided.seal_after(None).unwrap();
        let view = record.view();
        assert_eq!((view.from, view.to, view.instance), ("unclaimed", "offered", 5));
        assert_eq!(view.event, r#"{"type":"offer","link":"l"}"#);
        assert!(view.state.is_some() && view.refused.is_none());
        assert_eq!(view.rules, MachineName::Setup.profile().rules);
    }

    #[test]
    fn a_refusal_stays_where_it_was_and_does_not_count() {
        let event =
            setup::Event::Claim { link: Digest("l".into()), person: PersonId("p_1".into()) };
        let decided = decide(MachineName::Setup, &event.into());
        let record = decided.seal_after(None).unwrap();
        let view = record.view();
        assert_eq!((view.from, view.to, view.instance), ("unclaimed", "unclaimed", 4));
        assert_eq!(view.refused.map(|refused| refused.code), Some("not_in_this_state"));
    }

    #[test]
    fn every_example_of_every_machine_can_be_recorded_from_its_first_state() {
        for machine in MachineName::ALL {
            for event in machine.examples() {
                let sealed = decide(*machine, &event).seal_after(None);
                assert!(sealed.is_ok(), "{machine} {}: {sealed:?}", event.name());
            }
        }
    }
}
