//! The texts of mails, in each language.

use serde::Deserialize;
use waybill_machines::rules::mail::MailKind;

use super::Language;

/// The files, in the order of [`Language::ALL`].
const FILES: [&str; 5] = [
    include_str!("texts/en.toml"),
    include_str!("texts/de.toml"),
    include_str!("texts/fr.toml"),
    include_str!("texts/ja.toml"),
    include_str!("texts/ar.toml"),
];

/// The texts are not valid, which is a bug.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the texts of mails cannot be read: {0}")]
pub struct TextsError(String);

/// The texts of all languages.
#[derive(Debug)]
pub(super) struct Texts([InLanguage; 5]);

/// The texts of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InLanguage {
    /// The first line.
    pub greeting: String,
    /// Who sends it.
    pub footer: String,
    /// What is above the address of a link.
    pub link_hint: String,
    reset_password: OfKind,
    invitation: OfKind,
    password_changed: OfKind,
    new_device: OfKind,
    second_factor_added: OfKind,
    second_factor_removed: OfKind,
    identity_linked: OfKind,
    identity_unlinked: OfKind,
    registration: OfKind,
    account_exists: OfKind,
    account_approved: OfKind,
    account_waiting: OfKind,
    break_glass: OfKind,
    test: OfKind,
}

/// The texts of a kind of mail.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfKind {
    /// The subject.
    pub subject: String,
    /// The paragraphs.
    pub lines: Vec<String>,
    /// The name of the link, for a kind that has one.
    #[serde(default)]
    pub button: Option<String>,
}

impl Texts {
    /// Reads all texts.
    pub(super) fn read() -> Result<Self, TextsError> {
        let [en, de, fr, ja, ar] = FILES.map(read);
        Ok(Self([en?, de?, fr?, ja?, ar?]))
    }

    /// Those of a language.
    pub(super) const fn of(&self, language: Language) -> &InLanguage {
        let Self([en, de, fr, ja, ar]) = self;
        match language {
            Language::English => en,
            Language::German => de,
            Language::French => fr,
            Language::Japanese => ja,
            Language::Arabic => ar,
        }
    }
}

impl InLanguage {
    /// Those of a kind.
    pub(super) const fn of(&self, kind: MailKind) -> &OfKind {
        match kind {
            MailKind::ResetPassword => &self.reset_password,
            MailKind::Invitation => &self.invitation,
            MailKind::PasswordChanged => &self.password_changed,
            MailKind::NewDevice => &self.new_device,
            MailKind::SecondFactorAdded => &self.second_factor_added,
            MailKind::SecondFactorRemoved => &self.second_factor_removed,
            MailKind::IdentityLinked => &self.identity_linked,
            MailKind::IdentityUnlinked => &self.identity_unlinked,
            MailKind::Registration => &self.registration,
            MailKind::AccountExists => &self.account_exists,
            MailKind::AccountApproved => &self.account_approved,
            MailKind::AccountWaiting => &self.account_waiting,
            MailKind::BreakGlass => &self.break_glass,
            MailKind::Test => &self.test,
        }
    }
}

fn read(file: &str) -> Result<InLanguage, TextsError> {
    toml::from_str(file).map_err(|error| TextsError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in braces of a text, in order.
    fn placeholders(text: &str) -> Vec<String> {
        let parts = text.split('{').skip(1);
        let mut names: Vec<String> =
            parts.map(|part| part.split_once('}').unwrap().0.to_owned()).collect();
        names.sort_unstable();
        names
    }

    /// covers: [PASS-04]
    #[test]
    fn each_language_has_the_same_texts() {
        let texts = Texts::read().unwrap();
        let english = texts.of(Language::English);
        for language in Language::ALL {
            let own = texts.of(language);
            assert_eq!(placeholders(&own.greeting), ["name"], "{language:?}");
            assert_eq!(placeholders(&own.footer), ["server"], "{language:?}");
            assert!(placeholders(&own.link_hint).is_empty(), "{language:?}");
            for kind in MailKind::ALL {
                let (own, known) = (own.of(kind), english.of(kind));
                let at = format!("{language:?} {kind}");
                assert_eq!(own.button.is_some(), kind.has_link(), "{at}");
                assert_eq!(own.lines.len(), known.lines.len(), "{at}");
                assert_eq!(placeholders(&own.subject), placeholders(&known.subject), "{at}");
                for (own, known) in own.lines.iter().zip(&known.lines) {
                    assert_eq!(placeholders(own), placeholders(known), "{at}: {own}");
                }
                if language != Language::English {
                    assert_ne!(own.subject, known.subject, "{at}");
                }
            }
        }
    }

    /// covers: [PASS-04]
    #[test]
    fn a_second_factor_may_be_a_passkey() {
        let texts = Texts::read().unwrap();
        let passkeys = ["passkey", "Passkey", "clé d’accès", "パスキー", "مفتاح مرور"];
        for (language, passkey) in Language::ALL.into_iter().zip(passkeys) {
            let lines = &texts.of(language).of(MailKind::SecondFactorAdded).lines;
            assert!(lines[0].contains(passkey), "{language:?} {}", lines[0]);
        }
    }
}
