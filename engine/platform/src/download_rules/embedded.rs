//! The rules in the platform journal, and in memory.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::download_rules::{Event, State};
use waybill_machines::machines::download_violations::DownloadViolation;
use waybill_machines::rules::download_rules::{
    DownloadCondition, DownloadRule, check_download_rules,
};
use waybill_machines::{AnyState, MachineName, RejectionCode, Timestamp};

use super::violations::Violations;
use super::{Answer, DownloadRules, DownloadRulesError, StoredRules};
use crate::streams::{ChangeContext, Command, Streams};

/// The stream.
const STREAM: &str = "download_rules";

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedDownloadRules {
    inner: Arc<Inner>,
    violations: Violations,
}

struct Inner {
    streams: Streams,
    current: RwLock<Arc<StoredRules>>,
    /// Held during a change, so that what is in memory is what was recorded last.
    changing: Mutex<()>,
}

impl EmbeddedDownloadRules {
    /// Opens the service.
    ///
    /// # Errors
    ///
    /// [`DownloadRulesError`], if what is recorded cannot be read.
    pub fn open(journal: Arc<dyn Journal>) -> Result<Self, DownloadRulesError> {
        let violations = Violations::start(Arc::clone(&journal));
        let streams = Streams::new(journal);
        let current = stored(streams.state(STREAM, MachineName::DownloadRules)?)?;
        let (current, changing) = (RwLock::new(Arc::new(current)), Mutex::default());
        Ok(Self { inner: Arc::new(Inner { streams, current, changing }), violations })
    }
}

fn stored(state: AnyState) -> Result<StoredRules, DownloadRulesError> {
    match state {
        AnyState::DownloadRules(State::Ruled { rules, revision, at, by }) => {
            Ok(StoredRules { rules, revision, at: Some(at), by })
        }
        AnyState::DownloadRules(State::None {}) => Ok(StoredRules::default()),
        _ => Err(DownloadRulesError::Defect("the stream of download rules has another machine")),
    }
}

impl DownloadRules for EmbeddedDownloadRules {
    fn current(&self) -> Arc<StoredRules> {
        self.inner.current()
    }

    fn set(
        &self,
        rules: Vec<DownloadRule>,
        revision: u64,
        context: ChangeContext,
    ) -> Answer<'_, Arc<StoredRules>> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            // It ends even when the caller stops waiting, so that what is in memory was recorded.
            let change = async move { inner.set(rules, revision, &context).await };
            let done = tokio::spawn(change).await;
            done.map_err(|_| DownloadRulesError::Defect("changing the download rules stopped"))?
        })
    }

    fn is_due(&self, violation: &DownloadViolation, at: Timestamp) -> bool {
        self.violations.is_due(violation, at)
    }

    fn violated(&self, violation: DownloadViolation, context: ChangeContext) {
        self.violations.note(violation, context);
    }
}

impl Inner {
    fn current(&self) -> Arc<StoredRules> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    async fn set(
        &self,
        rules: Vec<DownloadRule>,
        revision: u64,
        context: &ChangeContext,
    ) -> Result<Arc<StoredRules>, DownloadRulesError> {
        let rules = with_identifiers(rules)?;
        // The machine rejects these too; here nothing is recorded of them.
        check_download_rules(&rules)
            .map_err(|(at, problem)| DownloadRulesError::Problem { at, problem })?;
        let _changing = self.changing.lock().await;
        if self.current().revision != revision {
            return Err(DownloadRulesError::EditedMeanwhile);
        }
        let by = context.who.person().cloned();
        let command = Command::new(STREAM, Event::Set { rules, revision, by });
        match self.streams.submit(command, context).await? {
            Ok(_) => {
                let state = self.streams.state(STREAM, MachineName::DownloadRules)?;
                let changed = Arc::new(stored(state)?);
                let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
                *current = Arc::clone(&changed);
                Ok(changed)
            }
            Err(refused) if refused.rejection.code == RejectionCode::EditedMeanwhile => {
                Err(DownloadRulesError::EditedMeanwhile)
            }
            Err(_) => Err(DownloadRulesError::Defect("changing the download rules was refused")),
        }
    }
}

/// The rules with licences by the identifiers that SPDX uses now.
fn with_identifiers(rules: Vec<DownloadRule>) -> Result<Vec<DownloadRule>, DownloadRulesError> {
    let identified = rules.into_iter().enumerate().map(|(at, rule)| {
        let DownloadCondition::Licence { refused, unknown } = rule.condition else {
            return Ok(rule);
        };
        let mut identifiers = BTreeSet::new();
        for licence in refused {
            match waybill_spdx::identifier(&licence) {
                Some(identifier) => identifiers.insert(identifier),
                None => return Err(DownloadRulesError::UnknownLicence { at, licence }),
            };
        }
        let condition = DownloadCondition::Licence { refused: identifiers, unknown };
        Ok(DownloadRule { condition, ..rule })
    });
    identified.collect()
}
