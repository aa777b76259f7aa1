//! Failed sign-ins of users, in the user's own stream (AUD-06): the first of a source is recorded at once, and further
//! ones within ten minutes as a count, so that guessing cannot fill the journal. How many sources are named in a day is
//! limited as well; the failures of further ones are counted together.

use std::collections::HashMap;
use std::future::Future;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::JoinSet;
use waybill_machines::Timestamp;
use waybill_machines::machines::account::{Event, SignInStep};
use waybill_machines::secret::PersonId;

use super::Inner;
use crate::access::slow_down::Reserved;
use crate::access::{Client, Source};
use crate::limits::{Budget, Rate, Resource, Scope};
use crate::streams::ChangeContext;

/// Within this time the failures of a source are counted.
const COUNTED_FOR_MS: i64 = 10 * 60 * 1_000;
/// With more sources than these at one user, the others are counted together.
const SOURCES_MAX: usize = 16;
/// How many users are followed; those of further ones are not recorded meanwhile.
const USERS_MAX: usize = 4_096;

/// The failures of one source at one user.
struct Counted {
    since: Timestamp,
    /// Those that no record has counted yet.
    uncounted: u64,
    /// The newest of them.
    newest: Failure,
}

/// A failed sign-in.
#[derive(Clone)]
pub(super) struct Failure {
    step: SignInStep,
    source: Source,
    context: ChangeContext,
    session: Option<String>,
}

/// What is to be recorded.
struct Due {
    person: PersonId,
    failure: Failure,
    times: u64,
}

/// The failures that are being counted.
pub(super) struct Failures {
    users: Mutex<HashMap<PersonId, HashMap<Source, Counted>>>,
    /// The sources that records may still name at each user.
    named: Rate<PersonId>,
    /// Those that are being recorded.
    recording: Mutex<JoinSet<()>>,
}

impl Failures {
    /// With nothing counted yet.
    pub(super) fn new(sources_a_day: NonZeroU32) -> Self {
        let budget = Budget(Scope::Person, Resource::FailedSignInSources);
        let named = Rate::a_day(budget, sources_a_day);
        Self { users: Mutex::default(), named, recording: Mutex::default() }
    }

    /// Counts a failure; `Some`, if it is to be recorded now.
    fn count(&self, person: &PersonId, mut failure: Failure) -> Option<Due> {
        let mut users = self.users();
        if users.len() >= USERS_MAX && !users.contains_key(person) {
            return None;
        }
        let sources = users.entry(person.clone()).or_default();
        let at = failure.context.at;
        if sources.len() >= SOURCES_MAX && !sources.contains_key(&failure.source) {
            failure.source = Source::unknown();
        }
        let is_counted = sources.get(&failure.source).is_some_and(|counted| counted.is_open(at));
        // Both records that a source leads to in its time are paid at once, so that none of them is held back.
        if failure.source != Source::unknown() && !is_counted && self.named.take(person, 1).is_err()
        {
            failure.source = Source::unknown();
        }
        let times = match sources.get_mut(&failure.source) {
            Some(counted) if counted.is_open(at) => {
                counted.uncounted += 1;
                counted.newest = failure;
                return None;
            }
            Some(counted) => counted.uncounted + 1,
            None => 1,
        };
        let counted = Counted { since: at, uncounted: 0, newest: failure.clone() };
        sources.insert(failure.source.clone(), counted);
        Some(Due { person: person.clone(), failure, times })
    }

    /// The counts whose time is over; sources without one are forgotten.
    fn take_due(&self, at: Timestamp) -> Vec<Due> {
        self.take(|counted| !counted.is_open(at))
    }

    fn take(&self, is_over: impl Fn(&Counted) -> bool) -> Vec<Due> {
        let (mut users, mut due) = (self.users(), Vec::new());
        for (person, sources) in users.iter_mut() {
            sources.retain(|_, counted| {
                let is_over = is_over(counted);
                if is_over && counted.uncounted > 0 {
                    let (person, failure) = (person.clone(), counted.newest.clone());
                    due.push(Due { person, failure, times: counted.uncounted });
                }
                !is_over
            });
        }
        users.retain(|_, sources| !sources.is_empty());
        due
    }

    fn record(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        while recording.try_join_next().is_some() {}
        recording.spawn(work);
    }

    /// Waits until those that are being recorded are.
    async fn recorded(&self) {
        let mut recording =
            std::mem::take(&mut *self.recording.lock().unwrap_or_else(PoisonError::into_inner));
        // One that panicked is in the log; the others are still waited for.
        while recording.join_next().await.is_some() {}
    }

    fn users(&self) -> MutexGuard<'_, HashMap<PersonId, HashMap<Source, Counted>>> {
        // Every change is complete after each line, so a panic leaves nothing behind.
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counted {
    fn is_open(&self, at: Timestamp) -> bool {
        (0..COUNTED_FOR_MS).contains(&at.ms_since(self.since))
    }
}

impl Inner {
    /// A sign-in of a user has failed. It is not awaited: the time would reveal that the name is an account's.
    pub(super) fn sign_in_failed(
        self: &Arc<Self>,
        person: &PersonId,
        step: SignInStep,
        client: &Client,
        context: &ChangeContext,
    ) {
        let (source, session) = (client.source.clone(), client.session.clone());
        let failure = Failure { step, source, context: context.clone(), session };
        if let Some(due) = self.failures.count(person, failure) {
            let inner = Arc::clone(self);
            self.failures.record(async move { inner.record_failed_sign_in(due).await });
        }
    }

