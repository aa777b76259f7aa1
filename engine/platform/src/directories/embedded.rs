//! Directories in the platform journal, a stream each, and a view of them in memory.

use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::Semaphore;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::machines::user_directory::Event;
use waybill_machines::rules::user_directories::{
    DirectoryProblem, DirectoryServer, USER_DIRECTORIES_MAX, UserDirectory, check_with_password,
    is_directory_password,
};
use waybill_machines::secret::Digest;
use waybill_outbound::{Outbound, Target};

use super::checking::{Failures, TURNS_MAX};
use super::ldap::endpoint_of;
use super::passwords::Passwords;
use super::stored::refused;
use super::{
    Answer, DirectoryError, GivenPassword, StoredDirectory, TestedDirectory, UserDirectories,
};
use crate::access::{DirectoryVerdict, Groups, PasswordDirectories};
use crate::keyed::{Keyed, StoredByKey as _, to_completion};
use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::sso::Marks;
use crate::streams::ChangeContext;
use crate::vault::Vault;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedDirectories {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) outbound: Outbound,
    pub(super) passwords: Passwords,
    pub(super) marks: Marks,
    pub(super) failures: Failures,
    /// Whose turn it is to be asked for.
    pub(super) turns: Semaphore,
    directories: Keyed<StoredDirectory>,
    groups: Arc<dyn Groups>,
}

impl EmbeddedDirectories {
    /// Opens the service, and removes passwords that no directory has: those of deleted ones, and what a crash left
    /// between the vault and the journal. Blocks on the disk.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        outbound: Outbound,
        groups: Arc<dyn Groups>,
    ) -> Result<Self, OpenError> {
        let inner = Inner {
            directories: Keyed::open(journal)?,
            marks: Marks::new(&vault),
            passwords: Passwords::new(vault),
            failures: Failures::default(),
            turns: Semaphore::new(TURNS_MAX),
            outbound,
            groups,
        };
        // Where records are missing, a password may belong to one of them.
        if !inner.directories.may_lack_records() {
            let swept = inner.passwords.sweep(&inner.directories.all())?;
            if swept > 0 {
                tracing::info!(
                    service = "access",
                    swept,
                    "passwords without a directory were removed"
                );
            }
        }
        Ok(Self { inner: Arc::new(inner) })
    }
}

impl UserDirectories for EmbeddedDirectories {
    fn directories(&self) -> Vec<StoredDirectory> {
        self.inner.in_order()
    }

    fn create(
        &self,
        new: UserDirectory,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredDirectory> {
        to_completion(&self.inner, async move |inner| {
            let password = given(password)?;
            // The machine rejects these too; here no stream is made for them.
            check(&new, password.is_some())?;
            inner.vet(&new).await?;
            inner.check_groups(&new).await?;
            let _changing = inner.directories.lock().await;
            if inner.directories.get(&new.name).is_some() {
                return Err(DirectoryError::NameTaken);
            }
            if inner.directories.len() >= USER_DIRECTORIES_MAX {
                return Err(DirectoryError::TooMany);
            }
            let (id, by) = (StoredDirectory::new_id(), context.who.person().cloned());
            let mark = inner.stored_password(&id, &new, password).await?;
            let event = Event::Create { directory: Box::new(new), password: mark.clone(), by };
            let created = match inner.directories.create_as(&id, event, &context).await {
                Ok(created) => created.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            if let Some(mark) = mark.filter(|_| created.as_ref().is_err_and(is_certain)) {
                inner.passwords.forget(&id, &mark).await;
            }
            created?.ok_or(DirectoryError::Unknown)
        })
    }

    /// The new password is stored beside the old one, and the record decides which of them counts. The other one is
    /// removed afterwards, or at the next start.
    fn change(
        &self,
        wanted: UserDirectory,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredDirectory> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.known(&wanted.name)?;
            // One whose address has been closed since can still be changed in other ways.
            if known.settings.server.address() != wanted.server.address() {
                inner.vet(&wanted).await?;
            }
            inner.check_groups(&wanted).await?;
            let _changing = inner.directories.lock().await;
            let known = inner.known(&wanted.name)?;
            let may_keep = known.settings.is_same_server(&wanted);
            let is_to_stay = matches!(password, GivenPassword::Kept) && known.password.is_some();
            let is_kept = is_to_stay && may_keep;
            if is_to_stay && !may_keep && wanted.server.account().is_some() {
                return Err(DirectoryError::Problem(DirectoryProblem::PasswordKept));
            }
            let password = given(password)?;
            check(&wanted, password.is_some() || is_kept)?;
            let id = known.id.clone();
            let new = inner.stored_password(&id, &wanted, password).await?;
            let mark = new.or_else(|| known.password.clone().filter(|_| is_kept));
            let event = Event::Change { directory: Box::new(wanted), password: mark.clone() };
            let changed = match inner.directories.change(&known, event, &context).await {
                Ok(changed) => changed.map_err(|error| refused(&error)),
                Err(error) => Err(error.into()),
            };
            // What may have been recorded needs its password; the next start knows.
            let unused = match &changed {
                Ok(_) => known.password.as_ref(),
                Err(error) => mark.as_ref().filter(|_| is_certain(error)),
            };
            if let Some(unused) = unused.filter(|_| known.password != mark) {
                inner.passwords.forget(&id, unused).await;
            }
            inner.failures.forget(&id);
            changed?.ok_or(DirectoryError::Unknown)
        })
    }

    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.directories.lock().await;
            let known = inner.known(&name)?;
            let deleted = inner.directories.change(&known, Event::Delete {}, &context).await?;
            deleted.map_err(|error| refused(&error))?;
            if let Some(mark) = &known.password {
                inner.passwords.forget(&known.id, mark).await;
            }
            inner.failures.forget(&known.id);
            Ok(())
        })
    }

    fn test(&self, name: String, user: Option<Secret>) -> Answer<'_, TestedDirectory> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.known(&name)?;
            inner.tested(&known, user.as_ref()).await
        })
    }
}

