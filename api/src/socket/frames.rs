//! WebSocket frames. Those from a client are counted as they are read, since pings and fragments cost as much as
//! messages; a long message to a client is sent in fragments, each of which fits into the bounded write buffer.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// Maximum number of frames from a client per second: far above the message limit, so that a burst of messages gets
/// `too_fast` errors before the connection is closed.
const FRAMES_A_SECOND_MAX: usize = 1_000;
const SECOND: Duration = Duration::from_secs(1);

/// Longer messages are sent in fragments of this size.
const FRAGMENT_BYTES: usize = 64 * 1024;

/// The client exceeds the frame limit.
#[derive(Debug, thiserror::Error)]
#[error("more than {FRAMES_A_SECOND_MAX} frames came within a second")]
pub(super) struct TooManyFrames;

/// A stream that counts the frames read from it.
pub(super) struct MeteredFrames<S> {
    stream: S,
    headers: FrameHeaders,
    window: Instant,
    frames: usize,
}

impl<S> MeteredFrames<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, headers: FrameHeaders::default(), window: Instant::now(), frames: 0 }
    }

    fn count(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.window.elapsed() >= SECOND {
            (self.window, self.frames) = (Instant::now(), 0);
        }
        self.frames += self.headers.count(bytes);
        if self.frames > FRAMES_A_SECOND_MAX {
            return Err(io::Error::other(TooManyFrames));
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MeteredFrames<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        Poll::Ready(self.count(&buffer.filled()[before..]))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MeteredFrames<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Finds frame headers in a byte stream, however it is split (RFC 6455, section 5.2).
#[derive(Debug, Default)]
struct FrameHeaders {
    /// The received bytes of an incomplete header.
    header: [u8; HEADER_BYTES_MAX],
    header_bytes: usize,
    /// The remaining payload of the current frame.
    payload_bytes: u64,
}

/// 2 bytes, an 8-byte length and a 4-byte mask.
const HEADER_BYTES_MAX: usize = 14;

impl FrameHeaders {
    /// The number of headers that are completed by these bytes.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut count = 0;
        loop {
            let skipped =
                usize::try_from(self.payload_bytes).unwrap_or(usize::MAX).min(bytes.len());
            bytes = &bytes[skipped..];
            self.payload_bytes -= skipped as u64;
            let Some((byte, rest)) = bytes.split_first() else { return count };
            bytes = rest;
            self.header[self.header_bytes] = *byte;
            self.header_bytes += 1;
            if let Some(payload_bytes) = self.payload_length() {
                (self.header_bytes, self.payload_bytes) = (0, payload_bytes);
                count += 1;
            }
        }
    }

    /// The payload length, once the header is complete.
    fn payload_length(&self) -> Option<u64> {
        let [_, second, ..] = self.header;
        let length_bytes = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask_bytes = if second & 0x80 == 0 { 0 } else { 4 };
        if self.header_bytes < 2 || self.header_bytes < 2 + length_bytes + mask_bytes {
            return None;
        }
        if length_bytes == 0 {
            return Some(u64::from(second & 0x7f));
        }
        let digits = &self.header[2..2 + length_bytes];
        Some(digits.iter().fold(0, |length, byte| length << 8 | u64::from(*byte)))
    }
}

/// Splits a text into the messages that it is sent in.
pub(super) fn in_fragments(text: String) -> Vec<Message> {
    if text.len() <= FRAGMENT_BYTES {
        return vec![Message::text(text)];
    }
    let mut rest = Bytes::from(text);
    let mut fragments = Vec::with_capacity(rest.len() / FRAGMENT_BYTES + 1);
    let mut kind = OpCode::Data(Data::Text);
    while !rest.is_empty() {
        let fragment = rest.split_to(FRAGMENT_BYTES.min(rest.len()));
        fragments.push(Message::Frame(Frame::message(fragment, kind, rest.is_empty())));
        kind = OpCode::Data(Data::Continue);
    }
    fragments
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked client frame, with a mask of zeros.
    fn frame(payload_bytes: usize) -> Vec<u8> {
        let mut bytes = vec![0x89];
        match payload_bytes {
            short @ ..126 => bytes.push(0x80 | u8::try_from(short).unwrap()),
            medium @ ..0x1_0000 => {
                bytes.push(0x80 | 0x7e);
                bytes.extend(u16::try_from(medium).unwrap().to_be_bytes());
            }
            long => {
                bytes.push(0x80 | 0x7f);
                bytes.extend((long as u64).to_be_bytes());
            }
        }
        // The payload bytes look like headers.
        bytes.extend(vec![0; 4]);
        bytes.extend(vec![0x80; payload_bytes]);
        bytes
    }

    #[test]
    fn frames_are_counted_however_the_bytes_are_split() {
        let sizes = [0, 1, 125, 126, 65_535, 65_536, 0, 0, 7];
        let bytes: Vec<u8> = sizes.iter().flat_map(|size| frame(*size)).collect();
        for cut in [1, 2, 3, 13, 4_096, bytes.len()] {
            let mut headers = FrameHeaders::default();
            let counted: usize = bytes.chunks(cut).map(|chunk| headers.count(chunk)).sum();
            assert_eq!(counted, sizes.len(), "in pieces of {cut}");
        }
    }

    #[test]
    fn a_long_text_is_sent_in_fragments_that_add_up_to_it() {
        assert_eq!(in_fragments("short".to_owned()), [Message::text("short")]);
        let text = "ä".repeat(FRAGMENT_BYTES);
        let mut whole = Vec::new();
        let fragments = in_fragments(text.clone());
        for (place, fragment) in fragments.iter().enumerate() {
            let Message::Frame(frame) = fragment else { panic!("a message that is no frame") };
            assert_eq!(frame.header().is_final, place + 1 == fragments.len());
            whole.extend(frame.payload());
        }
        assert_eq!((fragments.len(), whole), (2, text.into_bytes()));
    }

    #[test]
    fn reading_fails_after_too_many_frames() {
        let mut metered = MeteredFrames::new(tokio::io::empty());
        let most = frame(0).repeat(FRAMES_A_SECOND_MAX);
        metered.count(&most).unwrap();
        let error = metered.count(&frame(0)).unwrap_err();
        assert!(
            error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooManyFrames>)
        );
    }
}
