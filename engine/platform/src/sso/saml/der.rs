//! The few structures of ASN.1 that certificates of RSA have (X.509, in DER): reading the key of one that an
//! administrator has pinned, and writing the one of this server. Neither is a judgement about the certificate: it is a
//! container of a key, and its dates and its issuer mean nothing here.

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OBJECT_ID: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;
const NULL: &[u8] = &[0x05, 0x00];

/// `rsaEncryption` (1.2.840.113549.1.1.1).
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
/// `sha256WithRSAEncryption` (1.2.840.113549.1.1.11).
const RSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];
/// `commonName` (2.5.4.3).
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];

/// The bytes of the modulus of a key of RSA.
const MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=1_024;

/// The public key of a certificate, as `RSAPublicKey` (RFC 8017, A.1.1); none for another kind of key, or one that is
/// too short.
pub(super) fn key_of_certificate(der: &[u8]) -> Option<&[u8]> {
    let (certificate, rest) = expect(SEQUENCE, der)?;
    let (mut signed, _) = expect(SEQUENCE, certificate)?;
    if !rest.is_empty() {
        return None;
    }
    if let Some((VERSION, _, rest)) = next(signed) {
        signed = rest;
    }
    // Serial number, algorithm, issuer, validity and subject.
    for tag in [INTEGER, SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE] {
        signed = expect(tag, signed)?.1;
    }
    let (info, _) = expect(SEQUENCE, signed)?;
    let (algorithm, info) = expect(SEQUENCE, info)?;
    let (key, _) = expect(BIT_STRING, info)?;
    let (0, key) = key.split_first().map(|(unused, key)| (*unused, key))? else { return None };
    let (algorithm, _) = expect(OBJECT_ID, algorithm)?;
    let (numbers, rest) = expect(SEQUENCE, key)?;
    let (modulus, _) = expect(INTEGER, numbers)?;
    // A number whose first bit is set has a zero before it.
    let modulus = modulus.strip_prefix(&[0]).unwrap_or(modulus);
    let is_usable = algorithm == RSA && rest.is_empty() && MODULUS_BYTES.contains(&modulus.len());
    is_usable.then_some(key)
}

/// A certificate for a public key (`RSAPublicKey`) that is valid for ever, signed by its own key.
pub(super) fn own_certificate(
    key: &[u8],
    serial: &[u8],
    name: &str,
    sign: impl FnOnce(&[u8]) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let algorithm = |id: &[u8]| wrapped(SEQUENCE, &[&wrapped(OBJECT_ID, &[id]), NULL]);
    let attribute = wrapped(
        SEQUENCE,
        &[&wrapped(OBJECT_ID, &[COMMON_NAME]), &wrapped(UTF8_STRING, &[name.as_bytes()])],
    );
    let name = wrapped(SEQUENCE, &[&wrapped(SET, &[&attribute])]);
    let time = |text: &[u8]| wrapped(GENERALIZED_TIME, &[text]);
    let validity = wrapped(SEQUENCE, &[&time(b"20200101000000Z"), &time(b"99991231235959Z")]);
    let info = wrapped(SEQUENCE, &[&algorithm(RSA), &wrapped(BIT_STRING, &[&[0], key])]);
    let signed = wrapped(
        SEQUENCE,
        &[
            // The third version.
            &wrapped(VERSION, &[&wrapped(INTEGER, &[&[2]])]),
            // A zero before it makes it a positive number.
            &wrapped(INTEGER, &[&[0x00, 0x80], serial]),
            &algorithm(RSA_SHA256),
            &name,
            &validity,
            &name,
            &info,
        ],
    );
    let signature = wrapped(BIT_STRING, &[&[0], &sign(&signed)?]);
    Some(wrapped(SEQUENCE, &[&signed, &algorithm(RSA_SHA256), &signature]))
}

/// The content of the first value, which has to have this tag, and what follows it.
fn expect(tag: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (found, content, rest) = next(bytes)?;
    (found == tag).then_some((content, rest))
}

/// The tag and the content of the first value, and what follows it.
fn next(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x83 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
            let length = digits.iter().fold(0_usize, |sum, digit| sum << 8 | usize::from(*digit));
            (length, rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// A value of this tag with these parts.
fn wrapped(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let digits = content.len().to_be_bytes();
    let digits = &digits[digits.iter().position(|digit| *digit != 0).unwrap_or(digits.len() - 1)..];
    let mut all = vec![tag];
    match digits {
        [digit] if *digit < 0x80 => all.push(*digit),
        digits => {
            all.push(0x80 | u8::try_from(digits.len()).unwrap_or(u8::MAX));
            all.extend(digits);
        }
    }
    all.extend(content);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(key: &[u8]) -> Vec<u8> {
        own_certificate(key, &[1, 2, 3], "Waybill", |_| Some(vec![7; 256])).unwrap()
    }

    fn key(modulus: usize) -> Vec<u8> {
        let modulus = wrapped(INTEGER, &[&[0], &vec![0xc1; modulus]]);
        wrapped(SEQUENCE, &[&modulus, &wrapped(INTEGER, &[&[1, 0, 1]])])
    }

    /// covers: [SSO-02]
    #[test]
    fn the_key_of_a_certificate_is_read_from_within_it() {
        let (whole, key) = (certificate(&key(256)), key(256));
        assert_eq!(key_of_certificate(&whole), Some(&*key));
        for length in 0..whole.len() {
            assert_eq!(key_of_certificate(&whole[..length]), None, "{length}");
        }
        let longer = [whole.as_slice(), &[0]].concat();
        assert_eq!(key_of_certificate(&longer), None);
    }

    /// covers: [SSO-02]
    #[test]
    fn short_keys_and_other_algorithms_are_none() {
        assert_eq!(key_of_certificate(&certificate(&key(255))), None);
        assert_eq!(key_of_certificate(&certificate(&key(1_025))), None);
        let mut other = certificate(&key(256));
        // The last byte of the last `rsaEncryption`, which is that of the key.
        let at = other.windows(RSA.len()).rposition(|window| window == RSA).unwrap();
        other[at + RSA.len() - 1] = 0x07;
        assert_eq!(key_of_certificate(&other), None);
    }
}
