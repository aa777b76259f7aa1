//! Installation machines: duplicate commands, calls interrupted by a crash, deadlines that expired while the server was
//! down, and followers.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::timeout;
use waybill_engine::topics::{Subscriptions, TopicEndCode, TopicRefusal};
use waybill_engine::{Clock as _, Replay, SessionId, Submission, SubmitError, Subscribe};
use waybill_journal::Journal as _;
use waybill_machines::RejectionCode;
use waybill_machines::machines::{project, support_bundle};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::{BUNDLE_LIVES_MS, BundleRequest, Parameters, SETTLE_MS};
use waybill_machines::secret::PersonId;
use waybill_platform::access::{Administration as _, MfaPolicy};
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;
use waybill_tests::run;

use crate::engine_fixture::EngineFixture;

const STREAM: &str = "support_bundle/b1-1800000000000";

fn create(fixture: &EngineFixture, services: &[ServiceId]) -> Submission {
    let wanted = BundleRequest {
        name: "slow uploads".to_owned(),
        description: String::new(),
        parameters: Parameters::usual(fixture.clock.now()),
    };
    let event = support_bundle::Event::Create {
        id: "B1-1800000000000".to_owned(),
        wanted,
        services: services.to_vec(),
        by: Some(ann()),
    };
    Submission::new(STREAM, event, ChangeContext::by(Who::Person(ann()), fixture.clock.now()))
}

fn ann() -> PersonId {
    PersonId("p_ann".to_owned())
}

fn state(fixture: &EngineFixture) -> &'static str {
    fixture.engine.snapshot(STREAM).expect("a snapshot").state.name()
}

/// Waits until the machine is in this state, in real time, although the engine's clock is stopped.
async fn until(fixture: &EngineFixture, wanted: &str) {
    let since = Instant::now();
    while state(fixture) != wanted {
        assert!(since.elapsed() < Duration::from_secs(30), "it is {}", state(fixture));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The records as `event: state`, each with its cause.
fn history(fixture: &EngineFixture) -> Vec<(String, Option<String>)> {
    let records = fixture.platform.read(STREAM, 1, 100).expect("records");
    let received = records.iter().map(|record| {
        let view = record.view().expect("a record");
        let event: Value = serde_json::from_str(view.event).expect("an event");
        let cause = view.cause.map(|cause| format!("{}/{}", cause.record, cause.root));
        (format!("{}: {}", event["type"].as_str().unwrap_or_default(), view.to), cause)
    });
    received.collect()
}

/// covers: [EVT-09]
#[test]
fn a_duplicate_command_is_applied_once_also_after_a_restart() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let named = |fixture: &EngineFixture, services: &[ServiceId]| {
            let mut submission = create(fixture, services);
            submission.id = Some("c_1".to_owned());
            submission
        };
        fixture.engine.submit(named(&fixture, &[ServiceId::Artifactory])).await.expect("accepted");
        until(&fixture, "settling").await;
        let records = history(&fixture).len();
        let again = fixture.engine.submit(named(&fixture, &[ServiceId::Artifactory])).await;
        assert_eq!(again.expect("the same").state.name(), "settling");
        let fixture = fixture.restarted(fixture.clock.now());
        let again = fixture.engine.submit(named(&fixture, &[ServiceId::Artifactory])).await;
        assert_eq!(again.expect("the same").state.name(), "settling");
        assert_eq!(history(&fixture).len(), records);
        // A rejected command is rejected again, and recorded once.
        let mut other = create(&fixture, &[ServiceId::Xray]);
        other.id = Some("c_2".to_owned());
        let refused = fixture.engine.submit(other.clone()).await.expect_err("a rejection");
        assert!(
            matches!(&refused, SubmitError::Refused(refused) if refused.rejection.code == RejectionCode::BundleIdTaken)
        );
        let refused = fixture.engine.submit(other).await.expect_err("a refusal");
        assert!(matches!(&refused, SubmitError::RejectedBefore(RejectionCode::BundleIdTaken)));
        assert_eq!(history(&fixture).len(), records + 1);
    });
}

