//! Topics: resuming by a cursor, revoked rights, misbehaving sources.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::timeout;
use waybill_engine::topics::{
    SUBSCRIPTIONS_MAX, Subscriptions, TopicEndCode, TopicEvent, TopicRefusal, TopicSource,
    TopicStream, Viewer,
};
use waybill_engine::{Clock as _, SessionId, Subscribe};
use waybill_platform::access::{Administration as _, MfaPolicy};
use waybill_platform::streams::ChangeContext;
use waybill_tests::run;

use crate::engine_fixture::EngineFixture;

/// The behaviour of a test source after it has been opened.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Behaviour {
    /// Sends the numbers after the cursor up to ten, and then waits.
    Counts,
    /// Sends more than the queue holds, without waiting for space.
    Floods,
    /// Sends as much, and waits for space.
    Waits,
    /// Panics in its task.
    Panics,
    /// Panics while it is opened.
    PanicsAtOnce,
    /// Panics during authorization.
    PanicsWhenAsked,
    /// Ends at once.
    Ends,
    /// Looks something up before it listens, and then waits.
    LooksUp,
    /// Does not find what it looks up.
    FindsNothing,
}

/// Notified when the flooding source has found the queue full.
static FLOODED: Notify = Notify::const_new();

/// Whether the source that looks something up listens.
static LISTENS: AtomicBool = AtomicBool::new(false);

struct Source(&'static str, Behaviour);

impl TopicSource for Source {
    fn name(&self) -> &'static str {
        self.0
    }

    fn authorise(&self, viewer: &Viewer, _: &Value) -> Result<(), TopicRefusal> {
        assert_ne!(self.1, Behaviour::PanicsWhenAsked, "as requested");
        viewer.require_admin()
    }

    fn open(
        &self,
        _: Viewer,
        _: Value,
        cursor: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let behaviour = self.1;
        assert_ne!(behaviour, Behaviour::PanicsAtOnce, "as requested");
        if [Behaviour::LooksUp, Behaviour::FindsNothing].contains(&behaviour) {
            let listen = async move {
                tokio::time::sleep(Duration::from_millis(50)).await;
                LISTENS.store(true, Ordering::SeqCst);
                let found = behaviour == Behaviour::LooksUp;
                found.then_some(()).ok_or_else(|| TopicRefusal::not_found("such number"))
            };
            return Ok(TopicStream::spawn_listening(listen, |(), _sender| std::future::pending()));
        }
        Ok(TopicStream::spawn(move |sender| async move {
            match behaviour {
                Behaviour::Counts => {
                    let from: u32 = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
                    for number in from + 1..=10 {
                        sender.send(Some(number.to_string()), &number).await?;
                    }
                    std::future::pending().await
                }
                Behaviour::Floods => loop {
                    let sent = sender.try_send(Some("7".to_owned()), &"x".repeat(1_000));
                    if sent.is_err() {
                        FLOODED.notify_one();
                    }
                    sent?;
                },
                Behaviour::Waits => {
                    for number in 0..1_000 {
                        sender.send(Some(number.to_string()), &"x".repeat(1_000)).await?;
                    }
                    Ok(())
                }
                Behaviour::Ends => Ok(()),
                _ => panic!("as requested"),
            }
        }))
    }
}

fn fixture() -> EngineFixture {
    let fixture = EngineFixture::new(MfaPolicy::Optional);
    for (name, behaviour) in [
        ("counts", Behaviour::Counts),
        ("floods", Behaviour::Floods),
        ("waits", Behaviour::Waits),
        ("panics", Behaviour::Panics),
        ("panics_at_once", Behaviour::PanicsAtOnce),
        ("panics_when_asked", Behaviour::PanicsWhenAsked),
        ("ends", Behaviour::Ends),
        ("looks_up", Behaviour::LooksUp),
        ("finds_nothing", Behaviour::FindsNothing),
    ] {
        fixture.engine.register_topic(Arc::new(Source(name, behaviour)));
    }
    fixture
}

/// A signed-in session; `root` is an administrator.
async fn inside(fixture: &EngineFixture, name: &str) -> SessionId {
    fixture.user(name).await;
    let (holder, _) = fixture.begin();
    fixture.log_in(&holder, name).await;
    holder.session
}

