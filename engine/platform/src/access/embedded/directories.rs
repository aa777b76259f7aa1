//! Passwords that directories check in the place of this installation (SSO-02).
//!
//! The name of an account that has its password here is sent to no directory, and neither is what was typed as its
//! password: such a user signs in whatever becomes of the directories. Where the password here may not sign a user in
//! whom a directory has too, it is as if there were none.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use waybill_machines::Timestamp;
use waybill_machines::machines::account::Profile;
use waybill_machines::machines::login::{Authenticated, Notice};
use waybill_machines::rules::mail::MailKind;
use waybill_machines::rules::user_directories::directory_of;
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::CodeExchanged;

use super::password;
use super::sign_in::wrong;
use super::{AccessError, Embedded, Inner};
use crate::access::slow_down::{Attempt, Reserved};
use crate::access::{
    AccountRefused, Client, DirectoryVerdict, IdentityRefused, PasswordDirectories, ProvenIdentity,
    canonical, error, password_rules,
};
use crate::secret::{Credentials, Secret};
use crate::streams::ChangeContext;

/// A sign-in that is refused is answered at a multiple of this, where there are directories: otherwise its time would
/// say whether one was asked, and what it has found.
const REFUSED_EVERY: Duration = Duration::from_millis(500);

/// What directories were asked.
pub(super) struct Asked {
    pub verdict: DirectoryVerdict,
    /// Whether the account has its password here, which the typed one was compared with, and which signs in.
    pub has_password_here: bool,
}

/// A user whom a directory has proven, and the attempt that this was.
pub(super) struct Proven {
    pub identity: ProvenIdentity,
    pub reserved: Reserved,
}

impl Embedded {
    /// Has these directories asked from now on for passwords that this service does not have.
    pub fn check_passwords_by(&self, directories: &Arc<dyn PasswordDirectories>) {
        if self.inner.directories.set(Arc::downgrade(directories)).is_err() {
            tracing::error!(service = "access", "directories are set already");
        }
    }
}

fn has_directory(profile: &Profile) -> bool {
    profile.identities.iter().any(|identity| directory_of(&identity.provider).is_some())
}

impl Inner {
    /// The directories, if there is one that is asked.
    fn directories(&self) -> Option<Arc<dyn PasswordDirectories>> {
        self.directories.get().and_then(Weak::upgrade).filter(|directories| directories.is_asked())
    }

    /// Whether the directories decide even if the password here is right: it may not sign its user in, and the user is
    /// linked to an entry of one.
    pub(super) fn leaves_to_directories(&self, profile: &Profile) -> bool {
        !self.accepts_password_of(profile) && has_directory(profile) && self.directories().is_some()
    }

    /// Asks the directories for a name, unless it is that of an account that has its password here alone.
    pub(super) async fn ask_directories(
        &self,
        person: Option<&PersonId>,
        user: Secret,
        password: Arc<Secret>,
        at: Timestamp,
    ) -> Result<Asked, AccessError> {
        let account = person.map(|person| self.account(person)).transpose()?.flatten();
        let profile = account.map(|account| account.profile);
        let has_password_here = profile.as_ref().is_some_and(|profile| {
            !profile.external && !profile.robot && !self.leaves_to_directories(profile)
        });
        let is_theirs = match &profile {
            Some(profile) => !profile.robot && (profile.external || has_directory(profile)),
            None => true,
        };
        let verdict = match self.directories().filter(|_| is_theirs) {
            Some(directories) => directories.check(user, password, at).await,
            None => DirectoryVerdict::Wrong,
        };
        Ok(Asked { verdict, has_password_here })
    }

    /// The refusal of a sign-in: the same for an unknown name, a wrong password and a disabled account, and while a
    /// directory cannot be asked the same for all of them too.
    pub(super) async fn refuse(
        &self,
        began: Instant,
        is_unavailable: bool,
        at: Timestamp,
    ) -> Authenticated {
        let Some(directories) = self.directories() else { return wrong() };
        let steps = began.elapsed().as_millis() / REFUSED_EVERY.as_millis() + 1;
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        sleep_until(began + REFUSED_EVERY.saturating_mul(steps)).await;
        if !is_unavailable && !directories.is_failing(at) {
            return wrong();
        }
        let message = "Incorrect user name or password, or a directory that has passwords of users cannot be reached. \
                       Try again in a moment.";
        Authenticated::Refused { notice: Notice::new("directory_unavailable", message) }
    }

