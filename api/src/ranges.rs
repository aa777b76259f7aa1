//! Sends a file whole or in part, so that an interrupted download can be resumed.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use waybill_blobs::Reader;

use crate::downloads::{Served, ServedPart};
use crate::error::{ApiError, not_modified, partial};

/// Number of bytes read at once.
const PART_BYTES: u64 = 64 * 1024;

/// A file to send.
#[derive(Debug)]
pub struct Download {
    /// Number of bytes to send; the file may have grown since.
    pub size: u64,
    /// The file name for the browser, without quotes, slashes and controls.
    pub name: String,
    /// The media type.
    pub content_type: Cow<'static, str>,
    /// Identifies the content, so that a range of another file under the same name is not appended to a partial
    /// download.
    pub etag: String,
    /// The file of a repository that it is, if it is one: its downloads are followed.
    pub of: Option<Served>,
}

/// The header that names the file (RFC 6266): a name beyond ASCII a second time, in UTF-8.
fn disposition(name: &str) -> String {
    let plain = |character: char| if character.is_ascii() { character } else { '_' };
    let ascii: String = name.chars().map(plain).collect();
    let mut header = format!("attachment; filename=\"{ascii}\"");
    if !name.is_ascii() {
        header.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') {
                header.push(char::from(byte));
            } else {
                let _ = write!(header, "%{byte:02X}");
            }
        }
    }
    header
}

impl Download {
    /// The response to a request with these headers; `body` makes the bytes from one offset to another.
    pub fn answer(
        self,
        headers: &HeaderMap,
        body: impl FnOnce(u64, u64) -> Body,
    ) -> Result<Response, ApiError> {
        let etag = format!("\"{}\"", self.etag);
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        if has_tag(headers, header::IF_NONE_MATCH, &etag) {
            return Ok(not_modified());
        }
        let still_fits = text(header::IF_RANGE).is_none_or(|known| known == etag);
        let range = text(header::RANGE).filter(|_| still_fits);
        let range = range.and_then(|range| range.strip_prefix("bytes=")).and_then(one_of);
        let (from, to) = match range {
            None => (0, self.size),
            Some(range) => range.within(self.size).ok_or_else(|| ApiError::bad_range(self.size))?,
        };
        let mut response = Response::new(body(from, to));
        if let Some(file) = self.of {
            response.extensions_mut().insert(ServedPart { file, from, to });
        }
        let headers = response.headers_mut();
        let mut set = |name, value: String| {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        };
        set(header::CONTENT_TYPE, self.content_type.into_owned());
        set(header::CONTENT_DISPOSITION, disposition(&self.name));
        set(header::ACCEPT_RANGES, "bytes".to_owned());
        set(header::CONTENT_LENGTH, (to - from).to_string());
        set(header::ETAG, etag);
        if range.is_some() {
            let last = to.saturating_sub(1);
            set(header::CONTENT_RANGE, format!("bytes {from}-{last}/{}", self.size));
            return Ok(partial(response));
        }
        Ok(response)
    }
}

/// Whether a header names an entity tag. Tags are compared weakly: a proxy that compresses makes them weak.
pub fn has_tag(headers: &HeaderMap, name: header::HeaderName, tag: &str) -> bool {
    let named = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut named = named.split(',').map(str::trim);
    named.any(|named| named.strip_prefix("W/").unwrap_or(named) == tag)
}

/// A requested range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    From(u64),
    Between(u64, u64),
    Last(u64),
}

impl Range {
    /// The first byte and the one after the last; none if the range is not satisfiable.
    fn within(self, size: u64) -> Option<(u64, u64)> {
        let (from, to) = match self {
            Self::From(from) => (from, size),
            Self::Between(from, last) => (from, last.saturating_add(1).min(size)),
            Self::Last(bytes) => (size.saturating_sub(bytes), size),
        };
        (from < to).then_some((from, to))
    }
}

/// Parses a single range. Several or unreadable ranges are answered with the whole file, as RFC 9110 allows.
fn one_of(text: &str) -> Option<Range> {
    let (from, last) = text.trim().split_once('-')?;
    match (from.is_empty(), last.is_empty()) {
        (true, false) => last.parse().ok().map(Range::Last),
        (false, true) => from.parse().ok().map(Range::From),
        (false, false) => Some(Range::Between(from.parse().ok()?, last.parse().ok()?)),
        (true, true) => None,
    }
}

/// The bytes of a file.
pub fn of_file(file: File, from: u64, to: u64) -> Body {
    let file = Arc::new(file);
    let parts = futures_util::stream::unfold(from, move |at| {
        let file = Arc::clone(&file);
        async move {
            if at >= to {
                return None;
            }
            let read = tokio::task::spawn_blocking(move || {
                let mut bytes = vec![0; usize::try_from(PART_BYTES.min(to - at)).unwrap_or(0)];
                file.read_exact_at(&mut bytes, at).map(|()| Bytes::from(bytes))
            });
            // If the file has become shorter, the download fails, since its length has been announced.
            let part = read.await.unwrap_or_else(|error| Err(std::io::Error::other(error)));
            let next = if part.is_ok() { at + PART_BYTES.min(to - at) } else { to };
            Some((part, next))
        }
    });
    Body::from_stream(parts)
}

/// The bytes of a part of a stored content.
pub fn of_reader(reader: Reader) -> Body {
    Body::from_stream(futures_util::stream::unfold(Some(reader), async move |reader| {
        let mut reader = reader?;
        match reader.next().await {
            Ok(None) => None,
            Ok(Some(portion)) => Some((Ok(portion), Some(reader))),
            // The length was announced, so the client notices that the rest is missing.
            Err(error) => Some((Err(error), None)),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_clipped_to_the_file_or_unsatisfiable() {
        let within = |text, size| one_of(text).and_then(|range| range.within(size));
        assert_eq!(within("0-", 10), Some((0, 10)));
        assert_eq!(within("5-7", 10), Some((5, 8)));
        assert_eq!(within("5-700", 10), Some((5, 10)));
        assert_eq!(within("-3", 10), Some((7, 10)));
        assert_eq!(within("-30", 10), Some((0, 10)));
        assert_eq!(within("10-", 10), None);
        assert_eq!(within("0-", 0), None);
        // Registries of images have to refuse a range that ends before it begins.
        assert_eq!(one_of("7-5"), Some(Range::Between(7, 5)));
        assert_eq!(within("7-5", 10), None);
        for none in ["", "-", "a-b", "1-2,4-5", "18446744073709551616-"] {
            assert_eq!(one_of(none), None, "{none}");
        }
        assert_eq!(within("0-18446744073709551615", 10), Some((0, 10)));
    }
}
