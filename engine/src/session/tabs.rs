//! The tabs of a session: attaching them and sending them changes.

use std::sync::Arc;

use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::navigation;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::{AnyState, MachineName};

use waybill_stream::Prepared;

use super::inputs::{Attached, Attachment, MenuInputs};
use super::messages::{change, snapshot};
use super::{SessionOwner, SessionRunner, Tab};
use crate::error::{Nack, NackCode};
use crate::messages::ServerMessage;
use crate::perform::{Performer, Viewer};
use crate::push::{self, Sent};

/// A tab that missed more records than this receives a snapshot instead of all of them.
const MISSED_MAX: u64 = 512;
/// A session has at most this many tabs at once, and fewer while it is a visitor's.
const TABS_MAX: usize = 64;

impl<P: Performer> SessionRunner<P> {
    pub(super) async fn attach(&mut self, attachment: &Attachment) -> Result<Attached, Nack> {
        let viewer = self.shared.performer.viewer(self.stream.proven()).await;
        // The cookie may have been renewed since it was looked up.
        let current = self.shared.session_of(&attachment.token.digest());
        if self.stream.is_closed() || current.as_ref() != Some(&self.owner.id) {
            return Err(Nack::reauthorise());
        }
        // Removes tabs whose sockets disappeared without a notification.
        self.owner.tabs.retain(|tab| !tab.sender.is_closed());
        let session_limits = &self.shared.budgets.limits().session;
        let is_visitor = self.stream.person().is_none();
        let tabs_max = if is_visitor { session_limits.tabs.get() as usize } else { TABS_MAX };
        if self.owner.tabs.len() >= tabs_max.min(TABS_MAX) {
            let message = "This session has too many tabs open.";
            return Err(Nack::temporary(NackCode::TooManyTabs, message));
        }
        let wanted = attachment.tab.clone().filter(|tab| self.shared.ids.is_tab(tab));
        let was_removed = wanted.as_ref().is_some_and(|tab| !self.stream.admits_tab(tab));
        let tab = wanted
            .filter(|wanted| !was_removed && !self.owner.tabs.iter().any(|tab| tab.id == *wanted))
            .unwrap_or_else(|| self.shared.ids.tab());
        let epoch = self.shared.epoch_of(&self.owner.id);
        let seq = self.stream.seq();
        // The machines of a removed tab start over here, but not in the browser: only a snapshot makes both agree.
        let missed = attachment.resume.as_ref().filter(|resume| {
            let is_recent = resume.seq <= seq && seq - resume.seq <= MISSED_MAX;
            resume.epoch == epoch && is_recent && !was_removed
        });
        let missed = missed.and_then(|resume| self.missed(&viewer, resume.seq));
        let resumed = missed.is_some();
        let backlog = missed.unwrap_or_else(|| {
            vec![snapshot(&self.shared, &viewer, &self.stream, &tab).json().into()]
        });
        let (sender, outbox) = push::queue();
        let number = self.owner.next_number;
        self.owner.next_number += 1;
        self.owner.tabs.push(Tab { number, id: tab.clone(), sender });
        let person = self.stream.person();
        Ok(Attached { tab, epoch, resumed, seq, person, backlog, outbox, number })
    }

    /// What menus depend on.
    pub(super) fn menu_inputs(&self) -> MenuInputs {
        let admission = self.stream.admission();
        let at_quick_setup = |tab: &Tab| {
            let key = InstanceKey::of(MachineName::Navigation, Some(&tab.id));
            let state = self.stream.states().get(&key);
            matches!(state, Some(AnyState::Navigation(navigation::State::Settled { place, .. }))
                if place.route == RouteName::QuickSetup)
        };
        MenuInputs {
            facts: admission.shown(),
            facts_from: admission.facts_from,
            view: admission.view,
            is_admin: admission.facts.is_some_and(|facts| facts.user.admin),
            on_quick_setup: self.owner.tabs.iter().any(at_quick_setup),
        }
    }

    /// Every change after a sequence number, or `None` when the journal cannot be read.
    fn missed(&self, viewer: &Viewer, after: u64) -> Option<Vec<Arc<str>>> {
        let limit = usize::try_from(MISSED_MAX).unwrap_or(usize::MAX);
        let records = self.shared.journal.read(self.stream.name(), after + 1, limit).ok()?;
        let mut changes = Vec::with_capacity(records.len());
        for record in &records {
            changes.push(change(&self.shared, viewer, &record.line, &record.view().ok()?));
        }
        if changes.is_empty() {
            return Some(Vec::new());
        }
        Some(vec![ServerMessage::Transitions { changes }.json().into()])
    }

    pub(super) async fn push(&mut self, prepared: &Prepared) {
        if self.owner.tabs.is_empty() {
            return;
        }
        let viewer = self.shared.performer.viewer(self.stream.proven()).await;
        let records = prepared.records.iter();
        let changes = records
            .map(|record| change(&self.shared, &viewer, record.line(), &record.view()))
            .collect();
        let json: Arc<str> = ServerMessage::Transitions { changes }.json().into();
        let seq = self.stream.seq();
        self.owner.tabs.retain(|tab| tab.sender.send(Sent::Text { seq, json: Arc::clone(&json) }));
    }
}

impl<P> SessionOwner<P> {
    /// The cookie has changed, so every client has to prove over a new socket that it has the new one.
    pub(super) fn reauthorise_all(&mut self) {
        for tab in self.tabs.drain(..) {
            tab.sender.send(Sent::Reauthorise);
        }
    }
}
