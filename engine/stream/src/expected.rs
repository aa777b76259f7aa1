//! What deciding one record again gives, compared with what the record says.

use serde::Serialize;
use waybill_journal::{CauseView, RecordRef, RecordView};
use waybill_machines::call::Call;
use waybill_machines::cascade::Decided;
use waybill_machines::recorded::Unreadable;
use waybill_machines::{AnyState, AsRecorded};

use crate::own_seq;
use crate::same_json::is_same_json;

/// A part of a record that comes out otherwise.
pub(crate) struct Difference {
    pub what: &'static str,
    pub recorded: String,
    pub replayed: String,
}

impl Difference {
    pub fn new(
        what: &'static str,
        recorded: impl Into<String>,
        replayed: impl Into<String>,
    ) -> Self {
        Self { what, recorded: recorded.into(), replayed: replayed.into() }
    }
}

/// A decision of a cascade, and what its record must say beside it.
pub(crate) struct Expected<'a> {
    pub decided: &'a Decided,
    /// The cause, where another decision of the cascade sent the event.
    pub cause: Option<SentBy<'a>>,
}

/// The call of a cascade that sent an event.
pub(crate) struct SentBy<'a> {
    /// The record of the same stream.
    pub record: u64,
    /// The index of the call.
    pub call: u64,
    /// The reference to the record at the root.
    pub root: &'a RecordRef,
}

impl SentBy<'_> {
    fn compare(&self, recorded: Option<&CauseView<'_>>) -> Result<(), Difference> {
        let Self { record, call, root } = self;
        let is_same = recorded.is_some_and(|cause| {
            own_seq(cause.record) == Some(*record)
                && cause.call == Some(*call)
                && root.is_named(cause.root)
        });
        if is_same {
            return Ok(());
        }
        let recorded = recorded.map_or_else(
            || "none".to_owned(),
            |cause| {
                let call = cause.call.map_or_else(|| "none".to_owned(), |call| call.to_string());
                format!("{} call {call} root {}", cause.record, cause.root)
            },
        );
        let replayed = format!("#{record} call {call} root {root}");
        Err(Difference::new("the cause", recorded, replayed))
    }
}

impl Expected<'_> {
    /// Compares everything that the record says of the decision. Texts of another version are read first, so that
    /// only a different meaning is a difference.
    pub fn compare(&self, view: &RecordView<'_>) -> Result<(), Difference> {
        let Self { decided, cause } = self;
        let machine = decided.key.machine;
        differs("the machine", view.machine, machine.as_str())?;
        if view.tab != decided.key.tab.as_deref() {
            let tab = |tab: Option<&str>| tab.unwrap_or("none").to_owned();
            let replayed = tab(decided.key.tab.as_deref());
            return Err(Difference::new("the tab", tab(view.tab), replayed));
        }
        if let Some(cause) = cause {
            cause.compare(view.cause.as_ref())?;
            self.event(view)?;
        }
        differs("the state before", view.from, decided.from)?;
        match &decided.result {
            Err(refused) => {
                let Some(recorded) = &view.refused else {
                    let replayed = format!("refused: {}", refused.rejection);
                    return Err(Difference::new("the outcome", "accepted", replayed));
                };
                differs("the refusal", recorded.code, &refused.rejection.code.to_string())?;
                let args = &refused.rejection.args;
                differs_from("the refusal's arguments", recorded.args, args)?;
                differs_from("the guards", view.guards.as_json(), &refused.guards)
            }
            Ok(accepted) => {
                if let Some(recorded) = &view.refused {
                    let recorded = format!("refused: {}", recorded.code);
                    return Err(Difference::new("the outcome", recorded, accepted.state.name()));
                }
                differs("the state after", view.to, accepted.state.name())?;
                self.state(view, &accepted.state)?;
                self.calls(view, &accepted.calls)?;
                differs_from("the guards", view.guards.as_json(), &accepted.guards)
            }
        }
    }

    /// Whether this build could have written the record: then its texts must be the same to the byte. Those of other
    /// rules may lack a field that was added since, also under the same schema.
    fn is_of_this_build(&self, view: &RecordView<'_>) -> bool {
        let profile = self.decided.key.machine.profile();
        view.schema == u64::from(profile.schema) && view.rules == profile.rules
    }

    fn event(&self, view: &RecordView<'_>) -> Result<(), Difference> {
        if is_written_as(&AsRecorded(&self.decided.event), view.event) {
            return Ok(());
        }
        let replayed = json(&AsRecorded(&self.decided.event));
        let read = |view: &RecordView<'_>| {
            let event = self.decided.key.machine.recorded_event(view.schema, view.event)?;
            Ok(json(&AsRecorded(&event)))
        };
        self.as_read("the event", view, view.event, &replayed, read)
    }

    fn state(&self, view: &RecordView<'_>, state: &AnyState) -> Result<(), Difference> {
        let recorded = view.state.unwrap_or("null");
        if is_written_as(state, recorded) {
            return Ok(());
        }
        let replayed = json(state);
        let read = |view: &RecordView<'_>| {
            let state = self.decided.key.machine.recorded_state(view.schema, recorded)?;
            Ok(json(&state))
        };
        self.as_read("the state after", view, recorded, &replayed, read)
    }

    fn calls(&self, view: &RecordView<'_>, calls: &[Call]) -> Result<(), Difference> {
        if is_written_as(calls, view.calls.as_json()) {
            return Ok(());
        }
        let replayed = json(calls);
        let read = |view: &RecordView<'_>| {
            let machine = self.decided.key.machine;
            let calls = view.calls.iter().map(|call| machine.recorded_call(view.schema, call));
            Ok(json(&calls.collect::<Result<Vec<_>, _>>()?))
        };
        self.as_read("the list of calls", view, view.calls.as_json(), &replayed, read)
    }

    /// A text of an older version may say the same in other words.
    fn as_read(
        &self,
        what: &'static str,
        view: &RecordView<'_>,
        recorded: &str,
        replayed: &str,
        read: impl Fn(&RecordView<'_>) -> Result<String, Unreadable>,
    ) -> Result<(), Difference> {
        if self.is_of_this_build(view) {
            return Err(Difference::new(what, recorded, replayed));
        }
        match read(view) {
            Ok(recorded) => differs(what, &recorded, replayed),
            Err(unreadable) => Err(Difference::new(what, recorded, unreadable.to_string())),
        }
    }
}

