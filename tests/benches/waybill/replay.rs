//! Replay: decode a record, decide its event again, and compare the result with the record.

use std::time::Instant;

use waybill_engine::Replay;
use waybill_journal::{RecordView, SealedRecord};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machine::Named as _;
use waybill_machines::machines::{idle, login, mfa, session};
use waybill_machines::secret::{Digest, Handle, PersonId, Personal};
use waybill_machines::{AnyEvent, Timestamp};
use waybill_stream::{CallId, CausedBy, OpenCall, Origin, StreamState, Who};

use crate::row;

/// The number of replays of the session in a slice.
const ROUNDS: u32 = 2_000;
/// The fastest slice is used: it shows what a core can do without other load.
const SLICES: u32 = 12;

/// A session from beginning to end, as the engine records it.
fn session_log() -> Vec<SealedRecord> {
    let person = PersonId("p_0192f0c1a1b2c3d4e5f60718293a4b5c".into());
    let token = |text: &str| Digest(text.repeat(32));
    let attempt = login::Attempt {
        account: Personal::new("ab".repeat(32)),
        remember: true,
        token: token("01"),
        stored: None,
        set_me_up: false,
        via: None,
        terms: None,
        passkey: None,
    };
    let accepted = login::Authenticated::Accepted {
        person,
        admin: true,
        mfa: login::MfaStatus::Verify,
        external_redirect: None,
        authenticator: mfa::Authenticator::Google,
        via: None,
    };
    let events: Vec<AnyEvent> = vec![
        session::Event::Open { token: token("00") }.into(),
        login::Event::Submit { attempt, credentials: Handle::new("h_1") }.into(),
        login::Event::Authenticated(accepted).into(),
        mfa::Event::Submit { code: Handle::new("h_2"), token: token("02") }.into(),
        mfa::Event::CodeVerified(mfa::Verified::Accepted {}).into(),
        idle::Event::Activity { idle_ms: 61_000 }.into(),
        idle::Event::Checked(idle::Checked::Valid { active_at: None }).into(),
        login::Event::LogOut {}.into(),
        login::Event::LoggedOut(login::LoggedOut::Done { leave_for: None }).into(),
    ];
    let mut stream = StreamState::new("session/0192f0c1-a1b2-7c3d-8e4f-5a6b7c8d9e0f");
    let (mut log, mut open) = (Vec::new(), Vec::<(CallId, OpenCall)>::new());
    let at = Timestamp::from_ms(1_767_225_600_000);
    for event in events {
        // An answer has the name of its call.
        let answered = open.iter().rposition(|(_, open)| open.call.name() == event.name());
        let caused_by = answered.map_or(CausedBy::Nothing, |at| CausedBy::Call(open.remove(at).0));
        let decision = stream.decide(InstanceKey::session(event.machine()), event, at, None);
        assert!(decision.rejected().is_none(), "the event is accepted");
        let origin = Origin { who: Who::Anonymous, command: None, caused_by, by: None };
        let prepared = stream.prepare(decision, origin, at).expect("it can be recorded");
        log.extend(stream.batch(&prepared).records);
        open.extend(stream.commit(&prepared));
    }
    log
}

/// Prints the row.
pub fn decided_again() {
    let log = session_log();
    let a_second = (0..SLICES).map(|_| slice(&log)).fold(0.0, f64::max);
    let measured = format!("{:.2} M records/s", a_second / 1e6);
    row(
        "replay: decode, decide again, compare (one core)",
        &measured,
        ">= 1 M records/s",
        1e6 / a_second,
    );
}

/// Replays the session repeatedly. Returns the number of records per second.
fn slice(log: &[SealedRecord]) -> f64 {
    let start = Instant::now();
    let mut records = 0_u64;
    for _ in 0..ROUNDS {
        let mut state = Replay::default();
        for record in log {
            let view = RecordView::decode(record.line().as_bytes()).expect("a record decodes");
            state.record(&view).expect("a record comes out as it was recorded");
        }
        let total = state.total();
        assert_eq!(total.other_same, 0, "these rules decided it");
        records += total.same;
    }
    records as f64 / start.elapsed().as_secs_f64()
}