    /// A password of a user was wrong. The last one that strangers have on a day stops further ones, which the account
    /// records. It is not awaited either.
    pub(super) fn password_failed(
        self: &Arc<Self>,
        person: &PersonId,
        reserved: &Reserved,
        context: &ChangeContext,
    ) {
        let Some(until) = reserved.stops_until else { return };
        let (inner, person) = (Arc::clone(self), person.clone());
        let context = ChangeContext {
            cause: context.cause.clone(),
            trace: context.trace.clone(),
            ..ChangeContext::system(context.at)
        };
        self.failures.record(async move { inner.stop_passwords(&person, until, &context).await });
    }

    /// Records that strangers used up the wrong passwords of a day. The stop itself is in the counts.
    async fn stop_passwords(&self, person: &PersonId, until: Timestamp, context: &ChangeContext) {
        tracing::warn!(
            service = "access",
            person = person.0,
            "too many wrong passwords today: only known devices of this user are let in for the rest of the day"
        );
        let event = Event::StopPasswords { until };
        // It is rejected where it is recorded already, and where the account is disabled.
        if let Err(error) = self.record(person, event, false, context).await {
            tracing::warn!(service = "access", %error, "the stop of passwords could not be recorded");
        }
    }

    /// Records the counts whose time is over.
    pub(super) async fn record_counted_failures(self: &Arc<Self>, at: Timestamp) {
        for due in self.failures.take_due(at) {
            self.record_failed_sign_in(due).await;
        }
    }

    /// Records all counts, and waits for what is being recorded.
    pub(super) async fn record_all_failures(self: &Arc<Self>) {
        for due in self.failures.take(|_| true) {
            self.record_failed_sign_in(due).await;
        }
        self.failures.recorded().await;
    }

    async fn record_failed_sign_in(self: &Arc<Self>, due: Due) {
        let Due { person, failure, times } = due;
        let Failure { step, source, context, session } = failure;
        let address = (source != Source::unknown()).then(|| source.as_str().to_owned());
        let context = self.by_visitor(&person, session, address, &context).await;
        let event = Event::FailSignIn { step, times };
        if let Err(error) = self.record(&person, event, false, &context).await {
            tracing::warn!(%error, "a failed sign-in could not be recorded");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_sources_a_day(number: u32) -> Failures {
        Failures::new(NonZeroU32::new(number).unwrap())
    }

    fn failure(source: &str, minute: i64) -> Failure {
        let context = ChangeContext::system(Timestamp::from_ms(minute * 60_000));
        let source = Source::named(source);
        Failure { step: SignInStep::Password, source, context, session: None }
    }

    /// covers: [AUD-06]
    #[test]
    fn the_first_failure_of_a_source_is_recorded_and_further_ones_are_counted() {
        let (failures, ann) = (with_sources_a_day(100), PersonId("p_ann".into()));
        let count = |source: &str, minute| {
            failures.count(&ann, failure(source, minute)).map(|due| due.times)
        };
        assert_eq!(count("a", 0), Some(1));
        assert_eq!([count("a", 1), count("a", 9)], [None, None]);
        assert_eq!(count("b", 9), Some(1));
        assert_eq!(count("a", 10), Some(3));
        assert_eq!(count("b", 18), None);
        let times = |minute: i64| {
            let due = failures.take_due(Timestamp::from_ms(minute * 60_000));
            due.into_iter().map(|due| due.times).collect::<Vec<_>>()
        };
        assert_eq!([times(18), times(19), times(40)], [vec![], vec![1], vec![]]);
        assert!(failures.users().is_empty());
    }

    #[test]
    fn many_sources_at_one_user_make_few_records() {
        let (failures, ann) = (with_sources_a_day(100), PersonId("p_ann".into()));
        let recorded = (0..1_000).filter(|number| {
            failures.count(&ann, failure(&format!("source {number}"), 0)).is_some()
        });
        assert_eq!(recorded.count(), SOURCES_MAX + 1);
    }

    /// covers: [AUD-06]
    #[test]
    fn a_day_of_guessing_names_few_sources_and_counts_every_failure() {
        let (failures, ann) = (with_sources_a_day(20), PersonId("p_ann".into()));
        let (mut named, mut unnamed, mut counted) = (0, 0, 0);
        let mut note = |due: &Due| {
            let is_named = due.failure.source != Source::unknown();
            *(if is_named { &mut named } else { &mut unnamed }) += 1;
            counted += due.times;
        };
        // Ten sources, each of which tries twice in each ten minutes of a day.
        for minute in (0..24 * 60).step_by(5) {
            failures.take_due(Timestamp::from_ms(minute * 60_000)).iter().for_each(&mut note);
            for source in 0..10 {
                let failure = failure(&format!("source {source}"), minute);
                failures.count(&ann, failure).iter().for_each(&mut note);
            }
        }
        failures.take(|_| true).iter().for_each(&mut note);
        assert_eq!(counted, 24 * 12 * 10);
        // The clock of the limit does not go on in this test.
        assert!((20..=40).contains(&named), "{named}");
        assert!(unnamed <= 2 * 24 * 6, "{unnamed}");
        // Another user's are not affected.
        let due = failures.count(&PersonId("p_bob".into()), failure("source 1", 24 * 60));
        assert!(due.is_some_and(|due| due.failure.source != Source::unknown()));
    }
}