/// covers: [EVT-05, EVT-06]
#[test]
fn a_call_interrupted_by_a_crash_is_answered_and_deadlines_fire() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        // The call is performed, and its answer is never stored.
        fixture.platform.faults().fail_append(2);
        fixture.engine.submit(create(&fixture, &[ServiceId::Artifactory])).await.expect("accepted");
        let since = Instant::now();
        while fixture.platform.failed().borrow().is_none() {
            assert!(since.elapsed() < Duration::from_secs(30), "the answer was stored");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(state(&fixture), "creating");
        let fixture = fixture.restarted(fixture.clock.now());
        until(&fixture, "settling").await;
        let record = fixture.platform.read(STREAM, 2, 1).expect("a record").remove(0);
        let view = record.view().expect("a record");
        assert!(view.event.contains("\"interrupted\""), "{}", view.event);
        assert_eq!((view.who, view.cause.expect("a cause").call), ("p_ann", Some(0)));
        fixture.clock.advance_ms(SETTLE_MS - 1);
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(state(&fixture), "settling");
        fixture.clock.advance_ms(1);
        until(&fixture, "settled").await;
        let because = |cause: &str| Some(cause.to_owned());
        assert_eq!(
            history(&fixture),
            [
                ("create: creating".to_owned(), None),
                ("support.create: settling".to_owned(), because("#1/#1")),
                ("due: settled".to_owned(), None),
            ]
        );
    });
}

/// covers: [EVT-06]
#[test]
fn a_deadline_that_expired_while_the_server_was_down_fires_at_the_start() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.engine.submit(create(&fixture, &[ServiceId::Artifactory])).await.expect("accepted");
        until(&fixture, "settling").await;
        let later = fixture.clock.now().plus_ms(SETTLE_MS + 1_000);
        let fixture = fixture.restarted(later);
        until(&fixture, "settled").await;
        let fixture = fixture.restarted(later.plus_ms(BUNDLE_LIVES_MS));
        until(&fixture, "gone").await;
        let mut replayed = Replay::default();
        for record in fixture.platform.read(STREAM, 1, 100).expect("records") {
            replayed.record(&record.view().expect("a record")).expect("the same");
        }
        assert!(replayed.total().same >= 4, "{replayed:?}");
    });
}

/// covers: [EVT-02, EVT-06]
#[test]
fn a_temporarily_full_journal_loses_nothing() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.platform.faults().out_of_space(true);
        let refused = fixture.engine.submit(create(&fixture, &[ServiceId::Artifactory])).await;
        assert!(matches!(refused, Err(SubmitError::Stream(_))), "{refused:?}");
        assert!(history(&fixture).is_empty());
        fixture.platform.faults().out_of_space(false);
        fixture.engine.submit(create(&fixture, &[ServiceId::Artifactory])).await.expect("accepted");
        until(&fixture, "settling").await;
        fixture.platform.faults().out_of_space(true);
        fixture.clock.advance_ms(SETTLE_MS);
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(state(&fixture), "settling");
        fixture.platform.faults().out_of_space(false);
        fixture.clock.advance_ms(10_000);
        until(&fixture, "settled").await;
    });
}

#[test]
fn only_registered_machines_run_and_only_in_their_own_streams() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let event = project::Event::Create {
            project_key: "dflt".to_owned(),
            name: "x".to_owned(),
            description: String::new(),
            by: None,
        };
        let context = ChangeContext::system(fixture.clock.now());
        for stream in ["project/dflt", "support_bundle/b1", "session/1", ""] {
            let submission = Submission::new(stream, event.clone(), context.clone());
            let refused = fixture.engine.submit(submission).await.expect_err("a refusal");
            assert!(matches!(refused, SubmitError::NotRegistered(_)), "{stream}: {refused}");
        }
        let mut submission = create(&fixture, &[ServiceId::Artifactory]);
        "support_bundle/".clone_into(&mut submission.stream);
        assert!(matches!(
            fixture.engine.submit(submission).await,
            Err(SubmitError::NotRegistered(_))
        ));
    });
}

