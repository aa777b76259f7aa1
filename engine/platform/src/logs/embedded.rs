//! The logs of this process: its single node, and the services that it runs.

use std::path::Path;
use std::sync::Arc;

use tokio::sync::Semaphore;
use waybill_machines::rules::services::ServiceId;

use super::follow::Followers;
use super::names::LogId;
use super::reader::{Cursor, LogReader};
use super::{
    Answer, Found, LogConfig, LogData, LogRequest, LogSearchRequest, Logs, LogsError, Piece,
    REFRESH_RATE_MS, now,
};

/// So many searches read at once.
const SEARCHES_MAX: usize = 2;

/// The port's implementation in this process.
#[derive(Debug)]
pub struct EmbeddedLogs {
    reader: Arc<LogReader>,
    followers: Followers,
    node: String,
    services: Vec<ServiceId>,
    /// Searches read much: some wait for others.
    searches: Semaphore,
}

impl EmbeddedLogs {
    /// The logs of these services below a folder, on this node.
    pub fn new(root: &Path, node: &str, services: impl IntoIterator<Item = ServiceId>) -> Self {
        let reader = Arc::new(LogReader::new(root));
        let followers = Followers::new(Arc::clone(&reader));
        Self {
            reader,
            followers,
            node: node.to_owned(),
            services: services.into_iter().collect(),
            searches: Semaphore::new(SEARCHES_MAX),
        }
    }

    /// The reader of the files.
    pub fn reader(&self) -> &Arc<LogReader> {
        &self.reader
    }

    /// The followers of the files.
    pub const fn followers(&self) -> &Followers {
        &self.followers
    }

    /// The requested file, if there is such a service, node and log.
    pub fn find(
        &self,
        service: ServiceId,
        node: Option<&str>,
        id: &str,
    ) -> Result<LogId, LogsError> {
        self.check(service, node)?;
        LogId::of(service, id)
    }

    fn check(&self, service: ServiceId, node: Option<&str>) -> Result<(), LogsError> {
        if !self.services.contains(&service) {
            return Err(LogsError::NotRunning { service });
        }
        if node.is_some_and(|node| node != self.node) {
            return Err(LogsError::UnknownNode { service, nodes: vec![self.node.clone()] });
        }
        Ok(())
    }

    /// Reads on a thread for blocking work.
    async fn read(
        &self,
        log: LogId,
        read: impl FnOnce(&LogReader) -> Result<Piece, LogsError> + Send + 'static,
    ) -> Result<LogData, LogsError> {
        let reader = Arc::clone(&self.reader);
        let work = move || {
            let piece = read(&reader)?;
            let earlier = reader.is_preceded(log, &piece);
            Ok(to_log_data(piece, earlier))
        };
        let stopped = |_| LogsError::Unreadable { log, why: "the server is stopping".into() };
        tokio::task::spawn_blocking(work).await.map_err(stopped)?
    }
}

impl Logs for EmbeddedLogs {
    fn config(&self, service: ServiceId, node: Option<String>) -> Answer<'_, LogConfig> {
        Box::pin(async move {
            self.check(service, node.as_deref())?;
            Ok(LogConfig {
                logs: LogId::names(service),
                nodes: vec![self.node.clone()],
                refresh_rate_millis: REFRESH_RATE_MS,
            })
        })
    }

    fn data(&self, ask: LogRequest) -> Answer<'_, LogData> {
        Box::pin(async move {
            let log = self.find(ask.service, ask.node.as_deref(), &ask.id)?;
            let cursor = ask.cursor;
            self.read(log, move |reader| reader.read(log, &cursor)).await
        })
    }

    fn earlier(&self, ask: LogRequest) -> Answer<'_, LogData> {
        Box::pin(async move {
            let log = self.find(ask.service, ask.node.as_deref(), &ask.id)?;
            let Cursor { offset, generation } = ask.cursor;
            let of = generation.unwrap_or_default();
            self.read(log, move |reader| reader.earlier(log, offset, &of)).await
        })
    }

    fn search(&self, ask: LogSearchRequest) -> Answer<'_, Found> {
        Box::pin(async move {
            let log = self.find(ask.service, ask.node.as_deref(), &ask.id)?;
            let stopped = || LogsError::Unreadable { log, why: "the server is stopping".into() };
            let _turn = self.searches.acquire().await.map_err(|_| stopped())?;
            let reader = Arc::clone(&self.reader);
            let work = move || reader.search(log, &ask.search);
            tokio::task::spawn_blocking(work).await.map_err(|_| stopped())?
        })
    }
}

fn to_log_data(piece: Piece, earlier: bool) -> LogData {
    LogData {
        log_content: piece.text,
        file_size: piece.to,
        last_update_modified: piece.modified.map_or_else(String::new, |at| at.to_string()),
        last_update_label: now().to_string(),
        gap: piece.gap,
        generation: piece.generation,
        total_size: piece.size,
        from: Some(piece.from),
        earlier: Some(earlier),
    }
}