impl PasswordDirectories for EmbeddedDirectories {
    fn is_asked(&self) -> bool {
        !self.inner.asked().is_empty()
    }

    fn is_failing(&self, at: Timestamp) -> bool {
        self.inner.is_failing(at)
    }

    fn check(
        &self,
        user: Secret,
        password: Arc<Secret>,
        at: Timestamp,
    ) -> Pin<Box<dyn Future<Output = DirectoryVerdict> + Send + '_>> {
        Box::pin(async move { self.inner.check(user.expose(), &password, at).await })
    }
}

impl Inner {
    /// All directories, in the order in which they are asked.
    pub(super) fn in_order(&self) -> Vec<StoredDirectory> {
        let mut all = self.directories.all();
        all.sort_by_cached_key(|stored| (stored.settings.order, stored.settings.name.clone()));
        all
    }

    fn known(&self, name: &str) -> Result<StoredDirectory, DirectoryError> {
        self.directories.get(name).ok_or(DirectoryError::Unknown)
    }

    /// Stores the password that is given, if there is one, and answers its mark.
    async fn stored_password(
        &self,
        id: &str,
        directory: &UserDirectory,
        password: Option<Secret>,
    ) -> Result<Option<Digest>, DirectoryError> {
        let Some(password) = password else { return Ok(None) };
        let mark = self.passwords.mark(directory, &password);
        self.passwords.store(id, &mark, password).await?;
        Ok(Some(mark))
    }

    /// Whether this server would connect to a directory, as far as that is known now. Each connection checks that
    /// again.
    async fn vet(&self, wanted: &UserDirectory) -> Result<(), DirectoryError> {
        let vetted = match &wanted.server {
            DirectoryServer::Ldap(server) => {
                let endpoint = endpoint_of(server);
                let endpoint =
                    endpoint.map_err(|_| DirectoryError::Problem(DirectoryProblem::Host))?;
                self.outbound.vet_endpoint(&endpoint).await
            }
            DirectoryServer::Crowd(server) => {
                let target = Target::parse(&server.url);
                let target = target.map_err(|_| DirectoryError::Problem(DirectoryProblem::Url))?;
                self.outbound.vet(&target, true).await
            }
        };
        vetted.map_err(DirectoryError::Address)
    }

    /// A directory gives no administration: not by a group either, as far as is known now. Each sign-in checks that
    /// again.
    async fn check_groups(&self, wanted: &UserDirectory) -> Result<(), DirectoryError> {
        for name in wanted.group_map.values() {
            match self.groups.group(name).await? {
                None => return Err(DirectoryError::Problem(DirectoryProblem::GroupUnknown)),
                Some(group) if group.admin => {
                    return Err(DirectoryError::Problem(DirectoryProblem::GroupAdministers));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

fn check(wanted: &UserDirectory, has_password: bool) -> Result<(), DirectoryError> {
    check_with_password(wanted, has_password).map_err(DirectoryError::Problem)
}

/// The password that is given, if there is one.
fn given(password: GivenPassword) -> Result<Option<Secret>, DirectoryError> {
    match password {
        GivenPassword::New(password) if !is_directory_password(password.expose()) => {
            Err(DirectoryError::Problem(DirectoryProblem::Password))
        }
        GivenPassword::New(password) => Ok(Some(password)),
        GivenPassword::Kept | GivenPassword::None => Ok(None),
    }
}

/// Whether it is certain that nothing was recorded.
const fn is_certain(error: &DirectoryError) -> bool {
    match error {
        DirectoryError::Stream(error) => error.is_certain(),
        _ => true,
    }
}
