//! The text of a licence key. No vendor signs it: any operator can make one, so it proves nothing. Its checksum detects
//! a text that was truncated or mistyped.
//!
//! ```text
//! WAYBILL-LICENCE-1
//! type: ENTERPRISE_PLUS
//! holder: Acme
//! valid-until: 2027-01-01T00:00:00.000Z
//! checksum: <64 hex digits: the SHA-256 of the lines above, each with its line feed>
//! ```

use waybill_machines::Timestamp;
use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::rules::licence::Licence;

use crate::secret::sha256_hex;

/// The longest text of a key, in bytes.
pub const KEY_BYTES_MAX: usize = 4_096;
/// The longest name of a holder, in characters.
pub const HOLDER_CHARS_MAX: usize = 200;

const FIRST: &str = "WAYBILL-LICENCE-1";
const FIELDS: [&str; 4] = ["type", "holder", "valid-until", "checksum"];

/// The content of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The licence type.
    pub licence: Licence,
    /// The licensee; `None` when the key names none.
    pub holder: Option<String>,
    /// The time at which it ends; `None` for an unlimited key.
    pub valid_until: Option<Timestamp>,
}

/// Why a text is not a valid licence key. No message repeats the input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The text is empty.
    #[error("there is no key: paste the whole text, or choose its file")]
    Empty,
    /// It is longer than any key.
    #[error("a licence key has 4 KiB at most; this is another text")]
    TooLong,
    /// It is not text.
    #[error("a licence key is plain text; this is another kind of file")]
    NotText,
    /// It does not begin like a key.
    #[error("not a licence key: the first line must be WAYBILL-LICENCE-1")]
    NotAKey,
    /// A line is not a valid field.
    #[error(
        "line {line} of the key is not valid: after the first line come type, holder, valid-until and checksum, each \
         once, in this order, as 'name: value'"
    )]
    BadLine {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A field is missing.
    #[error("the key has no line '{field}:': copy all of it")]
    Incomplete {
        /// The name of the field.
        field: &'static str,
    },
    /// The text was changed or truncated.
    #[error(
        "the checksum does not fit the key: a part was cut off or changed; copy all of it again"
    )]
    WrongChecksum,
    /// The licence type is unknown.
    #[error("this build knows no such licence type; it knows {known}")]
    UnknownType {
        /// The known types, as a list.
        known: String,
    },
    /// The end is not a valid timestamp.
    #[error("the end of a licence must look like 2027-01-01T00:00:00Z, in UTC")]
    BadTimestamp,
    /// The holder's name is invalid.
    #[error("the holder must have 1 to 200 visible characters")]
    BadHolder,
}

impl KeyError {
    /// The machine-readable code of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "licence_empty",
            Self::TooLong => "licence_too_long",
            Self::NotText => "licence_not_text",
            Self::NotAKey => "licence_not_a_key",
            Self::BadLine { .. } | Self::Incomplete { .. } => "licence_malformed",
            Self::WrongChecksum => "licence_checksum",
            Self::UnknownType { .. } => "licence_unknown_type",
            Self::BadTimestamp => "licence_bad_end",
            Self::BadHolder => "licence_bad_holder",
        }
    }
}

/// The type with this name, except for the type without a licence.
pub fn parse_licence(name: &str) -> Result<Licence, KeyError> {
    let licensed_types = || Licence::ALL.into_iter().filter(|licence| !licence.is_none());
    licensed_types().find(|licence| name_of(*licence) == name).ok_or_else(|| {
        let known: Vec<String> = licensed_types().map(name_of).collect();
        KeyError::UnknownType { known: known.join(", ") }
    })
}

/// The name of a type, as in configurations and on the wire.
pub fn name_of(licence: Licence) -> String {
    // Derived from the variant, so that serde's spelling is not written a second time.
    let mut name = String::new();
    for (at, letter) in format!("{licence:?}").char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

impl Key {
    /// A key with these fields, if they are valid.
    pub fn new(
        licence: Licence,
        holder: Option<&str>,
        valid_until: Option<Timestamp>,
    ) -> Result<Self, KeyError> {
        parse_licence(&name_of(licence))?;
        let holder = holder.map(check_holder).transpose()?;
        Ok(Self { licence, holder, valid_until })
    }

    /// Parses a text. Changes by mail and clipboards (line ends, surrounding blanks) are ignored.
    pub fn read(text: &[u8]) -> Result<Self, KeyError> {
        if text.len() > KEY_BYTES_MAX {
            return Err(KeyError::TooLong);
        }
        let text = std::str::from_utf8(text).map_err(|_| KeyError::NotText)?;
        if text.contains('\0') {
            return Err(KeyError::NotText);
        }
        let mut lines = text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).lines();
        match lines.next() {
            None | Some("") => return Err(KeyError::Empty),
            Some(first) if first.trim() != FIRST => return Err(KeyError::NotAKey),
            Some(_) => {}
        }
        let mut values: [Option<&str>; FIELDS.len()] = [None; FIELDS.len()];
        let mut next = 0;
        for (line, text) in lines.enumerate().map(|(index, text)| (index + 2, text.trim())) {
            let (name, value) = text.split_once(": ").ok_or(KeyError::BadLine { line })?;
            let field = FIELDS.iter().position(|field| *field == name);
            let field = field.filter(|field| *field >= next).ok_or(KeyError::BadLine { line })?;
            values[field] = Some(value.trim());
            next = field + 1;
        }
        let [licence, holder, valid_until, checksum] = values;
        let licence = licence.ok_or(KeyError::Incomplete { field: FIELDS[0] })?;
        let checksum = checksum.ok_or(KeyError::Incomplete { field: FIELDS[3] })?;
        if !checksum
            .eq_ignore_ascii_case(&sha256_hex(body(licence, holder, valid_until).as_bytes()))
        {
            return Err(KeyError::WrongChecksum);
        }
        let parse_time = |text: &str| text.parse::<Timestamp>().map_err(|_| KeyError::BadTimestamp);
        Ok(Self {
            licence: parse_licence(licence)?,
            holder: holder.map(check_holder).transpose()?,
            valid_until: valid_until.map(parse_time).transpose()?,
        })
    }

    /// The key's text.
    pub fn to_text(&self) -> String {
        let valid_until = self.valid_until.map(|until| until.to_string());
        let body = body(&name_of(self.licence), self.holder.as_deref(), valid_until.as_deref());
        let checksum = sha256_hex(body.as_bytes());
        format!("{body}{}: {checksum}\n", FIELDS[3])
    }
}

