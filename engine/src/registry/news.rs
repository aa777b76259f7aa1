//! What a session that is about to be woken has to be told first of all: it slept, or the server was stopped, while
//! something changed that its facts were gathered from.

use waybill_machines::facts::{Installation, Service};

use super::Engine;
use super::licence::is_unaware;
use crate::runtime::{self, Command};
use crate::session::Session;

impl Engine {
    /// What has to be told, in order; mostly nothing.
    pub(super) async fn news_for(&self, session: &Session) -> Vec<Command> {
        let licence = self.counting().await.map(|counting| counting.licence);
        let licence = licence.filter(|licence| is_unaware(session, *licence));
        let installation = self.installation_news(session).await;
        let installed = installation
            .map(|(services, settings)| runtime::installation_changed(services, settings));
        licence.map(runtime::licence_changed).into_iter().chain(installed).collect()
    }

    /// A server that is started again may have other services and settings: another configuration, or another version.
    /// Whoever may not use the console knows none of them.
    async fn installation_news(&self, session: &Session) -> Option<(Vec<Service>, Installation)> {
        let facts = session.facts().filter(|facts| facts.may_use_console())?;
        let services = self.shared.ports.topology.services().await.ok()?;
        let settings = self.shared.ports.settings.console().await.ok()?;
        let is_same = facts.services == services && facts.installation == settings;
        (!is_same).then_some((services, settings))
    }
}
