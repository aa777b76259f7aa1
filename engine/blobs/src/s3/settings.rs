//! Settings of a store that speaks S3.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use waybill_outbound::{Target, TargetError};
use zeroize::Zeroizing;

/// A longer prefix leaves less room in a key than some stores need.
const PREFIX_BYTES_MAX: usize = 256;

/// Which bucket of which store has the contents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct S3Settings {
    /// The address of the store without the bucket, such as `https://s3.eu-central-1.amazonaws.com`.
    pub endpoint: String,
    /// The bucket, which exists.
    pub bucket: String,
    /// What the keys of all objects begin with, such as `waybill/contents`; the root of the bucket by default.
    #[serde(default)]
    pub prefix: String,
    /// The region that requests are signed for. Stores of one's own mostly take any.
    #[serde(default = "default_region")]
    pub region: String,
    /// The id of the access key.
    pub access_key_id: String,
    /// A file that contains the secret access key, and nothing else.
    pub secret_access_key_file: PathBuf,
    /// Whether the bucket is named in the path, and not before the host.
    #[serde(default = "yes")]
    pub path_style: bool,
}

fn default_region() -> String {
    "us-east-1".to_owned()
}

const fn yes() -> bool {
    true
}

/// Why settings are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum S3SettingsError {
    /// The address cannot be parsed.
    #[error("contents.s3.endpoint is not valid: {0}")]
    Endpoint(#[from] TargetError),
    /// The address has more than a host and a port.
    #[error(
        "contents.s3.endpoint is the address of the store alone, without a path; the bucket has a setting of its own"
    )]
    EndpointPath,
    /// The bucket has a name that no bucket can have.
    #[error("contents.s3.bucket has 3 to 63 lower-case letters, digits, dots and hyphens")]
    Bucket,
    /// The prefix would not be a path.
    #[error(
        "contents.s3.prefix has names of letters, digits, dots, hyphens and underscores with / between them, at most \
         {PREFIX_BYTES_MAX} bytes"
    )]
    Prefix,
    /// The region has characters that no region has.
    #[error("contents.s3.region has lower-case letters, digits and hyphens")]
    Region,
    /// The id of the key has characters that cannot be sent.
    #[error("contents.s3.access_key_id is one word of letters and digits")]
    AccessKeyId,
    /// Something else is not valid.
    #[error("contents.s3 is not valid: {0}")]
    Other(String),
    /// The secret is empty or has characters that no key has.
    #[error("the secret access key is one line without spaces")]
    SecretKey,
}

impl S3Settings {
    /// Whether the settings are valid.
    ///
    /// # Errors
    ///
    /// [`S3SettingsError`], if they are not.
    pub fn check(&self) -> Result<(), S3SettingsError> {
        self.bucket_address().map(drop)
    }

    /// The address of the bucket, if the settings are valid.
    pub(super) fn bucket_address(&self) -> Result<Target, S3SettingsError> {
        let endpoint = Target::parse(&self.endpoint)?;
        // The URL standard writes an empty path as `/`.
        if endpoint.to_string() != format!("{}/", endpoint.origin()) {
            return Err(S3SettingsError::EndpointPath);
        }
        let is_word = |text: &str, signs: &[u8]| {
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || signs.contains(&byte);
            !text.is_empty() && text.bytes().all(fits)
        };
        let is_lower = |text: &str| !text.bytes().any(|byte| byte.is_ascii_uppercase());
        let bucket = self.bucket.as_str();
        let is_long_enough = (3..=63).contains(&bucket.len()) && !bucket.contains("..");
        let ends_well = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let ends_well = ends_well(bucket.as_bytes().first()) && ends_well(bucket.as_bytes().last());
        if !(is_word(bucket, b".-") && is_lower(bucket) && is_long_enough && ends_well) {
            return Err(S3SettingsError::Bucket);
        }
        let mut names = self.prefix.split('/');
        let is_name = |name: &str| is_word(name, b".-_") && name != "." && name != "..";
        let is_path = self.prefix.is_empty() || names.all(is_name);
        if !is_path || self.prefix.len() > PREFIX_BYTES_MAX {
            return Err(S3SettingsError::Prefix);
        }
        if !(is_word(&self.region, b"-") && is_lower(&self.region)) {
            return Err(S3SettingsError::Region);
        }
        if !is_word(&self.access_key_id, b"-_.+=") {
            return Err(S3SettingsError::AccessKeyId);
        }
        if self.path_style {
            return Ok(endpoint.below(&[bucket], &[]));
        }
        let (scheme, host) = endpoint.origin().split_once("://").map_or_else(
            || ("https".to_owned(), String::new()),
            |(scheme, host)| (scheme.to_owned(), host.to_owned()),
        );
        Ok(Target::parse(&format!("{scheme}://{bucket}.{host}"))?)
    }

