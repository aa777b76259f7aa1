//! Times of messages, with what clocks may differ by.

use waybill_machines::Timestamp;

use super::SamlFault;

/// By how much clocks may differ, in milliseconds.
pub(super) const SKEW_MS: i64 = 60_000;
/// How long before now a message may have been issued, in milliseconds.
const ISSUED_MS_MAX: i64 = 600_000;
/// How long the id of a message is remembered at most, in milliseconds: after that it is too old, however long it is
/// valid.
const REMEMBERED_MS_MAX: i64 = ISSUED_MS_MAX + 2 * SKEW_MS;
/// The longest that a statement may be valid, in milliseconds.
const VALID_MS_MAX: i64 = 24 * 3_600_000;

/// Reads a time, which is one of UTC in SAML. Some have more digits of a second than are kept here.
pub(super) fn time(text: Option<&str>) -> Result<Timestamp, SamlFault> {
    let read = |text: &str| {
        let text = text.strip_suffix('Z')?;
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_fraction = !fraction.is_empty() && fraction.bytes().all(|it| it.is_ascii_digit());
        format!("{whole}Z").parse::<Timestamp>().ok().filter(|_| is_fraction && whole.len() == 19)
    };
    text.and_then(read).ok_or(SamlFault::Malformed("a time is missing, or is no time of UTC"))
}

/// Checks when a message was issued.
pub(super) fn check_issued(text: Option<&str>, at: Timestamp) -> Result<(), SamlFault> {
    let age_ms = at.ms_since(time(text)?);
    if (-SKEW_MS..=ISSUED_MS_MAX).contains(&age_ms) {
        Ok(())
    } else {
        Err(SamlFault::Refused("it was not issued just now"))
    }
}

/// Until when the id of a message has to be remembered that was issued just now, and is valid until then.
pub(super) fn remembered(end: Option<Timestamp>, at: Timestamp) -> Timestamp {
    let too_old = at.plus_ms(REMEMBERED_MS_MAX);
    end.map_or(too_old, |end| end.min(too_old))
}

/// Checks the end of a statement, and answers until when it could be presented.
pub(super) fn check_end(text: Option<&str>, at: Timestamp) -> Result<Timestamp, SamlFault> {
    let end = time(text)?.plus_ms(SKEW_MS);
    match end.ms_since(at) {
        1..=VALID_MS_MAX => Ok(end),
        ..=0 => Err(SamlFault::Refused("it has expired")),
        _ => Err(SamlFault::Refused("it is valid for too long")),
    }
}

/// Checks the begin of a statement.
pub(super) fn check_begin(text: &str, at: Timestamp) -> Result<(), SamlFault> {
    if at.ms_since(time(Some(text))?) >= -SKEW_MS {
        Ok(())
    } else {
        Err(SamlFault::Refused("it is not valid yet"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn text(after_ms: i64) -> String {
        AT.plus_ms(after_ms).to_string()
    }

    /// covers: [SSO-02]
    #[test]
    fn times_are_of_utc_with_any_digits_of_a_second() {
        for sound in
            ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.1234567Z"]
        {
            assert_eq!(time(Some(sound)), Ok(AT), "{sound}");
        }
        for wrong in [
            "",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00+01:00",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.aZ",
            "2026-13-01T00:00:00Z",
            "2026-01-01T00:00:00.0.0Z",
        ] {
            assert!(time(Some(wrong)).is_err(), "{wrong}");
        }
        assert!(time(None).is_err());
    }

    /// covers: [SSO-02]
    #[test]
    fn clocks_may_differ_by_a_minute() {
        let issued = |after_ms| check_issued(Some(&text(after_ms)), AT).is_ok();
        assert!(issued(SKEW_MS) && issued(-ISSUED_MS_MAX));
        assert!(!issued(SKEW_MS + 1_000) && !issued(-ISSUED_MS_MAX - 1_000));
        let ends = |after_ms| check_end(Some(&text(after_ms)), AT).is_ok();
        assert!(ends(-SKEW_MS + 1_000) && ends(3_600_000));
        assert!(!ends(-SKEW_MS) && !ends(VALID_MS_MAX + 1_000));
        let remembered = |end: Option<i64>| remembered(end.map(|ms| AT.plus_ms(ms)), AT);
        assert_eq!(remembered(Some(300_000)), AT.plus_ms(300_000));
        for long in [Some(VALID_MS_MAX), None] {
            assert_eq!(remembered(long), AT.plus_ms(REMEMBERED_MS_MAX));
        }
        let begins = |after_ms| check_begin(&text(after_ms), AT).is_ok();
        assert!(begins(SKEW_MS) && begins(-3_600_000) && !begins(SKEW_MS + 1_000));
    }
}
