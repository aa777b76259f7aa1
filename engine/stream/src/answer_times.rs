//! How long a port may take for a call. After that the call is cancelled and answered as interrupted: its result is
//! unknown, since the effect may have happened before the cancellation.

use waybill_machines::call::Call;
use waybill_machines::unanswered_call;

/// For what a user waits for on a page, in milliseconds.
const INTERACTIVE_MS: i64 = 60_000;
/// For work in the background, in milliseconds.
const BACKGROUND_MS: i64 = 600_000;

/// How long a call may take, in milliseconds; `None` for calls that no port answers.
pub const fn answer_within_ms(call: &Call) -> Option<i64> {
    match call {
        unanswered_call!() => None,
        // Archives of several gigabytes of logs are written and removed.
        Call::CreateSupportBundle { .. } | Call::RemoveSupportBundle { .. } => Some(BACKGROUND_MS),
        _ => Some(INTERACTIVE_MS),
    }
}
