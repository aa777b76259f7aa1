//! The HTTP layer of a scenario's server: turns forms into events without secrets and personal values.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use waybill_machines::facts::{Facts, User};
use waybill_machines::machines::login::MfaStatus;
use waybill_machines::rules::search::StoredSearch;
use waybill_machines::rules::services::NodeRef;
use waybill_machines::secret::{Digest, Handle, PersonId, Personal};

use super::git::GitService;
use crate::format::{
    CodeWord, CurrentWord, FlowWord, ForgotPasswordSubmit, Given, LoginSubmit, PasswordSubmit,
    ResetPasswordOpen, ResetPasswordSubmit,
};

/// The secret behind a handle.
#[derive(Debug, Clone)]
pub(crate) enum Secret {
    Credentials {
        user: String,
        password: String,
    },
    Code(CodeWord),
    Passwords {
        current: CurrentWord,
        new: String,
    },
    Account,
    ResetLink {
        user: String,
    },
    ResetPassword {
        new: String,
    },
    /// A code of a provider, and the user whose identity it proves.
    SignInCode {
        user: String,
    },
    /// What an authenticator answers, and the user whose passkey it has.
    Passkey {
        user: String,
    },
}

/// An account of the access service.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) person: PersonId,
    /// The user as start-up receives it.
    pub(crate) user: User,
    pub(crate) mfa: MfaStatus,
    pub(crate) must_change_password: bool,
    pub(crate) password: String,
}

/// Creates handles, digests and tokens, which are the same in each run of a scenario.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) accounts: Vec<Account>,
    /// The current facts that all users share, without a user.
    pub(crate) facts: Facts,
    /// The keys of the existing projects.
    pub(crate) projects: BTreeSet<String>,
    /// The nodes that were removed from the topology.
    pub(crate) removed_nodes: BTreeSet<NodeRef>,
    /// The recent searches that are kept with accounts.
    pub(crate) recent_searches: BTreeMap<PersonId, Vec<StoredSearch>>,
    /// The Git integrations.
    pub(crate) git: GitService,
    secrets: BTreeMap<String, Secret>,
    /// The last way to a provider, or the last question for authenticators.
    flow: Option<Digest>,
    minted: u64,
    /// Texts that no record may contain.
    pub(crate) secret_texts: BTreeSet<String>,
    /// Names and other personal values, which no record may contain as a separate word.
    pub(crate) personal: BTreeSet<String>,
}