    /// Signs in a user whom a directory has proven, or says why not.
    pub(super) async fn accept_of_directory(
        self: &Arc<Self>,
        proven: Proven,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Authenticated, AccessError> {
        let Proven { identity, reserved } = proven;
        self.attempt_limits.passwords().succeed(reserved, context.at);
        match self.sign_in_by_identity(identity, context).await? {
            CodeExchanged::Accepted {
                person,
                admin,
                mfa,
                via,
                external_redirect,
                authenticator,
                ..
            } => {
                let person_key = self.person_key(&person);
                self.attempt_limits
                    .forget_codes(&Attempt { account: person_key, ..reserved.attempt });
                if !self.use_link(&person, &client.proof, &reserved, context).await? {
                    let message =
                        "This link for a new device has been used already. Get another one.";
                    let notice = Notice::new("link_used", message);
                    return Ok(Authenticated::Refused { notice });
                }
                let via = Some(via);
                Ok(Authenticated::Accepted {
                    person,
                    admin,
                    mfa,
                    external_redirect,
                    authenticator,
                    via,
                })
            }
            CodeExchanged::Refused { notice } if notice.code == "identity_unknown" => {
                let message = "The directory knows you, but you have no account here. Ask an administrator for one.";
                Ok(Authenticated::Refused {
                    notice: Notice::new("directory_user_unknown", message),
                })
            }
            CodeExchanged::Refused { notice } => Ok(Authenticated::Refused { notice }),
            CodeExchanged::Linked {}
            | CodeExchanged::Confirmed {}
            | CodeExchanged::Interrupted {} => Ok(wrong()),
        }
    }

    /// Checks the password of a user who has signed in and has none here, by the directory.
    pub(super) async fn confirm_by_directory(
        self: &Arc<Self>,
        profile: Profile,
        password: Secret,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Result<(), Notice>, AccessError> {
        if self.directories().is_none() || !has_directory(&profile) {
            return Err(AccountRefused::External.into());
        }
        let identities = profile.identities.clone();
        let name = self.blocking(move |inner| inner.name_of(&profile)).await?;
        let typed = Credentials { user: Secret::new(name), password };
        let proven = match self.proven_by_directory(typed, client, context).await? {
            Ok(proven) => proven,
            Err(notice) => return Ok(Err(notice)),
        };
        // Someone else may have the name there by now.
        let is_linked = identities.iter().any(|known| known.mark == proven.via.identity);
        Ok(if is_linked { Ok(()) } else { Err(password::wrong()) })
    }

    /// Links the identity of a user at a directory.
    pub(super) async fn link_by_directory(
        self: &Arc<Self>,
        person: &PersonId,
        credentials: Credentials,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let proven = match self.proven_by_directory(credentials, client, context).await? {
            Ok(proven) => proven,
            Err(notice) if notice.code == password::wrong().code => {
                return Err(IdentityRefused::NotProven.into());
            }
            Err(notice) => return Err(AccessError::Later(notice)),
        };
        let _changing = self.changing.lock().await;
        self.link_identity(person, &proven.via, None, context).await?;
        self.notify(person, MailKind::IdentityLinked, context);
        Ok(())
    }

    /// Has a directory prove who has a name and a password, for a user who has signed in. Attempts count as those to
    /// sign in with that name: the known devices are those of the account that has it, and not of the one that asks.
    async fn proven_by_directory(
        self: &Arc<Self>,
        typed: Credentials,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Result<ProvenIdentity, Notice>, AccessError> {
        let Credentials { user, password } = typed;
        let Some(directories) = self.directories() else { return Ok(Err(password::wrong())) };
        let name = canonical(user.expose());
        let named = name.as_deref().and_then(|name| self.find(name));
        let account = self.account_key(name.as_deref());
        let attempt = self.attempt_on(account, named.as_ref(), client, context.at);
        let reserved = match self.attempt_limits.password(attempt, context.at) {
            Ok(reserved) => reserved,
            Err(delayed) => return Ok(Err(error::delayed(delayed))),
        };
        let is_bounded = password_rules::is_bounded(password.expose());
        let verdict = if is_bounded {
            directories.check(user, Arc::new(password), context.at).await
        } else {
            DirectoryVerdict::Wrong
        };
        match verdict {
            DirectoryVerdict::Proven(identity) => {
                self.attempt_limits.passwords().succeed(reserved, context.at);
                Ok(Ok(*identity))
            }
            DirectoryVerdict::Wrong => {
                if let Some(named) = &named {
                    self.password_failed(named, &reserved, context);
                }
                Ok(Err(password::wrong()))
            }
            DirectoryVerdict::Unavailable => {
                self.attempt_limits.passwords().cancel(reserved);
                let message = "The directory that has your password cannot be reached. Try again in a moment.";
                Ok(Err(Notice::new("directory_unavailable", message)))
            }
        }
    }
}
