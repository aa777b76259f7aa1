//! Times in the indexes of other repositories of charts.

use waybill_machines::Timestamp;

/// The letters of a time up to its seconds.
const SECONDS: usize = "2026-01-01T00:00:00".len();

/// The time that a text of RFC 3339 says, which may have any offset and parts of a second, of which thousandths count.
/// Helm reads nothing of an index with a text that says none.
pub(in crate::components) fn time_of(text: &str) -> Option<Timestamp> {
    let (seconds, rest) = text.split_at_checked(SECONDS)?;
    let digits = rest
        .strip_prefix('.')
        .map_or(0, |fraction| fraction.bytes().take_while(u8::is_ascii_digit).count() + 1);
    let (fraction, offset) = rest.split_at_checked(digits)?;
    let thousandths = format!("{:0<3}", fraction.get(1..).unwrap_or_default());
    let local: Timestamp = format!("{seconds}.{}Z", &thousandths[..3]).parse().ok()?;
    let minutes = match offset {
        "Z" => 0,
        offset => {
            let sign = if offset.starts_with('-') { -1 } else { 1 };
            let (hours, minutes) = offset.strip_prefix(['+', '-'])?.split_once(':')?;
            let part = |text: &str, max: i64| {
                let value: i64 = text.parse().ok()?;
                (text.len() == 2 && (0..=max).contains(&value)).then_some(value)
            };
            sign * (part(hours, 23)? * 60 + part(minutes, 59)?)
        }
    };
    Some(Timestamp::from_ms(local.as_ms() - minutes * 60_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_other_writers_are_read() {
        for (text, expected) in [
            ("2026-01-02T03:04:05Z", Some("2026-01-02T03:04:05.000Z")),
            ("2026-01-02T03:04:05.1Z", Some("2026-01-02T03:04:05.100Z")),
            ("2026-01-02T03:04:05.123456789Z", Some("2026-01-02T03:04:05.123Z")),
            ("2026-01-02T03:04:05.5+02:30", Some("2026-01-02T00:34:05.500Z")),
            ("2026-01-02T03:04:05-01:00", Some("2026-01-02T04:04:05.000Z")),
            ("2026-01-02 03:04:05Z", None),
            ("2026-01-02T03:04:05", None),
            ("2026-01-02T03:04:05+1:00", None),
            ("2026-01-02T03:04:05+99:00", None),
            ("2026-02-30T03:04:05Z", None),
            ("2026-01-02", None),
            ("ä", None),
        ] {
            let found = time_of(text).map(|time| time.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