#[test]
fn concurrent_commands_are_serialized() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let tries = (0..40).map(|_| {
            let (engine, submission) =
                (fixture.engine.clone(), create(&fixture, &[ServiceId::Xray]));
            tokio::spawn(async move { engine.submit(submission).await.is_ok() })
        });
        let mut taken = 0;
        for attempt in tries.collect::<Vec<_>>() {
            taken += usize::from(attempt.await.expect("an answer"));
        }
        assert_eq!(taken, 1);
        until(&fixture, "settling").await;
        // Only a limited number of rejections is recorded.
        assert!(history(&fixture).len() <= 2 + 20, "{}", history(&fixture).len());
    });
}

async fn administrator(fixture: &EngineFixture) -> SessionId {
    fixture.user("root").await;
    let (holder, _) = fixture.begin();
    fixture.log_in(&holder, "root").await;
    holder.session
}

async fn follow(
    fixture: &EngineFixture,
    session: &SessionId,
    args: Value,
    cursor: Option<String>,
) -> Result<Subscriptions, TopicRefusal> {
    let mut subscriptions = Subscriptions::default();
    let (id, topic) = ("s_1".to_owned(), "installation".to_owned());
    let subscription = Subscribe { id, topic, args, cursor };
    fixture.engine.subscribe(session, &mut subscriptions, subscription).await?;
    Ok(subscriptions)
}

/// The next topic message, with its cursor.
async fn next_message(subscriptions: &mut Subscriptions) -> (Value, Option<String>) {
    let received = timeout(Duration::from_secs(30), subscriptions.next()).await.expect("in time");
    let message = received.what.expect("a message");
    (serde_json::from_str(message.data.get()).expect("JSON"), message.cursor)
}

async fn no_message(subscriptions: &mut Subscriptions) {
    let received = timeout(Duration::from_millis(200), subscriptions.next()).await;
    assert!(received.is_err(), "{received:?}");
}

/// covers: [PUSH-01]
#[test]
fn a_follower_gets_all_states_then_changes_and_after_a_pause_what_it_missed() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let session = administrator(&fixture).await;
        let (prefix, stream) = (json!({"prefix": "support_bundle/"}), json!({"stream": STREAM}));
        let mut all = follow(&fixture, &session, prefix.clone(), None).await.expect("a topic");
        let (first, _) = next_message(&mut all).await;
        assert_eq!(first, json!({"type": "standing", "first": true, "machines": [], "last": true}));
        fixture.engine.submit(create(&fixture, &[ServiceId::Artifactory])).await.expect("accepted");
        until(&fixture, "settling").await;
        let (created, cursor) = next_message(&mut all).await;
        assert_eq!(created["change"]["stream"], STREAM);
        assert_eq!(created["change"]["state"]["state"], "creating");
        assert_eq!(created["change"]["seq"], 1);
        assert_eq!(next_message(&mut all).await.0["change"]["to"], "settling");

        // A follower that left after the first change gets all states again; one that missed nothing gets nothing.
        let mut behind = follow(&fixture, &session, prefix.clone(), cursor).await.expect("a topic");
        let (all_states, at_end) = next_message(&mut behind).await;
        assert_eq!((&all_states["type"], &all_states["first"]), (&json!("standing"), &json!(true)));
        assert_eq!(all_states["machines"][0]["state"]["state"], "settling");
        assert_eq!(all_states["machines"][0]["seq"], 2);
        let mut even =
            follow(&fixture, &session, prefix.clone(), at_end.clone()).await.expect("a topic");
        no_message(&mut even).await;

        // For a single stream, the missed changes themselves are sent.
        let mut one = follow(&fixture, &session, stream.clone(), None).await.expect("a topic");
        let (standing, cursor) = next_message(&mut one).await;
        assert_eq!(standing["machines"][0]["state"]["state"], "settling");
        let first_cursor = cursor.clone().expect("a cursor").replace(".2", ".1");
        let mut missed =
            follow(&fixture, &session, stream.clone(), Some(first_cursor)).await.expect("a topic");
        let (change, again) = next_message(&mut missed).await;
        assert_eq!((&change["change"]["seq"], &again), (&json!(2), &cursor));
        no_message(&mut missed).await;

        // Cursors of another epoch, or invalid ones, are ignored.
        for invalid in ["other.2", "epoch.99", "epoch.-1", "", ".", "epoch.18446744073709551616"] {
            let cursor = Some(invalid.to_owned());
            let mut lost =
                follow(&fixture, &session, stream.clone(), cursor).await.expect("a topic");
            assert_eq!(next_message(&mut lost).await.0["type"], "standing", "{invalid}");
        }
        // The next process accepts the cursors of this one.
        let fixture = fixture.restarted(fixture.clock.now());
        let (holder, _) = fixture.begin();
        fixture.log_in(&holder, "root").await;
        let mut even = follow(&fixture, &holder.session, prefix, at_end).await.expect("a topic");
        no_message(&mut even).await;
        fixture.clock.advance_ms(SETTLE_MS);
        assert_eq!(next_message(&mut even).await.0["change"]["to"], "settled");
    });
}

