//! Invariants of webhooks.

use super::{Finding, finding};
use crate::chart;
use crate::machines::webhook_delivery::{Event, State};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::webhooks::WebhookVerdict;

pub(super) fn findings() -> [Finding; 2] {
    [a_delivery_is_never_lost(), a_cursor_never_goes_back()]
}

/// HOOK-04: what waits keeps its message and counts its attempts, only what the receiver has taken is delivered, and
/// what has ended stays so.
fn a_delivery_is_never_lost() -> Finding {
    let exploration = chart::explore(MachineName::WebhookDelivery);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (AnyState::WebhookDelivery(from), AnyState::WebhookDelivery(to)) =
            (&*step.from, &step.to)
        else {
            return None;
        };
        let AnyEvent::WebhookDelivery(event) = &*step.event else { return None };
        (!is_kept(from, event, to)).then(|| format!("{} leads to {to:?}", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding("a delivery ends delivered, dead or cancelled, never lost", checked, violations)
}

fn is_kept(from: &State, event: &Event, to: &State) -> bool {
    let (before, known) = match from {
        State::Absent {} => (0, None),
        State::Waiting { attempts, message, .. } => (*attempts, Some(message)),
        State::Delivered { .. } | State::Dead { .. } | State::Cancelled { .. } => return false,
    };
    let (made, is_taken) = match event {
        Event::Send { attempt, .. } | Event::Retry { attempt, .. } => {
            (1, attempt.answer.verdict() == WebhookVerdict::Delivered)
        }
        _ => (0, false),
    };
    let sent = match event {
        Event::Send { message, .. } | Event::Redeliver { message } => Some(message),
        _ => known,
    };
    match to {
        State::Absent {} => false,
        State::Waiting { attempts, message, first_at, until } => {
            *attempts == before + made && sent == Some(message) && until >= first_at && !is_taken
        }
        State::Delivered { attempts } => *attempts == before + made && is_taken,
        State::Dead { attempts, .. } | State::Cancelled { attempts, .. } => {
            *attempts == before + made && !is_taken
        }
    }
}

/// HOOK-04: what has been dealt with stays so.
fn a_cursor_never_goes_back() -> Finding {
    use crate::machines::webhook_cursor::State as Cursor;
    let exploration = chart::explore(MachineName::WebhookCursor);
    let violations = exploration.steps.iter().filter_map(|step| match (&*step.from, &step.to) {
        (
            AnyState::WebhookCursor(Cursor::Reached { position: before }),
            AnyState::WebhookCursor(Cursor::Reached { position }),
        ) if position < before => Some(format!("{before} becomes {position}")),
        _ => None,
    });
    let checked = exploration.steps.len();
    finding("what a webhook has been sent is never forgotten", checked, violations)
}
