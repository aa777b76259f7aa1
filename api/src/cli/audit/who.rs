//! Who acted and by which means, for readers: names and addresses beside the ids, as far as they were not erased.

use std::collections::HashMap;

use serde_json::Value;
use waybill_journal::{Journal, RecordView};
use waybill_machines::by::{self, By};
use waybill_machines::secret::Personal;
use waybill_platform::vault::Vault;

use super::reading::with_journal;
use crate::cli::DataDir;
use crate::data::{DataDirectory, PLATFORM};

/// Names of people and values of their addresses.
pub(super) struct People {
    vault: Option<Vault>,
    names: HashMap<String, Option<String>>,
}

impl People {
    /// The people of a data directory. One whose vault does not open has ids and no names: its records can be read
    /// nevertheless.
    pub(super) fn of(data: &DataDir) -> Self {
        let vault =
            DataDirectory::existing(&data.data).ok().and_then(|data| data.vault_to_read().ok());
        Self { vault, names: HashMap::new() }
    }

    /// Looks up the names of those who acted in these records, while no journal is open.
    pub(super) fn look_up<'a>(&mut self, data: &DataDir, who: impl Iterator<Item = &'a str>) {
        let mut unknown = who.filter(|who| who.starts_with("p_")).peekable();
        if unknown.peek().is_none() {
            return;
        }
        let read = with_journal(data, PLATFORM, |journal| {
            for person in unknown {
                if !self.names.contains_key(person) {
                    let name = self.name(&journal, person);
                    self.names.insert(person.to_owned(), name);
                }
            }
            Ok(())
        });
        // Without the journal of the platform there are no names.
        drop(read);
    }

    fn name(&self, journal: &impl Journal, person: &str) -> Option<String> {
        let stream = format!("user/{person}");
        // Every accepted record has the name; a rejection has none.
        let (mut last, mut name) = (journal.head(&stream)?.seq, None);
        while last > 0 && name.is_none() {
            let record = journal.read(&stream, last, 1).ok()?.into_iter().next()?;
            let state: Option<Value> =
                record.view().ok()?.state.and_then(|state| serde_json::from_str(state).ok());
            name = state
                .and_then(|state| state["profile"]["name"]["personal"].as_str().map(Personal::new));
            last -= 1;
        }
        self.reveal(&name?)
    }

    fn reveal(&self, personal: &Personal) -> Option<String> {
        let value = self.vault.as_ref()?.reveal(personal).ok().flatten()?;
        Some(value.expose().to_owned())
    }

    /// The actor of a record: the name beside the id.
    pub(super) fn who(&self, who: &str) -> String {
        match self.names.get(who) {
            Some(Some(name)) => format!("{name} ({who})"),
            Some(None) => format!("(erased) ({who})"),
            None => who.to_owned(),
        }
    }

    /// The means, and the address that they were used from.
    pub(super) fn by(&self, view: &RecordView<'_>) -> String {
        let from = |address: Option<Personal>| match address {
            Some(address) => {
                format!(" from {}", self.reveal(&address).as_deref().unwrap_or("(erased)"))
            }
            None => String::new(),
        };
        match by::split(view.event) {
            Ok((_, Some(By::Session { session, address }))) => {
                format!("session {session}{}", from(address))
            }
            Ok((_, Some(By::Token { token, address }))) => {
                format!("token {token}{}", from(address))
            }
            Ok((_, Some(By::CommandLine { os_uid }))) => format!("command line of uid {os_uid}"),
            Ok((_, None)) => String::new(),
            Err(_) => "(of a newer version)".to_owned(),
        }
    }
}