fn differs(what: &'static str, recorded: &str, replayed: &str) -> Result<(), Difference> {
    if recorded == replayed { Ok(()) } else { Err(Difference::new(what, recorded, replayed)) }
}

fn differs_from(
    what: &'static str,
    recorded: &str,
    replayed: &(impl Serialize + ?Sized),
) -> Result<(), Difference> {
    if is_written_as(replayed, recorded) {
        return Ok(());
    }
    Err(Difference::new(what, recorded, json(replayed)))
}

fn is_written_as(value: &(impl Serialize + ?Sized), text: &str) -> bool {
    is_same_json(value, text) || json(value) == text
}

fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use waybill_journal::Json;
    use waybill_machines::cascade::InstanceKey;
    use waybill_machines::facts::Facts;
    use waybill_machines::machine::Accepted;
    use waybill_machines::machines::startup;
    use waybill_machines::{MachineName, Timestamp};

    use super::*;
    use crate::records::{self, Envelope, Who};

    #[test]
    fn a_field_that_was_added_since_is_no_difference_for_records_of_other_rules() {
        let state = startup::State::Ready { facts: Facts::unknown(), view: None };
        let state = AnyState::Startup(state);
        let before = MachineName::Startup.initial();
        let accepted = Accepted { state, calls: Vec::new(), guards: Vec::new() };
        let decided = Decided {
            key: InstanceKey::session(MachineName::Startup),
            event: Box::new(startup::Event::Start {}.into()),
            from: before.name(),
            before: Arc::new(before),
            result: Ok(accepted.shared()),
            sent_by: None,
        };
        let envelope = Envelope {
            stream: "session/a".into(),
            tab: None,
            instance: 0,
            at: Timestamp::from_ms(0),
            who: Who::System,
            cause: None,
            command: None,
            by: None,
        };
        let draft = records::draft(&decided.before, &decided.event, &decided.result, envelope);
        let mut draft = draft.unwrap();
        let whole = json(&*decided.result.as_ref().unwrap().state);
        let older = whole.replace("\"cloud\":false,", "");
        assert_ne!(whole, older);
        draft.state = Some(Json::parse(older).unwrap());
        let compare = |draft: &waybill_journal::Draft| {
            let record = draft.seal_after(None).unwrap();
            Expected { decided: &decided, cause: None }.compare(&record.view())
        };
        assert!(compare(&draft).is_err(), "this build writes every field");
        draft.rules = "0123456789abcdef".into();
        assert!(compare(&draft).is_ok());
    }
}