/// The hex digits of a hash of a value and its purpose.
pub(super) fn hex(purpose: &str, value: &str) -> String {
    let hash = Sha256::digest(format!("waybill scenario\0{purpose}\0{value}"));
    hash.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Edge {
    pub(crate) fn new(given: &Given) -> Self {
        let account = |(at, user): (usize, &crate::format::GivenUser)| Account {
            name: user.name.clone(),
            person: PersonId(format!("p_{:02}", at + 1)),
            user: User {
                manages_projects: user.admin || user.manages_projects,
                administers: user.administers.clone(),
                oauth_realm: user.oauth_realm,
                first_login: user.first_login,
                onboarding_owed: user.onboarding_owed,
                ..User::local(PersonId(format!("p_{:02}", at + 1)), user.admin)
            },
            mfa: user.mfa,
            must_change_password: user.must_change_password,
            password: user.password.clone().unwrap_or_else(|| format!("right-for-{}", user.name)),
        };
        let accounts: Vec<Account> = given.users.iter().enumerate().map(account).collect();
        let secret_texts = accounts.iter().map(|account| account.password.clone()).collect();
        let personal = accounts.iter().map(|account| account.name.clone()).collect();
        Self {
            facts: given.facts(),
            projects: given.projects.iter().cloned().collect(),
            removed_nodes: BTreeSet::new(),
            recent_searches: BTreeMap::new(),
            git: GitService::default(),
            accounts,
            secrets: BTreeMap::new(),
            flow: None,
            minted: 0,
            secret_texts,
            personal,
        }
    }

    pub(crate) fn account(&self, person: &PersonId) -> Option<&Account> {
        self.accounts.iter().find(|account| account.person == *person)
    }

    pub(crate) fn account_mut(&mut self, person: &PersonId) -> Option<&mut Account> {
        self.accounts.iter_mut().find(|account| account.person == *person)
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Account> {
        self.accounts.iter().find(|account| account.name == name)
    }

    fn next(&mut self) -> String {
        self.minted += 1;
        self.minted.to_string()
    }

    pub(crate) fn personal(&mut self, value: &str) -> Personal {
        self.personal.insert(value.to_owned());
        Personal::new(hex("personal", value))
    }

    fn keep(&mut self, secret: Secret) -> Handle {
        let mut id = hex("handle", &self.next());
        id.truncate(32);
        let handle = Handle::new(format!("h_{id}"));
        self.secrets.insert(handle.handle.clone(), secret);
        handle
    }

    pub(crate) fn credentials(&mut self, form: &LoginSubmit) -> Handle {
        let right = self.named(&form.user).map(|account| account.password.clone());
        let password = match form.password.as_str() {
            "correct" => right.unwrap_or_else(|| "right-for-nobody".into()),
            "wrong" => "not-the-password".into(),
            typed => typed.to_owned(),
        };
        self.secret_texts.insert(password.clone());
        self.keep(Secret::Credentials { user: form.user.clone(), password })
    }

    pub(crate) fn code(&mut self, word: CodeWord) -> Handle {
        let digits = hex("code", &self.next());
        let code: String =
            digits.bytes().take(8).map(|byte| char::from(b'0' + byte % 10)).collect();
        self.secret_texts.insert(code);
        self.keep(Secret::Code(word))
    }

    /// The digest of the session of a command-line client.
    pub(crate) fn client(word: &str) -> Digest {
        Digest(hex("client", word))
    }

    /// The digest of a fresh way to a provider, or of the challenge of a fresh question.
    pub(crate) fn begin_flow(&mut self) -> Digest {
        let digest = Digest(hex("flow", &self.next()));
        self.flow = Some(digest.clone());
        digest
    }

    /// The digest of the way that a browser comes back from, or of the challenge that is answered.
    pub(crate) fn returned_flow(&self, word: FlowWord) -> Digest {
        let own = self.flow.clone().filter(|_| word == FlowWord::Own);
        own.unwrap_or_else(|| Digest(hex("flow", "other")))
    }

    pub(crate) fn sign_in_code(&mut self, user: &str) -> Handle {
        self.keep(Secret::SignInCode { user: user.to_owned() })
    }

    pub(crate) fn passkey(&mut self, user: &str) -> Handle {
        self.keep(Secret::Passkey { user: user.to_owned() })
    }

    pub(crate) fn passwords(&mut self, form: &PasswordSubmit) -> Handle {
        self.secret_texts.insert(form.new.clone());
        self.keep(Secret::Passwords { current: form.current, new: form.new.clone() })
    }

    pub(crate) fn typed_account(&mut self, form: &ForgotPasswordSubmit) -> Handle {
        self.personal.insert(form.account.clone());
        self.keep(Secret::Account)
    }

    /// The digest of the key of a user's link for a new password.
    fn reset_key(&mut self, user: &str) -> Digest {
        let key = hex("reset link", user);
        self.secret_texts.insert(key.clone());
        Digest(hex("digest", &key))
    }

    pub(crate) fn reset_link(&mut self, form: &ResetPasswordOpen) -> (Digest, Handle) {
        let key = self.reset_key(&form.user);
        (key, self.keep(Secret::ResetLink { user: form.user.clone() }))
    }

    pub(crate) fn reset_password(&mut self, form: &ResetPasswordSubmit) -> (Digest, Handle) {
        let key = self.reset_key(&form.user);
        self.secret_texts.insert(form.new.clone());
        (key, self.keep(Secret::ResetPassword { new: form.new.clone() }))
    }

    /// The secret behind a handle, which does not survive a crash.
    pub(crate) fn secret(&self, handle: &Handle) -> Option<&Secret> {
        self.secrets.get(&handle.handle)
    }

    /// Drops all secrets, as a crash does.
    pub(crate) fn drop_secrets(&mut self) {
        self.secrets.clear();
    }
}