fn body(licence: &str, holder: Option<&str>, valid_until: Option<&str>) -> String {
    let values = [Some(licence), holder, valid_until];
    let lines = FIELDS.iter().zip(values);
    let lines = lines.filter_map(|(field, value)| Some(format!("{field}: {}\n", value?)));
    format!("{FIRST}\n{}", lines.collect::<String>())
}

fn check_holder(holder: &str) -> Result<String, KeyError> {
    let holder = holder.trim();
    let is_valid = (1..=HOLDER_CHARS_MAX).contains(&holder.chars().count());
    if !is_valid || holder.chars().any(is_invisible) {
        return Err(KeyError::BadHolder);
    }
    Ok(holder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acme() -> Key {
        let until = "2027-01-01T00:00:00Z".parse().unwrap();
        Key::new(Licence::EnterprisePlus, Some("Acme & Söhne"), Some(until)).unwrap()
    }

    /// covers: [LIC-01]
    #[test]
    fn a_key_round_trips_for_every_type() {
        for licence in Licence::ALL.into_iter().filter(|licence| !licence.is_none()) {
            let key = Key::new(licence, None, None).unwrap();
            assert_eq!(Key::read(key.to_text().as_bytes()), Ok(key));
            let json = serde_json::to_string(&licence).unwrap();
            assert_eq!(json, format!("\"{}\"", name_of(licence)));
        }
        assert_eq!(Key::read(acme().to_text().as_bytes()), Ok(acme()));
        assert!(matches!(Key::new(Licence::None, None, None), Err(KeyError::UnknownType { .. })));
    }

    #[test]
    fn changes_by_mail_are_ignored() {
        let text = acme().to_text();
        for changed in
            [text.replace('\n', "\r\n"), format!("\u{feff}\n  {}\n\n", text.replace('\n', " \n"))]
        {
            assert_eq!(Key::read(changed.as_bytes()), Ok(acme()), "{changed:?}");
        }
    }

    #[test]
    fn a_key_that_was_changed_or_cut_says_so() {
        let text = acme().to_text();
        let refused = |text: &str| Key::read(text.as_bytes()).unwrap_err().code();
        assert_eq!(refused(&text.replace("Acme", "Acne")), "licence_checksum");
        assert_eq!(refused(&text.replace("2027", "2099")), "licence_checksum");
        assert_eq!(refused(&text.replace("ENTERPRISE_PLUS", "OSS")), "licence_checksum");
        assert_eq!(refused(&text[..text.len() - 2]), "licence_checksum");
        assert_eq!(refused(text.split("checksum").next().unwrap()), "licence_malformed");
        assert_eq!(refused(&text.replace("holder: ", "type: OSS\nholder: ")), "licence_malformed");
        assert_eq!(refused(&text.replace("holder", "owner")), "licence_malformed");
    }

    #[test]
    fn each_kind_of_invalid_text_has_its_own_code() {
        let refused = |text: &[u8]| Key::read(text).unwrap_err().code();
        assert_eq!(refused(b""), "licence_empty");
        assert_eq!(refused(b" \n\t\r\n"), "licence_empty");
        assert_eq!(refused(b"hello"), "licence_not_a_key");
        assert_eq!(refused(b"WAYBILL-LICENCE-2\ntype: OSS\n"), "licence_not_a_key");
        assert_eq!(refused(&[0xff, 0xfe, 0x00]), "licence_not_text");
        assert_eq!(refused(b"WAYBILL-LICENCE-1\0"), "licence_not_text");
        assert_eq!(refused(&[b'x'; KEY_BYTES_MAX + 1]), "licence_too_long");
    }

    #[test]
    fn a_valid_checksum_does_not_make_invalid_fields_valid() {
        let with_checksum = |body: &str| {
            let checksum = sha256_hex(body.as_bytes());
            Key::read(format!("{body}checksum: {checksum}\n").as_bytes()).unwrap_err().code()
        };
        let first = "WAYBILL-LICENCE-1\n";
        assert_eq!(with_checksum(&format!("{first}type: GOLD\n")), "licence_unknown_type");
        assert_eq!(with_checksum(&format!("{first}type: NONE\n")), "licence_unknown_type");
        assert_eq!(
            with_checksum(&format!("{first}type: OSS\nvalid-until: tomorrow\n")),
            "licence_bad_end"
        );
        let long = "x".repeat(HOLDER_CHARS_MAX + 1);
        assert_eq!(
            with_checksum(&format!("{first}type: OSS\nholder: {long}\n")),
            "licence_bad_holder"
        );
        assert_eq!(
            with_checksum(&format!("{first}type: OSS\nholder: a\u{1b}[31m\n")),
            "licence_bad_holder"
        );
    }
}