    /// The key of an object, by its path below the prefix.
    pub(super) fn key(&self, below: &str) -> String {
        match self.prefix.as_str() {
            "" => below.to_owned(),
            prefix => format!("{prefix}/{below}"),
        }
    }
}

/// The secret of an access key. It is wiped when dropped and prints as `[secret]`.
#[derive(Clone)]
pub struct SecretKey(Zeroizing<String>);

impl SecretKey {
    /// Takes the text of a key.
    ///
    /// # Errors
    ///
    /// [`S3SettingsError::SecretKey`], if no key can be so.
    pub fn parse(text: &str) -> Result<Self, S3SettingsError> {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let key = is_plain.then(|| Self(Zeroizing::new(text.to_owned())));
        key.ok_or(S3SettingsError::SecretKey)
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> S3Settings {
        S3Settings {
            endpoint: "https://s3.example.org".into(),
            bucket: "contents".into(),
            prefix: String::new(),
            region: "us-east-1".into(),
            access_key_id: "AKIA1".into(),
            secret_access_key_file: "key".into(),
            path_style: true,
        }
    }

    #[test]
    fn settings_lead_to_an_address_or_to_a_sentence() {
        let at = |settings: S3Settings| settings.bucket_address().map(|target| target.to_string());
        assert_eq!(at(settings()).as_deref(), Ok("https://s3.example.org/contents"));
        let hosted = S3Settings { path_style: false, ..settings() };
        assert_eq!(at(hosted).as_deref(), Ok("https://contents.s3.example.org/"));
        let prefixed = S3Settings { prefix: "a/b".into(), ..settings() };
        assert_eq!((prefixed.key("x"), settings().key("x")), ("a/b/x".into(), "x".into()));
        for prefix in ["/", "a/", "/a", "a//b", "a/../b", "a b", "é", &"a".repeat(257)] {
            let wrong = S3Settings { prefix: prefix.into(), ..settings() };
            assert_eq!(at(wrong), Err(S3SettingsError::Prefix), "{prefix}");
        }
        for bucket in ["", "ab", "Upper", "a/b", "a..b", "-ab", "ab-", &"a".repeat(64)] {
            let wrong = S3Settings { bucket: bucket.into(), ..settings() };
            assert_eq!(at(wrong), Err(S3SettingsError::Bucket), "{bucket}");
        }
        for endpoint in ["https://s3.example.org/path", "https://s3.example.org/?q=1"] {
            let wrong = S3Settings { endpoint: endpoint.into(), ..settings() };
            assert_eq!(at(wrong), Err(S3SettingsError::EndpointPath), "{endpoint}");
        }
        let wrong = S3Settings { endpoint: "s3.example.org".into(), ..settings() };
        assert_eq!(at(wrong), Err(S3SettingsError::Endpoint(TargetError::Malformed)));
        for key in ["", "two words", "line\nend"] {
            assert_eq!(SecretKey::parse(key).err(), Some(S3SettingsError::SecretKey), "{key}");
        }
        let key = SecretKey::parse("canary").unwrap();
        assert_eq!(format!("{key:?} {key:#?}"), "[secret] [secret]");
    }
}
