//! Names in a registry: images, tags and digests, and the paths of what they name.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha512};
use waybill_platform::secret::hex;

/// The longest name of an image within its repository, in bytes.
const IMAGE_BYTES_MAX: usize = 200;
/// The longest tag, in bytes.
const TAG_BYTES_MAX: usize = 128;

/// Whether a text can be the name of an image: parts of lower-case letters and digits between single dots, one or two
/// underscores or any number of dashes, separated by slashes.
pub(super) fn is_image(name: &str) -> bool {
    name.len() <= IMAGE_BYTES_MAX && name.split('/').all(is_part)
}

fn is_part(part: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = part.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return false };
    let mut separators =
        part.split(|letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    let is_separator =
        |text: &str| matches!(text, "" | "." | "_" | "__") || text.bytes().all(|byte| byte == b'-');
    is_word(*first) && is_word(*last) && separators.all(is_separator)
}

/// Whether a text can be a tag.
pub(super) fn is_tag(tag: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let begins = |first: u8| first.is_ascii_alphanumeric() || first == b'_';
    (1..=TAG_BYTES_MAX).contains(&tag.len())
        && tag.bytes().next().is_some_and(begins)
        && tag.bytes().all(belongs)
}

/// The algorithms by which contents are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Algorithm {
    Sha256,
    Sha512,
}

impl Algorithm {
    const ALL: [Self; 2] = [Self::Sha256, Self::Sha512];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sha256 => "sha256",
            Self::Sha512 => "sha512",
        }
    }

    /// How many hexadecimal digits a digest has.
    const fn digits(self) -> usize {
        match self {
            Self::Sha256 => 64,
            Self::Sha512 => 128,
        }
    }
}

/// A digest by which a manifest or a blob is named.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Digest {
    pub(super) algorithm: Algorithm,
    /// Hexadecimal digits in lower case.
    pub(super) digits: String,
}

impl Digest {
    /// Reads `sha256:..` or `sha512:..`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, digits) = text.split_once(':')?;
        let algorithm = Algorithm::ALL.into_iter().find(|known| known.as_str() == name)?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let fits = digits.len() == algorithm.digits() && digits.bytes().all(is_digit);
        fits.then(|| Self { algorithm, digits: digits.to_owned() })
    }

    /// The name of a content with this SHA-256.
    pub(super) fn of_sha256(digits: impl fmt::Display) -> Self {
        Self { algorithm: Algorithm::Sha256, digits: digits.to_string() }
    }

    /// The path of the blob with this name in an image.
    pub(super) fn blob_path(&self, image: &str) -> String {
        format!("{image}/_blobs/{}", self.in_path())
    }

    /// The path of the manifest with this name of an image.
    pub(super) fn manifest_path(&self, image: &str) -> String {
        format!("{image}/_manifests/{}/manifest.json", self.in_path())
    }

    fn in_path(&self) -> String {
        format!("{}__{}", self.algorithm.as_str(), self.digits)
    }
}

/// The image and the digest or the tag whose manifest is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    let folder = path.strip_suffix("/manifest.json")?;
    let found = folder.rsplit_once("/_tags/").map(|(image, tag)| (image, tag.to_owned()));
    let (image, version) = found.or_else(|| {
        let (image, digest) = folder.rsplit_once("/_manifests/")?;
        Some((image, digest.replacen("__", ":", 1)))
    })?;
    Some((image.to_owned(), version))
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.algorithm.as_str(), self.digits)
    }
}

/// The SHA-512 of a file in hexadecimal digits. Blocks on the disk.
pub(super) fn sha512_of(file: &Path) -> io::Result<String> {
    let mut hash = Sha512::new();
    let mut file = File::open(file)?;
    let mut portion = vec![0; 256 * 1_024];
    loop {
        let read = file.read(&mut portion)?;
        if read == 0 {
            break;
        }
        hash.update(&portion[..read]);
    }
    Ok(hex(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_and_tags_are_named_as_the_specification_says() {
        for name in ["a", "shop", "acme/shop", "a.b", "a_b", "a__b", "a---b/c0", "0"] {
            assert!(is_image(name), "{name}");
        }
        let long = "a".repeat(201);
        for name in [
            "", "A", "a..b", "a___b", "_a", "a_", "-a", "a-", "a/", "/a", "a//b", "a.-b", "ä",
            &long,
        ] {
            assert!(!is_image(name), "{name}");
        }
        let long = "a".repeat(129);
        for (tag, expected) in [
            ("latest", true),
            ("_1.0-A", true),
            ("", false),
            (".a", false),
            ("-a", false),
            ("a+b", false),
            ("a:b", false),
            (&long[..128], true),
            (&long, false),
        ] {
            assert_eq!(is_tag(tag), expected, "{tag}");
        }
    }

    #[test]
    fn a_digest_has_all_its_digits_in_lower_case() {
        let (short, long) =
            (format!("sha256:{}", "0a".repeat(32)), format!("sha512:{}", "0a".repeat(64)));
        for text in [&short, &long] {
            assert_eq!(Digest::parse(text).unwrap().to_string(), *text);
        }
        let upper = short.to_uppercase();
        for text in [
            "",
            "sha256:",
            "sha256:baddigeststring",
            &upper,
            &short[1..],
            &long.replace("512", "256"),
        ] {
            assert_eq!(Digest::parse(text), None, "{text}");
        }
    }
}
