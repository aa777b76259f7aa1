//! Encrypting backups with age: to recipients, or to a key that a passphrase opens.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use age::secrecy::{ExposeSecret as _, SecretString};
use age::x25519::{Identity, Recipient};
use age::{Decryptor, Encryptor, scrypt};

use super::BackupError;

/// The longest file of a passphrase or of keys, in bytes.
const KEY_FILE_BYTES_MAX: u64 = 64 * 1_024;

/// To whom a new backup is encrypted.
#[derive(Debug, Clone, Default)]
pub struct NewKeys {
    /// Public keys of age.
    pub recipients: Vec<String>,
    /// The file with a passphrase.
    pub passphrase_file: Option<PathBuf>,
}

/// What opens an encrypted backup.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    /// The file with a secret key of age.
    pub identity_file: Option<PathBuf>,
    /// The file with the passphrase.
    pub passphrase_file: Option<PathBuf>,
}

impl NewKeys {
    /// Whether no encryption is requested.
    pub(super) const fn is_none(&self) -> bool {
        self.recipients.is_empty() && self.passphrase_file.is_none()
    }

    pub(super) fn passphrase(&self) -> Result<Option<SecretString>, BackupError> {
        self.passphrase_file.as_deref().map(passphrase).transpose()
    }
}

impl Keys {
    /// The secret keys. `locked` is a key that the passphrase opens.
    pub(super) fn identities(&self, locked: Option<&[u8]>) -> Result<Vec<Identity>, BackupError> {
        if let (Some(file), Some(locked)) = (&self.passphrase_file, locked) {
            let mut text = String::new();
            unlock(passphrase(file)?, locked)?
                .read_to_string(&mut text)
                .map_err(|error| BackupError::Key(error.to_string()))?;
            return parse_identities(&text);
        }
        match &self.identity_file {
            Some(file) => parse_identities(&read(file)?),
            None => Err(BackupError::Key(if locked.is_some() {
                "name the file of its passphrase with --passphrase-file".to_owned()
            } else {
                "name the file of a secret key with --identity".to_owned()
            })),
        }
    }

    /// The content of a file that is encrypted with a passphrase or to a key.
    pub(super) fn open<'a>(&self, from: impl Read + 'a) -> Result<Box<dyn Read + 'a>, BackupError> {
        let decryptor = Decryptor::new(from).map_err(wrong)?;
        if decryptor.is_scrypt() {
            let Some(file) = &self.passphrase_file else {
                let text = "name the file of its passphrase with --passphrase-file";
                return Err(BackupError::Key(text.to_owned()));
            };
            let identity = scrypt::Identity::new(passphrase(file)?);
            let identity: &dyn age::Identity = &identity;
            return Ok(Box::new(decryptor.decrypt(std::iter::once(identity)).map_err(wrong)?));
        }
        let identities = self.identities(None)?;
        let identities = identities.iter().map(|identity| identity as &dyn age::Identity);
        Ok(Box::new(decryptor.decrypt(identities).map_err(wrong)?))
    }
}

/// Decrypts with secret keys.
pub(super) fn open<'a>(
    identities: &[Identity],
    from: impl Read + 'a,
) -> Result<Box<dyn Read + 'a>, BackupError> {
    let identities = identities.iter().map(|identity| identity as &dyn age::Identity);
    let decryptor = Decryptor::new(from).map_err(wrong)?;
    Ok(Box::new(decryptor.decrypt(identities).map_err(wrong)?))
}

/// A new key, its public part, and the key as the passphrase opens it.
pub(super) fn new_key(passphrase: SecretString) -> Result<(String, Vec<u8>), BackupError> {
    let identity = Identity::generate();
    let encryptor = Encryptor::with_user_passphrase(passphrase);
    let mut locked = Vec::new();
    let text = identity.to_string();
    encryptor
        .wrap_output(&mut locked)
        .and_then(|mut out| {
            out.write_all(text.expose_secret().as_bytes())?;
            out.finish().map(drop)
        })
        .map_err(BackupError::io("the key of the backup"))?;
    Ok((identity.to_public().to_string(), locked))
}

/// The writer that encrypts to recipients.
pub(super) fn encryptor(recipients: &[String]) -> Result<Encryptor, BackupError> {
    let parse = |text: &String| {
        Recipient::from_str(text)
            .map_err(|why| BackupError::Unusable(format!("'{text}' is no recipient: {why}")))
    };
    let recipients = recipients.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let recipients = recipients.iter().map(|recipient| recipient as &dyn age::Recipient);
    Encryptor::with_recipients(recipients).map_err(|error| BackupError::Key(error.to_string()))
}

fn unlock(passphrase: SecretString, locked: &[u8]) -> Result<impl Read + '_, BackupError> {
    let identity = scrypt::Identity::new(passphrase);
    let identity: &dyn age::Identity = &identity;
    Decryptor::new(locked)
        .and_then(|decryptor| decryptor.decrypt(std::iter::once(identity)))
        .map_err(wrong)
}

fn parse_identities(text: &str) -> Result<Vec<Identity>, BackupError> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let identities = lines.map(Identity::from_str).collect::<Result<Vec<_>, _>>();
    match identities {
        Ok(identities) if !identities.is_empty() => Ok(identities),
        _ => Err(BackupError::Key("its file holds no secret key of age".to_owned())),
    }
}

fn wrong(error: age::DecryptError) -> BackupError {
    BackupError::Key(match error {
        age::DecryptError::KeyDecryptionFailed
        | age::DecryptError::NoMatchingKeys
        | age::DecryptError::DecryptionFailed => "the passphrase or key is another one".to_owned(),
        other => other.to_string(),
    })
}

pub(super) fn passphrase(file: &Path) -> Result<SecretString, BackupError> {
    let text = read(file)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() {
        let file = file.display();
        return Err(BackupError::Unusable(format!("the passphrase in {file} is empty")));
    }
    Ok(text.to_owned().into())
}

fn read(file: &Path) -> Result<String, BackupError> {
    let unusable = |error: io::Error| {
        BackupError::Unusable(format!("{} cannot be read: {error}", file.display()))
    };
    let mut text = String::new();
    let opened = fs::File::open(file).map_err(unusable)?;
    opened.take(KEY_FILE_BYTES_MAX).read_to_string(&mut text).map_err(unusable)?;
    Ok(text)
}
