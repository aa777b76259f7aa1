//! The body of a request as a source of bytes.

use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use futures_util::StreamExt as _;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Location, NextPortion, Overwriting, Source, SourceError};

use crate::caller::PackageClient;
use crate::state::AppState;

/// An upload ends if nothing arrives for this long. How long it takes as a whole is not limited.
const IDLE_MAX: Duration = Duration::from_secs(30);

/// What allows a client to store a file. Rights may end while the file is sent.
pub(super) struct Permit {
    pub(super) state: AppState,
    pub(super) client: PackageClient,
    pub(super) at: Location,
    pub(super) overwriting: Overwriting,
    /// Whether the file gets properties.
    pub(super) annotates: bool,
}

impl Permit {
    /// Whether it still holds.
    async fn holds(&self) -> bool {
        let Ok(client) = self.client.again(&self.state).await else { return false };
        let allows = |action| client.rights().allow(action, &self.at.repository, &self.at.path);
        allows(Action::Write)
            && (!self.annotates || allows(Action::Annotate))
            && client.overwriting(&self.at) >= self.overwriting
    }
}

/// The body of a request, portion by portion.
pub(in crate::components) struct Portions(BodyDataStream);

impl Portions {
    pub(in crate::components) fn new(body: Body) -> Self {
        Self(body.into_data_stream())
    }

    /// The next portion; `None` at the end.
    pub(in crate::components) async fn next(&mut self) -> Option<Result<Bytes, SourceError>> {
        match tokio::time::timeout(IDLE_MAX, self.0.next()).await {
            Err(_) => Some(Err(SourceError::TooSlow)),
            Ok(portion) => portion.map(|portion| portion.map_err(|_| SourceError::Interrupted)),
        }
    }
}

impl Source for Portions {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(Self::next(self))
    }
}

/// A source of which at most so many bytes are taken.
pub(in crate::components) struct AtMost {
    portions: Portions,
    left: u64,
}

impl AtMost {
    pub(in crate::components) fn new(body: Body, bytes_max: u64) -> Self {
        Self { portions: Portions::new(body), left: bytes_max }
    }

    /// Whether more has arrived than is taken.
    pub(in crate::components) const fn is_exceeded(&self) -> bool {
        self.left == 0
    }
}

impl Source for AtMost {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            let portion = self.portions.next().await?;
            let bytes = portion.as_ref().map_or(0, Bytes::len) as u64;
            self.left = self.left.saturating_sub(bytes);
            Some(if self.left == 0 && bytes > 0 { Err(SourceError::NotValid) } else { portion })
        })
    }
}

/// A body that is the content of a file.
pub(super) struct BodySource {
    portions: Portions,
    permit: Permit,
}

impl BodySource {
    pub(super) fn new(body: Body, permit: Permit) -> Self {
        Self { portions: Portions::new(body), permit }
    }
}

impl Source for BodySource {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(async move {
            match self.portions.next().await {
                None if self.permit.holds().await => None,
                None => Some(Err(SourceError::NotAllowed)),
                portion => portion,
            }
        })
    }
}
