//! The part of the Basic Encoding Rules that LDAP uses (RFC 4511, 5.1): definite lengths and tags of one byte.

/// The tag of a boolean.
pub(super) const BOOLEAN: u8 = 0x01;
/// The tag of an integer.
pub(super) const INTEGER: u8 = 0x02;
/// The tag of an octet string.
pub(super) const OCTETS: u8 = 0x04;
/// The tag of an enumerated value.
pub(super) const ENUMERATED: u8 = 0x0a;
/// The tag of a sequence.
pub(super) const SEQUENCE: u8 = 0x30;
/// The tag of a set.
pub(super) const SET: u8 = 0x31;

/// How many bytes say a length at most, beside the first.
const LENGTH_BYTES_MAX: usize = 4;

/// Bytes that are being written.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    /// A value of this tag.
    pub(super) fn value(&mut self, tag: u8, content: &[u8]) -> &mut Self {
        self.0.push(tag);
        self.length(content.len());
        self.0.extend_from_slice(content);
        self
    }

    /// A value of this tag that consists of others.
    pub(super) fn nested(&mut self, tag: u8, write: impl FnOnce(&mut Self)) -> &mut Self {
        let mut inner = Self::default();
        write(&mut inner);
        self.value(tag, &inner.0)
    }

    /// An octet string.
    pub(super) fn octets(&mut self, content: &[u8]) -> &mut Self {
        self.value(OCTETS, content)
    }

    /// A number that is not negative.
    pub(super) fn number(&mut self, tag: u8, number: u32) -> &mut Self {
        let bytes = number.to_be_bytes();
        let leading = bytes.iter().take_while(|byte| **byte == 0).count().min(3);
        let significant = &bytes[leading..];
        // Otherwise it would be read as a negative one.
        if significant[0] & 0x80 == 0 {
            return self.value(tag, significant);
        }
        let padded: Vec<u8> = [0].iter().chain(significant).copied().collect();
        self.value(tag, &padded)
    }

    /// A boolean.
    pub(super) fn boolean(&mut self, tag: u8, value: bool) -> &mut Self {
        self.value(tag, &[if value { 0xff } else { 0 }])
    }

    /// What was written.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn length(&mut self, length: usize) {
        if let Ok(short) = u8::try_from(length)
            && short < 0x80
        {
            self.0.push(short);
            return;
        }
        let bytes = length.to_be_bytes();
        let leading = bytes.iter().take_while(|byte| **byte == 0).count();
        let significant = &bytes[leading..];
        // A length has eight bytes at most.
        self.0.push(0x80 | u8::try_from(significant.len()).unwrap_or(8));
        self.0.extend_from_slice(significant);
    }
}

/// Values that are being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next value with its tag; none if there is none that is whole.
    pub(super) fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        // Tags of several bytes are not used.
        if tag & 0x1f == 0x1f {
            return None;
        }
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = match length_bytes(first)? {
            0 => (usize::from(first), rest),
            count => {
                let (bytes, rest) = rest.split_at_checked(count)?;
                (length_of(bytes)?, rest)
            }
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, content))
    }

    /// The content of the next value, if it has this tag.
    pub(super) fn expect(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (found, content) = self.next()?;
        (found == tag).then_some(content)
    }

    /// The next number that is not negative, if it has this tag.
    pub(super) fn number(&mut self, tag: u8) -> Option<u32> {
        let content = self.expect(tag)?;
        let (&first, _) = content.split_first()?;
        if first & 0x80 != 0 || content.len() > 5 || (content.len() == 5 && first != 0) {
            return None;
        }
        content.iter().try_fold(0_u32, |number, byte| {
            number.checked_mul(256).map(|number| number | u32::from(*byte))
        })
    }

    /// Whether nothing is left.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How many bytes say the length after the first one; none if the length is indefinite or not reasonable.
pub(super) fn length_bytes(first: u8) -> Option<usize> {
    if first & 0x80 == 0 {
        return Some(0);
    }
    let count = usize::from(first & 0x7f);
    (1..=LENGTH_BYTES_MAX).contains(&count).then_some(count)
}

/// The length that these bytes say.
pub(super) fn length_of(bytes: &[u8]) -> Option<usize> {
    bytes.iter().try_fold(0_usize, |length, byte| {
        length.checked_mul(256).map(|length| length | usize::from(*byte))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn what_is_written_is_read_back() {
        for length in [0, 1, 127, 128, 255, 256, 70_000] {
            let content = vec![7; length];
            let mut writer = Writer::default();
            writer.octets(&content).number(INTEGER, 3);
            let bytes = writer.into_bytes();
            let mut reader = Reader(&bytes);
            assert_eq!(reader.expect(OCTETS), Some(&content[..]));
            assert_eq!(reader.number(INTEGER), Some(3));
            assert!(reader.is_empty());
        }
        for number in [0, 1, 127, 128, 255, 256, 65_535, u32::MAX] {
            let mut writer = Writer::default();
            writer.number(ENUMERATED, number);
            let bytes = writer.into_bytes();
            assert_eq!(Reader(&bytes).number(ENUMERATED), Some(number), "{bytes:?}");
        }
    }

    /// covers: [SSO-02]
    #[test]
    fn bytes_that_are_no_value_are_none() {
        for wrong in [
            &[][..],
            &[4],
            &[4, 1],
            &[4, 0x80],
            &[4, 0x85, 0, 0, 0, 0, 1, 7],
            &[4, 0x84, 0xff, 0xff, 0xff, 0xff],
            &[0x1f, 0x81, 1, 7],
        ] {
            assert!(Reader(wrong).next().is_none(), "{wrong:?}");
        }
        for wrong in [&[2, 1, 0xff][..], &[2, 0], &[2, 5, 1, 0, 0, 0, 0], &[4, 1, 1]] {
            assert_eq!(Reader(wrong).number(INTEGER), None, "{wrong:?}");
        }
    }
}
