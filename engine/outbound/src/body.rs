//! What a request sends: bytes, or a file that is read while it is sent.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc;

/// How much of a file is read at once.
const PORTION_BYTES: usize = 256 * 1_024;
/// How many portions are read ahead.
const AHEAD: usize = 2;

/// What a request holds until it is sent.
#[derive(Debug, Clone)]
pub(crate) enum Payload {
    Bytes(Bytes),
    File { file: Arc<File>, bytes: u64 },
}

impl Payload {
    /// The body, from its beginning. A file is read on a thread of its own.
    pub(crate) fn body(&self) -> Outgoing {
        match self {
            Self::Bytes(bytes) => Outgoing::Bytes(Some(bytes.clone()).filter(|it| !it.is_empty())),
            Self::File { file, bytes } => {
                let (sender, portions) = mpsc::channel(AHEAD);
                let (file, left) = (Arc::clone(file), *bytes);
                tokio::task::spawn_blocking(move || read(&file, left, &sender));
                Outgoing::File { portions, left }
            }
        }
    }
}

fn read(mut file: &File, mut left: u64, sender: &mpsc::Sender<io::Result<Bytes>>) {
    let mut begun = file.rewind();
    while left > 0 {
        let portion = begun.and_then(|()| {
            let bytes = usize::try_from(left).map_or(PORTION_BYTES, |left| left.min(PORTION_BYTES));
            let mut portion = vec![0; bytes];
            file.read_exact(&mut portion)?;
            Ok(portion)
        });
        begun = Ok(());
        left -= portion.as_ref().map_or(left, |portion| portion.len() as u64);
        if sender.blocking_send(portion.map(Bytes::from)).is_err() {
            return;
        }
    }
}

/// The body of a request that is being sent.
pub(crate) enum Outgoing {
    Bytes(Option<Bytes>),
    File { portions: mpsc::Receiver<io::Result<Bytes>>, left: u64 },
}

impl Body for Outgoing {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match &mut *self {
            Self::Bytes(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::File { portions, left } => portions.poll_recv(context).map(|portion| {
                Some(portion?.map(|portion| {
                    *left = left.saturating_sub(portion.len() as u64);
                    Frame::data(portion)
                }))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Bytes(bytes) => bytes.is_none(),
            Self::File { left, .. } => *left == 0,
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match self {
            Self::Bytes(bytes) => bytes.as_ref().map_or(0, |bytes| bytes.len() as u64),
            Self::File { left, .. } => *left,
        })
    }
}
