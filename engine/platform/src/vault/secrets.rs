//! Secrets: one encrypted file each.

use std::path::{Path, PathBuf};

use waybill_machines::secret::SecretRef;

use super::seal::{self, KeyBytes, Place};
use super::{VALUE_BYTES_MAX, VaultError, check_name, files};
use crate::secret::{SecretBytes, hex, random};

/// The kind of a secret. A secret of one kind cannot be decrypted as one of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The hash of a password.
    Password,
    /// The seed of one-time passwords.
    Totp,
    /// The seed of one-time passwords whose enrolment is not confirmed yet.
    PendingTotp,
    /// The digests of recovery codes.
    Recovery,
    /// The API key of a user, which its owner can look up again.
    ApiKey,
    /// The text of the installed licence key.
    LicenceKey,
    /// The seed of the key that signs release bundles.
    BundleKey,
    /// The password by which a remote repository reads from its upstream.
    UpstreamPassword,
    /// A secret that a webhook signs with, or sends.
    Webhook,
    /// The key that signs the ID tokens of applications.
    ApplicationKey,
    /// The token by which a Git integration is let in at its vendor, or the secret of one of its hooks.
    Git,
    /// The password by which a proxy lets this server in.
    Proxy,
    /// The token by which a distribution target lets this server in.
    DistributionTarget,
    /// The password by which the mail server lets this server in.
    MailPassword,
    /// What a mail that was not sent yet has besides its text: the token in its link.
    MailContent,
    /// The secret that this installation has at a provider with which users sign in.
    SignInProvider,
    /// The public key of a passkey. It is no secret, but shows which accounts are of one person.
    Passkey,
    /// The key that signs what is sent to identity providers of SAML.
    SamlKey,
    /// The password that this installation has at a directory of users.
    UserDirectory,
    /// The name and the mail address of a visitor who creates an account.
    Registration,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 20] = [
        Self::Password,
        Self::Totp,
        Self::PendingTotp,
        Self::Recovery,
        Self::ApiKey,
        Self::LicenceKey,
        Self::BundleKey,
        Self::UpstreamPassword,
        Self::Webhook,
        Self::ApplicationKey,
        Self::Git,
        Self::Proxy,
        Self::DistributionTarget,
        Self::MailPassword,
        Self::MailContent,
        Self::SignInProvider,
        Self::Passkey,
        Self::SamlKey,
        Self::UserDirectory,
        Self::Registration,
    ];
    /// The kinds that accounts refer to.
    pub const OF_ACCOUNTS: [Self; 6] = [
        Self::Password,
        Self::Totp,
        Self::PendingTotp,
        Self::Recovery,
        Self::ApiKey,
        Self::Passkey,
    ];

    /// The kind's directory, and its name in the associated data.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Totp => "totp",
            Self::PendingTotp => "pending_totp",
            Self::Recovery => "recovery",
            Self::ApiKey => "api_key",
            Self::LicenceKey => "licence_key",
            Self::BundleKey => "bundle_key",
            Self::UpstreamPassword => "upstream_password",
            Self::Webhook => "webhook",
            Self::ApplicationKey => "application_key",
            Self::Git => "git",
            Self::Proxy => "proxy",
            Self::DistributionTarget => "distribution_target",
            Self::MailPassword => "mail_password",
            Self::MailContent => "mail_content",
            Self::SignInProvider => "sign_in_provider",
            Self::Passkey => "passkey",
            Self::SamlKey => "saml_key",
            Self::UserDirectory => "user_directory",
            Self::Registration => "registration",
        }
    }
}

pub(super) fn new_name() -> SecretRef {
    SecretRef(format!("s_{}", hex(&random::<16>())))
}

pub(super) fn path(root: &Path, kind: Kind, name: &SecretRef) -> Result<PathBuf, VaultError> {
    check_name(&name.0)?;
    Ok(root.join("secrets").join(kind.as_str()).join(&name.0))
}

fn place(kind: Kind, name: &SecretRef) -> Place<'_> {
    Place { kind: "secret", field: kind.as_str(), name: &name.0 }
}

pub(super) fn write(
    root: &Path,
    key: &KeyBytes,
    kind: Kind,
    name: &SecretRef,
    secret: &[u8],
) -> Result<(), VaultError> {
    if secret.len() > VALUE_BYTES_MAX {
        return Err(VaultError::TooLarge);
    }
    let sealed = seal::seal(key, place(kind, name), secret)?;
    files::write_whole(&path(root, kind, name)?, &sealed)
}

pub(super) fn read(
    root: &Path,
    key: &KeyBytes,
    kind: Kind,
    name: &SecretRef,
) -> Result<SecretBytes, VaultError> {
    let missing = || VaultError::Missing { kind: kind.as_str(), name: name.0.clone() };
    let sealed = files::read(&path(root, kind, name)?)?.ok_or_else(missing)?;
    let damaged = || VaultError::Damaged { what: format!("the {} {}", kind.as_str(), name.0) };
    seal::open(key, place(kind, name), &sealed).ok_or_else(damaged)
}
