//! The recent past of one node: the share of each step of the last hours in which it was online, and its last incident.
//!
//! It is telemetry, kept in memory, and begins with the process. Its size does not depend on how often a node fails.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::uptime::Uptime;

/// The length of a step.
const STEP_MS: i64 = 300_000;
/// The number of steps that are kept: three hours.
const STEPS: i64 = 36;

/// The uptime of a node in steps of equal length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UptimeHistory {
    /// When the first step begins.
    pub from: Timestamp,
    /// The length of a step in milliseconds.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub step_ms: i64,
    /// For each step, up to the present one, the percentage of the observed time in which the node was online; none
    /// where the server did not run.
    pub online: Vec<Option<u8>>,
}

/// A time in which a node was offline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Incident {
    /// When the node went offline.
    pub began: Timestamp,
    /// When it was online again; none while the incident lasts.
    pub ended: Option<Timestamp>,
    /// How long it was offline, up to the present while the incident lasts.
    pub lasted: Uptime,
    /// A machine-readable code of the reason: `stopped`, `crashed` or `silent`.
    pub code: Cow<'static, str>,
}

/// What is kept of a node.
pub(super) struct History {
    observed_since: Timestamp,
    online_since: Option<Timestamp>,
    /// The finished time online, in milliseconds, by the number of the step.
    online_ms: BTreeMap<i64, i64>,
    incident: Option<Offline>,
}

struct Offline {
    began: Timestamp,
    ended: Option<Timestamp>,
    code: &'static str,
}

impl History {
    pub(super) fn new(observed_since: Timestamp) -> Self {
        Self { observed_since, online_since: None, online_ms: BTreeMap::new(), incident: None }
    }

    /// The node is online, which ends an incident.
    pub(super) fn online(&mut self, at: Timestamp) {
        if self.online_since.is_some() {
            return;
        }
        if self.online_ms.is_empty() && self.incident.is_none() {
            // The time that it takes to start is no outage.
            self.observed_since = at;
        }
        self.online_since = Some(at);
        if let Some(incident) = &mut self.incident {
            incident.ended.get_or_insert(at);
        }
    }

    /// The node is offline. The reason of an incident that lasts already stays as it was.
    pub(super) fn offline(&mut self, at: Timestamp, code: &'static str) {
        if let Some(since) = self.online_since.take() {
            self.add(since, at);
        }
        if self.incident.as_ref().is_none_or(|incident| incident.ended.is_some()) {
            self.incident = Some(Offline { began: at, ended: None, code });
        }
    }

    /// The last incident since the process started, as seen at a time.
    pub(super) fn incident(&self, at: Timestamp) -> Option<Incident> {
        self.incident.as_ref().map(|&Offline { began, ended, code }| {
            let ms = ended.unwrap_or(at).ms_since(began);
            let lasted = Uptime::of_ms(u64::try_from(ms).unwrap_or(0));
            Incident { began, ended, lasted, code: code.into() }
        })
    }

    /// The last hours, as seen at a time.
    pub(super) fn uptime(&self, at: Timestamp) -> UptimeHistory {
        let last = step_of(at);
        let first = last - (STEPS - 1);
        let share = |step: i64| {
            let observed = overlap(step, self.observed_since, at);
            let now = self.online_since.map_or(0, |since| overlap(step, since, at));
            let online = self.online_ms.get(&step).copied().unwrap_or(0) + now;
            (observed > 0).then(|| u8::try_from((online * 100 / observed).min(100)).unwrap_or(100))
        };
        UptimeHistory {
            from: Timestamp::from_ms(first * STEP_MS),
            step_ms: STEP_MS,
            online: (first..=last).map(share).collect(),
        }
    }

    fn add(&mut self, from: Timestamp, to: Timestamp) {
        let last = step_of(to);
        let first = last - (STEPS - 1);
        self.online_ms = self.online_ms.split_off(&first);
        for step in step_of(from).max(first)..=last {
            *self.online_ms.entry(step).or_default() += overlap(step, from, to);
        }
    }
}

const fn step_of(at: Timestamp) -> i64 {
    at.as_ms().div_euclid(STEP_MS)
}

/// How much of a step is between two times, in milliseconds.
fn overlap(step: i64, from: Timestamp, to: Timestamp) -> i64 {
    let (begin, end) = (step * STEP_MS, (step + 1) * STEP_MS);
    (to.as_ms().min(end) - from.as_ms().max(begin)).max(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn minute(number: i64) -> Timestamp {
        Timestamp::from_ms(number * 60_000)
    }

    /// covers: [STATUS-01]
    #[test]
    fn each_step_has_the_share_that_was_online_and_nothing_from_before_the_start() {
        let mut history = History::new(minute(1_001));
        history.online(minute(1_002));
        history.offline(minute(1_006), "stopped");
        history.online(minute(1_009));
        let uptime = history.uptime(minute(1_012));
        assert_eq!((uptime.step_ms, uptime.online.len()), (300_000, 36));
        assert_eq!(uptime.from, minute(1_010 - 35 * 5));
        let known: Vec<_> = uptime.online.iter().flatten().copied().collect();
        // Minutes 2 to 5 all, 6 of 5 to 10 and 9 to 10 of it, and 10 to 12 all.
        assert_eq!(known, [100, 40, 100]);
        assert!(uptime.online[..33].iter().all(Option::is_none));
    }

    /// covers: [STATUS-01]
    #[test]
    fn an_incident_keeps_its_first_reason_until_it_ends_and_a_start_is_none() {
        let mut history = History::new(minute(0));
        assert_eq!(history.incident(minute(1)), None);
        history.online(minute(1));
        assert_eq!(history.incident(minute(2)), None);
        history.offline(minute(5), "crashed");
        history.offline(minute(6), "stopped");
        let lasted = Uptime::of_ms(120_000);
        let lasting = Incident { began: minute(5), ended: None, lasted, code: "crashed".into() };
        assert_eq!(history.incident(minute(7)), Some(lasting.clone()));
        history.online(minute(8));
        history.online(minute(9));
        let over = Incident { ended: Some(minute(8)), lasted: Uptime::of_ms(180_000), ..lasting };
        assert_eq!(history.incident(minute(60)), Some(over));
    }

    proptest! {
        /// However often a node fails, what is kept is bounded, and no share is above one hundred percent.
        #[test]
        fn the_history_is_bounded(pauses in proptest::collection::vec(0_i64..1_000_000, 0..400)) {
            let mut history = History::new(minute(0));
            let mut at = minute(0);
            for (number, pause) in pauses.iter().enumerate() {
                at = at.plus_ms(*pause);
                if number % 2 == 0 { history.online(at) } else { history.offline(at, "crashed") }
                prop_assert!(history.online_ms.len() <= 36);
            }
            let uptime = history.uptime(at);
            prop_assert_eq!(uptime.online.len(), 36);
            prop_assert!(uptime.online.iter().flatten().all(|share| *share <= 100));
        }
    }
}
