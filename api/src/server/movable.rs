//! A TCP stream that can be moved to another runtime, whose driver then waits for it.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::http::Extensions;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A TCP stream.
pub struct MovableStream {
    /// None after a move that failed.
    stream: Option<TcpStream>,
    mover: Mover,
}

impl MovableStream {
    /// The stream, and what moves it.
    pub fn new(stream: TcpStream) -> (Self, Mover) {
        let mover = Mover::default();
        (Self { stream: Some(stream), mover: mover.clone() }, mover)
    }

    /// The stream, with the driver of the current runtime if it is to be moved.
    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        if self.mover.0.load(Ordering::Relaxed) && self.mover.0.swap(false, Ordering::Relaxed) {
            let moved = self.stream.take().map(|stream| TcpStream::from_std(stream.into_std()?));
            self.stream = moved.transpose()?;
        }
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

/// Moves the stream of a connection.
#[derive(Debug, Clone, Default)]
pub struct Mover(Arc<AtomicBool>);

impl Mover {
    /// That of the connection which a request came over.
    pub fn of(extensions: &Extensions) -> Option<Self> {
        extensions.get::<Self>().cloned()
    }

    /// Moves the stream to the runtime of the task that uses it next. The task that used it before must have ended:
    /// it would not be woken.
    pub fn move_stream(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl AsyncRead for MovableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for MovableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tokio::runtime::Builder;
    use tokio::time::timeout;

    use super::*;

    #[test]
    fn a_moved_stream_does_not_need_the_runtime_that_accepted_it() {
        let runtime = || Builder::new_current_thread().enable_all().build().unwrap();
        let (first, second) = (runtime(), runtime());
        let (mut client, (mut stream, mover)) = first.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            (client, MovableStream::new(listener.accept().await.unwrap().0))
        });
        mover.move_stream();
        // The driver of the first runtime waits for nothing from here on.
        second.block_on(async move {
            let write = async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                std::io::Write::write_all(&mut client, b"ping").unwrap();
            };
            let mut bytes = [0; 4];
            let read = timeout(Duration::from_secs(5), stream.read_exact(&mut bytes));
            let (read, ()) = tokio::join!(read, write);
            assert_eq!((read.unwrap().unwrap(), &bytes), (4, b"ping"));
            stream.write_all(b"pong").await.unwrap();
        });
    }
}
