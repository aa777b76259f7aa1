//! The records of downloads: a stream for each repository, `download/<repository id>`, which goes on after the
//! repository, since its last downloads may end later; and where each download is recorded, sixteen below it.

use std::ops::Range;

use waybill_machines::machines::download::{Download, Event, MinuteCount, State};
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::{EmbeddedRepositories, Inner};
use crate::downloads::{Counted, PREFIX, Recorded};
use crate::repositories::{
    Answer, Day, DayCount, DownloadRecords, Location, PackageId, RepositoryError, Searched,
};
use crate::secret::sha256_hex;
use crate::streams::{ChangeContext, Command};

/// How many bytes the events of one group may have: it has to stay within the journal's bound, with their envelopes.
const GROUP_BYTES_MAX: usize = 384 * 1_024;
/// What a record has beside its files.
const ENVELOPE_BYTES: usize = 1_024;

impl DownloadRecords for EmbeddedRepositories {
    fn count(&self, counts: Vec<(String, Vec<MinuteCount>)>, at: Timestamp) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let (mut group, mut bytes) = (Vec::new(), 0);
            let last = counts.len().saturating_sub(1);
            for (number, (repository, counts)) in counts.into_iter().enumerate() {
                for count in counts {
                    let json = serde_json::to_string(&count).map_or(0, |json| json.len());
                    bytes += json + ENVELOPE_BYTES;
                    let event = Event::Count { count: Box::new(count) };
                    group.push(Command::new(format!("{PREFIX}{repository}"), event));
                }
                // What belongs to one repository is recorded together.
                if bytes > GROUP_BYTES_MAX || number == last {
                    inner.append_counts(std::mem::take(&mut group), at).await?;
                    bytes = 0;
                }
            }
            Ok(())
        })
    }

    fn serve(
        &self,
        repository_id: String,
        download: Download,
        context: ChangeContext,
    ) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let digest = sha256_hex(download.path.as_bytes());
            let digit = digest.chars().next().unwrap_or_default();
            let stream = format!("{PREFIX}{repository_id}/{digit}");
            // One after another in each stream: others that try at the same time would only decide again.
            let lock = usize::from_str_radix(&sha256_hex(stream.as_bytes())[..2], 16);
            let _serving = inner.serving[lock.unwrap_or(0) % inner.serving.len()].lock().await;
            let event = Event::Serve { download: Box::new(download) };
            let recorded = inner.streams.submit(Command::new(stream, event), &context).await?;
            recorded.map(drop).map_err(|_| RepositoryError::Defect("a download was rejected"))
        })
    }

    fn counted(&self) -> Answer<'_, Recorded> {
        Box::pin(async move {
            let inner = self.inner.clone();
            inner
                .blocking(|inner| {
                    let mut recorded = Recorded::new();
                    for stream in inner.streams.names(PREFIX) {
                        let repository = &stream[PREFIX.len()..];
                        if repository.contains('/') {
                            continue;
                        }
                        let state = inner.streams.state(&stream, MachineName::Download)?;
                        if let AnyState::Download(State::Counted { minute, lines }) = state {
                            recorded.insert(repository.to_owned(), (minute, lines));
                        }
                    }
                    Ok(recorded)
                })
                .await
        })
    }

    fn downloads_of(&self, at: Location) -> Answer<'_, Counted> {
        Box::pin(async move {
            let Location { repository, path } = at;
            self.inner.blocking(move |inner| inner.view.downloads(&repository.id, &path)).await
        })
    }

    fn by_day(&self, days: Range<Day>) -> Answer<'_, Vec<DayCount>> {
        Box::pin(async move { self.inner.blocking(|inner| inner.view.transferred(days)).await })
    }

    fn by_day_of(
        &self,
        package: PackageId,
        version: Option<String>,
        days: Range<Day>,
        scope: Vec<Searched>,
    ) -> Answer<'_, Vec<DayCount>> {
        Box::pin(async move {
            let count = move |inner: &Inner| {
                let versions = inner.view.counted_versions(&package, version.as_deref(), &scope)?;
                inner.view.transferred_of(&package.name, &versions, days)
            };
            self.inner.blocking(count).await
        })
    }
}

impl Inner {
    /// Appends the counts of repositories as one group, and adds them to the view.
    async fn append_counts(
        self: &std::sync::Arc<Self>,
        commands: Vec<Command>,
        at: Timestamp,
    ) -> Result<(), RepositoryError> {
        let change = self.view.begin_change(self.streams.journal().as_ref());
        let appended = self.streams.submit_in_order(&commands, &ChangeContext::system(at)).await;
        match appended {
            Ok(Ok(())) => {}
            Ok(Err(_)) => {
                self.view.end_change(change);
                return Err(RepositoryError::Defect("the minutes of downloads are out of order"));
            }
            Err(error) => {
                if error.is_certain() {
                    self.view.end_change(change);
                } else {
                    self.view.leave_change(change);
                }
                return Err(error.into());
            }
        }
        let follow = move |inner: &Self| {
            let mut streams: Vec<String> =
                commands.into_iter().map(|command| command.stream).collect();
            streams.dedup();
            let journal = inner.streams.journal().as_ref();
            inner.view.follow(journal, streams)
        };
        if let Err(error) = self.blocking(follow).await {
            self.view.leave_change(change);
            return Err(error);
        }
        self.view.end_change(change);
        Ok(())
    }
}