fn subscription(id: &str, topic: &str, cursor: Option<&str>) -> Subscribe {
    Subscribe {
        id: id.to_owned(),
        topic: topic.to_owned(),
        args: json!({}),
        cursor: cursor.map(str::to_owned),
    }
}

async fn next(subscriptions: &mut Subscriptions) -> TopicEvent {
    timeout(Duration::from_secs(60), subscriptions.next()).await.expect("a message")
}

/// Receives until a subscription ends: the data, and why it ended.
async fn until_end(subscriptions: &mut Subscriptions) -> (Vec<String>, TopicRefusal) {
    let mut data = Vec::new();
    loop {
        match next(subscriptions).await.what {
            Ok(message) => data.push(message.data.get().to_owned()),
            Err(refusal) => return (data, refusal),
        }
    }
}

/// covers: [PUSH-01]
#[test]
fn a_subscription_resumes_after_its_cursor() {
    run(async {
        let fixture = fixture();
        let session = inside(&fixture, "root").await;
        let mut subscriptions = Subscriptions::default();
        let engine = &fixture.engine;
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_1", "counts", None))
            .await
            .unwrap();
        let mut cursor = None;
        for number in 1..=4 {
            let message = next(&mut subscriptions).await.what.expect("a number");
            assert_eq!(message.data.get(), number.to_string());
            cursor = message.cursor;
        }
        // The connection is lost, and with it all queued messages.
        let mut subscriptions = Subscriptions::default();
        let again = subscription("s_1", "counts", cursor.as_deref());
        engine.subscribe(&session, &mut subscriptions, again).await.unwrap();
        assert_eq!(next(&mut subscriptions).await.what.expect("a number").data.get(), "5");
        // An invalid cursor is ignored.
        for invalid in ["", "-1", "99999999999999999999", "ünsinn"] {
            let mut subscriptions = Subscriptions::default();
            let again = subscription("s_1", "counts", Some(invalid));
            engine.subscribe(&session, &mut subscriptions, again).await.unwrap();
            assert_eq!(next(&mut subscriptions).await.what.expect("a number").data.get(), "1");
        }
    });
}

/// covers: [PUSH-02]
#[test]
fn a_source_that_floods_the_queue_ends_as_lagged_and_one_that_waits_loses_nothing() {
    run(async {
        let fixture = fixture();
        let session = inside(&fixture, "root").await;
        let mut subscriptions = Subscriptions::default();
        let engine = &fixture.engine;
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_1", "floods", None))
            .await
            .unwrap();
        // Receiving during the flood would free space in the queue.
        FLOODED.notified().await;
        let (data, refusal) = until_end(&mut subscriptions).await;
        assert_eq!((refusal.code, refusal.temporary), (TopicEndCode::Lagged, true));
        assert!((100..300).contains(&data.len()), "{}", data.len());
        assert!(subscriptions.is_empty());
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_1", "waits", None))
            .await
            .unwrap();
        let (data, refusal) = until_end(&mut subscriptions).await;
        assert_eq!(
            (data.len(), refusal.code, refusal.temporary),
            (1_000, TopicEndCode::Ended, false)
        );
    });
}

/// covers: [PUSH-01]
#[test]
fn a_subscription_begins_when_its_source_listens() {
    run(async {
        let fixture = fixture();
        let session = inside(&fixture, "root").await;
        let mut subscriptions = Subscriptions::default();
        let engine = &fixture.engine;
        let wanted = subscription("s_1", "looks_up", None);
        engine.subscribe(&session, &mut subscriptions, wanted).await.unwrap();
        assert!(LISTENS.load(Ordering::SeqCst));

        // What is not found and what may not be seen end in the same way.
        let wanted = subscription("s_2", "finds_nothing", None);
        engine.subscribe(&session, &mut subscriptions, wanted).await.unwrap();
        let TopicEvent { id, what } = next(&mut subscriptions).await;
        assert_eq!(id, "s_2");
        assert_eq!(what.expect_err("an end").code, TopicEndCode::NotFound);
    });
}

