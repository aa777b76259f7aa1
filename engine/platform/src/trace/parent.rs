//! The header `traceparent` of W3C Trace Context, by which servers name the trace and the span that a request is part
//! of: `00-<32 digits of the trace>-<16 digits of the span>-<flags>`.

use std::fmt;

use super::{DIGITS_MAX, Trace};
use crate::secret::{hex, random};

/// The version that is written; of later ones the same four parts are read.
const VERSION: &str = "00";
/// The version that is none.
const INVALID_VERSION: &str = "ff";
/// The flag by which the caller says that it records the trace.
const SAMPLED: u8 = 1;

/// The id of a span: one piece of work within a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpanId([u8; 8]);

impl SpanId {
    /// A new random one.
    pub fn fresh() -> Self {
        Self(random::<8>())
    }

    fn parse(digits: &str) -> Option<Self> {
        let is_hex = digits.len() == 16 && digits.bytes().all(is_digit);
        let number = is_hex.then(|| u64::from_str_radix(digits, 16).ok())??;
        (number != 0).then(|| Self(number.to_be_bytes()))
    }
}

impl fmt::Display for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// The specification has lower-case digits only.
fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// What a caller says about the trace of its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parent {
    /// The span of the caller.
    pub span: SpanId,
    /// Whether the caller records the trace.
    pub is_sampled: bool,
}

impl Trace {
    /// The trace that a header names, with the caller's span. Anything but a valid header is ignored.
    pub fn of_traceparent(header: &str) -> Option<Self> {
        let mut parts = header.split('-');
        let (version, trace) = (parts.next()?, parts.next()?);
        let (span, flags) = (parts.next()?, parts.next()?);
        let is_version = version.len() == 2 && version.bytes().all(is_digit);
        let is_whole = version != VERSION || parts.next().is_none();
        let is_trace = trace.len() == DIGITS_MAX
            && trace.bytes().all(is_digit)
            && trace.bytes().any(|digit| digit != b'0');
        let flags = (flags.len() == 2 && flags.bytes().all(is_digit))
            .then(|| u8::from_str_radix(flags, 16).ok())??;
        if !is_version || version == INVALID_VERSION || !is_whole || !is_trace {
            return None;
        }
        let is_sampled = flags & SAMPLED != 0;
        let parent = Parent { span: SpanId::parse(span)?, is_sampled };
        Some(Self { parent: Some(parent), ..Self::parse(trace)? })
    }

    /// The header for a request to another server that a span of this trace sends.
    pub fn traceparent(&self, span: SpanId, is_sampled: bool) -> String {
        let flags = if is_sampled { SAMPLED } else { 0 };
        format!("{VERSION}-{}-{span}-{flags:02x}", self.whole_digits())
    }

    /// All 32 digits; a shorter trace has zeros before it.
    pub fn whole_digits(&self) -> String {
        format!("{:0>DIGITS_MAX$}", self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn a_header_names_trace_span_and_whether_it_is_recorded() {
        let header = format!("00-{TRACE}-00f067aa0ba902b7-01");
        let trace = Trace::of_traceparent(&header).unwrap();
        let parent = trace.parent().unwrap();
        assert_eq!((trace.to_string().as_str(), parent.is_sampled), (TRACE, true));
        assert_eq!(trace.traceparent(parent.span, true), header);
        let later = format!("cc-{TRACE}-00f067aa0ba902b7-00-what-comes");
        let parent = Trace::of_traceparent(&later).and_then(|trace| trace.parent());
        assert!(!parent.unwrap().is_sampled);
        let short = Trace::parse("9f2c0000aaaa1111").unwrap();
        assert_eq!(
            short.traceparent(parent.unwrap().span, false),
            "00-00000000000000009f2c0000aaaa1111-00f067aa0ba902b7-00"
        );
    }

    #[test]
    fn an_invalid_header_is_ignored() {
        for header in [
            String::new(),
            TRACE.to_owned(),
            format!("ff-{TRACE}-00f067aa0ba902b7-01"),
            format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
            format!("00-{TRACE}-00f067aa0ba902b7-1"),
            format!("00-{TRACE}-00f067aa0ba902b7-+1"),
            format!("00-{TRACE}-+0f067aa0ba902b7-01"),
            format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
            format!("0-{TRACE}-00f067aa0ba902b7-01"),
        ] {
            assert_eq!(Trace::of_traceparent(&header), None, "{header}");
        }
    }
}
