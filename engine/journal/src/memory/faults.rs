//! Faults that a test can inject into the journal in memory.

use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use tokio::sync::oneshot;

/// What goes wrong, and when. No fault is active at first; appends are numbered from the call that injects the fault.
#[derive(Default)]
pub struct Faults {
    plan: Mutex<Plan>,
}

#[derive(Default)]
struct Plan {
    fail_append: Option<u64>,
    fail_sync: Option<u64>,
    tear_write: Option<u64>,
    conflict: Option<u64>,
    fills_up: Option<u64>,
    delay: Option<Duration>,
    held: Option<Gate>,
    out_of_space: bool,
    damaged: bool,
}

/// The journal's side of a [`Held`] append.
pub(super) struct Gate {
    reached: oneshot::Sender<()>,
    released: mpsc::Receiver<()>,
}

impl Gate {
    /// Reports that the append has arrived, and blocks until the test releases it.
    pub(super) fn pass(self) {
        // The test may have ended.
        let _ = self.reached.send(());
        let _ = self.released.recv();
    }
}

/// An append that is not written until this is dropped.
pub struct Held {
    reached: Option<oneshot::Receiver<()>>,
    _release: mpsc::Sender<()>,
}

impl Held {
    /// Waits until the append has arrived.
    pub async fn reached(&mut self) {
        if let Some(reached) = self.reached.take() {
            let _ = reached.await;
        }
    }
}

/// How the next append ends.
pub(super) enum Outcome {
    Stored,
    Conflict,
    /// Failed, and the records are missing after a restart.
    Lost(&'static str),
    /// Failed, and the records are present after a restart.
    StoredUnknown(&'static str),
}

impl Faults {
    /// The n-th append from now (1 is the next one) fails before anything is written.
    pub fn fail_append(&self, nth: u64) {
        self.plan().fail_append = Some(nth);
    }

    /// The n-th append from now is written but its fsync fails: it is not acknowledged, but present after a restart.
    pub fn fail_sync(&self, nth: u64) {
        self.plan().fail_sync = Some(nth);
    }

    /// The n-th append from now is written in part and missing after a restart.
    pub fn tear_write(&self, nth: u64) {
        self.plan().tear_write = Some(nth);
    }

    /// The n-th append from now fails with a conflict, as if another writer had been first.
    pub fn conflict(&self, nth: u64) {
        self.plan().conflict = Some(nth);
    }

    /// Every append from now takes this long; `None` makes them immediate again.
    pub fn slow(&self, delay: Option<Duration>) {
        self.plan().delay = delay;
    }

    /// The next append waits until the returned value is dropped; later ones do not.
    pub fn hold_next(&self) -> Held {
        let (reached, come) = oneshot::channel();
        let (release, released) = mpsc::channel();
        self.plan().held = Some(Gate { reached, released });
        Held { reached: Some(come), _release: release }
    }

    /// The disk is full, or has room again.
    pub fn out_of_space(&self, is_out: bool) {
        self.plan().out_of_space = is_out;
    }

    /// From now on it is damaged, and takes no records.
    pub fn damage(&self) {
        self.plan().damaged = true;
    }

    /// The n-th append from now is the last one for which the disk has room.
    pub fn out_of_space_after(&self, nth: u64) {
        self.plan().fills_up = Some(nth);
    }

    pub(super) fn delay(&self) -> Option<Duration> {
        self.plan().delay
    }

    pub(super) fn gate(&self) -> Option<Gate> {
        self.plan().held.take()
    }

    pub(super) fn read_only(&self) -> Option<String> {
        let plan = self.plan();
        let full = "the disk is nearly full; it is writable again once there is room";
        let damaged = plan.damaged.then_some("the journal is damaged, as the test ordered");
        damaged.or(plan.out_of_space.then_some(full)).map(str::to_owned)
    }

    pub(super) fn is_damaged(&self) -> bool {
        self.plan().damaged
    }

    pub(super) fn next(&self) -> Outcome {
        let mut plan = self.plan();
        if is_due(&mut plan.fail_append) {
            Outcome::Lost("writing failed, as the test ordered")
        } else if is_due(&mut plan.tear_write) {
            Outcome::Lost("a write was torn, as the test ordered")
        } else if is_due(&mut plan.fail_sync) {
            Outcome::StoredUnknown("fsync failed, as the test ordered")
        } else if is_due(&mut plan.conflict) {
            Outcome::Conflict
        } else {
            plan.out_of_space |= is_due(&mut plan.fills_up);
            Outcome::Stored
        }
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts down; returns true once, when the fault is due.
fn is_due(nth: &mut Option<u64>) -> bool {
    *nth = nth.map(|n| n.saturating_sub(1));
    nth.take_if(|n| *n == 0).is_some()
}