/// covers: [PUSH-01]
#[test]
fn a_source_that_panics_or_ends_does_not_affect_other_topics() {
    run(async {
        let fixture = fixture();
        let session = inside(&fixture, "root").await;
        let mut subscriptions = Subscriptions::default();
        let engine = &fixture.engine;
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_0", "counts", Some("9")))
            .await
            .unwrap();
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_1", "panics", None))
            .await
            .unwrap();
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_2", "ends", None))
            .await
            .unwrap();
        let mut received = Vec::new();
        for _ in 0..3 {
            let TopicEvent { id, what } = next(&mut subscriptions).await;
            received.push((
                id,
                what.map(|message| message.data.get().to_owned()).map_err(|refusal| refusal.code),
            ));
        }
        received.sort_by(|(one, _), (other, _)| one.cmp(other));
        let expected = [
            ("s_0", Ok("10".to_owned())),
            ("s_1", Err(TopicEndCode::SourceFailed)),
            ("s_2", Err(TopicEndCode::Ended)),
        ];
        assert_eq!(received, expected.map(|(id, what)| (id.to_owned(), what)));
        for topic in ["panics_at_once", "panics_when_asked"] {
            let refused =
                engine.subscribe(&session, &mut subscriptions, subscription("s_3", topic, None));
            let refused = refused.await.expect_err("a refusal");
            assert_eq!(
                (refused.code, refused.temporary),
                (TopicEndCode::SourceFailed, true),
                "{topic}"
            );
        }
    });
}

/// covers: [PUSH-01]
#[test]
fn a_revoked_right_ends_its_subscriptions() {
    run(async {
        let fixture = fixture();
        let session = inside(&fixture, "root").await;
        let person = fixture.engine.person_of(&session).expect("a person");
        let engine = &fixture.engine;
        // There must always be an administrator, so another one is created.
        let ben = fixture.user("ben").await;
        let context = ChangeContext::system(fixture.clock.now());
        fixture.access.set_admin(ben, true, context.clone()).await.expect("a change");
        let mut subscriptions = Subscriptions::default();
        let mut changes = engine.account_changes();
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_1", "counts", None))
            .await
            .unwrap();
        assert!(engine.authorise_again(&session, &mut subscriptions).await.is_empty());
        fixture.access.set_admin(person.clone(), false, context).await.expect("a change");
        assert_eq!(changes.recv().await.expect("a change").person, person);
        let ended = engine.authorise_again(&session, &mut subscriptions).await;
        let ended: Vec<_> = ended
            .into_iter()
            .map(|received| (received.id, received.what.unwrap_err().code))
            .collect();
        assert_eq!(ended, [("s_1".to_owned(), TopicEndCode::NotAuthorised)]);
        assert!(subscriptions.is_empty());
        let refused =
            engine.subscribe(&session, &mut subscriptions, subscription("s_1", "counts", None));
        assert_eq!(refused.await.expect_err("a refusal").code, TopicEndCode::NotAuthorised);
    });
}

/// covers: [PUSH-01]
#[test]
fn an_unauthorized_follower_learns_nothing() {
    run(async {
        let fixture = fixture();
        let engine = &fixture.engine;
        let mut subscriptions = Subscriptions::default();
        let (visitor, _) = fixture.begin();
        let ann = inside(&fixture, "ann").await;
        for (session, code) in [(&visitor.session, "not_signed_in"), (&ann, "not_authorised")] {
            let refused =
                engine.subscribe(session, &mut subscriptions, subscription("s_1", "counts", None));
            assert_eq!(refused.await.expect_err("a refusal").code.to_string(), code);
        }
        assert!(subscriptions.is_empty());
    });
}

/// covers: [PUSH-01]
#[test]
fn a_socket_has_at_most_sixteen_subscriptions_with_unique_ids() {
    run(async {
        let fixture = fixture();
        let session = inside(&fixture, "root").await;
        let engine = &fixture.engine;
        let mut subscriptions = Subscriptions::default();
        for number in 0..SUBSCRIPTIONS_MAX {
            let subscription = subscription(&format!("s_{number}"), "counts", None);
            engine.subscribe(&session, &mut subscriptions, subscription).await.unwrap();
        }
        let one_more = subscription("s_x", "counts", None);
        let refused = engine.subscribe(&session, &mut subscriptions, one_more.clone()).await;
        assert_eq!(refused.expect_err("a refusal").code, TopicEndCode::TooManyTopics);
        engine
            .subscribe(&session, &mut subscriptions, subscription("s_0", "counts", None))
            .await
            .unwrap();
        subscriptions.remove("s_1");
        engine.subscribe(&session, &mut subscriptions, one_more).await.unwrap();
    });
}