/// covers: [PUSH-01]
#[test]
fn only_current_administrators_can_follow_support_bundles() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let session = administrator(&fixture).await;
        let context = ChangeContext::system(fixture.clock.now());
        let ben = fixture.user("ben").await;
        fixture.access.set_admin(ben.clone(), true, context.clone()).await.expect("a change");
        let args = json!({"prefix": "support_bundle/"});
        let mut subscriptions =
            follow(&fixture, &session, args.clone(), None).await.expect("a topic");
        next_message(&mut subscriptions).await;
        let root = fixture.engine.person_of(&session).expect("a person");
        fixture.access.set_admin(root, false, context).await.expect("a change");
        let ended = fixture.engine.authorise_again(&session, &mut subscriptions).await;
        assert_eq!(ended[0].what.as_ref().expect_err("an end").code, TopicEndCode::NotAuthorised);
        let refused =
            follow(&fixture, &session, args.clone(), None).await.err().expect("a refusal");
        assert_eq!((refused.code, refused.temporary), (TopicEndCode::NotAuthorised, false));
        let (visitor, _) = fixture.begin();
        let refused =
            follow(&fixture, &visitor.session, args, None).await.err().expect("a refusal");
        assert_eq!(refused.code, TopicEndCode::NotSignedIn);
    });
}

/// covers: [PUSH-02]
#[test]
fn more_machines_than_fit_into_a_message_are_sent_in_parts() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let session = administrator(&fixture).await;
        for number in 0..150 {
            let mut submission = create(&fixture, &[ServiceId::Xray]);
            submission.stream = format!("support_bundle/b1-{number:04}");
            if let waybill_machines::AnyEvent::SupportBundle(support_bundle::Event::Create {
                wanted,
                ..
            }) = &mut submission.event
            {
                wanted.description = "why ".repeat(200);
            }
            fixture.engine.submit(submission).await.expect("accepted");
        }
        let args = json!({"prefix": "support_bundle/"});
        let mut all = follow(&fixture, &session, args, None).await.expect("a topic");
        let (mut parts, mut machines) = (0, 0);
        loop {
            let (part, cursor) = next_message(&mut all).await;
            if part["type"] != "standing" {
                continue;
            }
            assert_eq!(part["first"], parts == 0);
            assert_eq!(
                cursor.is_some(),
                part["last"] == true,
                "only the whole can be gone on with"
            );
            parts += 1;
            machines += part["machines"].as_array().map_or(0, Vec::len);
            if part["last"] == true {
                break;
            }
        }
        assert!(parts > 1 && machines == 150, "{machines} in {parts}");
    });
}
