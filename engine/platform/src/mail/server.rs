//! The mail server in the platform journal, in a stream of its own, and its password in the vault. The mark of the
//! password is that with the host, the port and the user that it was given for.

use std::sync::Arc;

use waybill_journal::Journal;
use waybill_machines::machines::mail_server::{Event, State};
use waybill_machines::rules::mail::{
    MailProblem, MailSecurity, MailServer, check_password, is_mail_password,
};
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName, Refused};
use waybill_outbound::{Endpoint, Outbound};

use super::{GivenPassword, MailError, StoredServer};
use crate::keyed::{Keyed, StoredByKey};
use crate::marked_secrets::MarkedSecrets;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::{Kind, Vault, VaultError};

/// The only id, and the key.
const ID: &str = "main";

impl StoredByKey for StoredServer {
    const MACHINE: MachineName = MachineName::MailServer;
    const STREAMS: &'static str = "mail_server/";
    const IDS: &'static str = ID;

    fn of(_: &str, state: &AnyState) -> Option<Self> {
        let AnyState::MailServer(State::Existing { server, password }) = state else { return None };
        Some(Self { settings: server.clone(), password: password.clone() })
    }

    fn id(&self) -> &'static str {
        ID
    }

    fn key(&self) -> String {
        ID.to_owned()
    }
}

/// The mail server as it is stored.
pub(super) struct Server {
    stored: Keyed<StoredServer>,
    passwords: MarkedSecrets,
    outbound: Outbound,
}

impl Server {
    /// Reads what is stored. Blocks on the disk.
    pub(super) fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        outbound: Outbound,
    ) -> Result<Self, StreamError> {
        let stored = Keyed::open(journal)?;
        let passwords = MarkedSecrets::new(vault, Kind::MailPassword, "mail.passwords");
        Ok(Self { stored, passwords, outbound })
    }

    /// Removes passwords that no record has. Blocks on the disk.
    pub(super) fn sweep(&self) -> Result<usize, VaultError> {
        // Where records are missing, a password may belong to one of them.
        if self.stored.may_lack_records() {
            return Ok(0);
        }
        let stored = self.get();
        let named = stored.as_ref().and_then(|stored| Some((ID, stored.password.as_ref()?)));
        self.passwords.sweep(named.into_iter())
    }

    /// The mail server, if there is one.
    pub(super) fn get(&self) -> Option<StoredServer> {
        self.stored.get(ID)
    }

    /// Sets it up, or changes it. The new password is stored beside the old one, and the record decides which of them
    /// counts.
    pub(super) async fn set(
        &self,
        wanted: MailServer,
        password: GivenPassword,
        context: &ChangeContext,
    ) -> Result<StoredServer, MailError> {
        check_given(&wanted, &password)?;
        self.outbound.vet_endpoint(&endpoint_of(&wanted)?).await?;
        let _changing = self.stored.lock().await;
        let known = self.get();
        let kept = known.as_ref().filter(|known| known.settings.is_at(&wanted));
        let kept = kept.filter(|_| wanted.user.is_some()).and_then(|known| known.password.clone());
        let mark = match password {
            GivenPassword::New(password) => {
                let mark = self.passwords.mark(&given_for(&wanted).each_ref(), &password);
                self.passwords.store::<MailError>(ID, &mark, password).await?;
                Some(mark)
            }
            GivenPassword::Kept => kept,
            GivenPassword::None => None,
        };
        let recorded = self.record(known.as_ref(), wanted, mark.clone(), context).await;
        let old = known.and_then(|known| known.password);
        // What may have been recorded needs its password; the next start knows.
        let unused = match &recorded {
            Ok(_) => old.as_ref(),
            Err(error) => mark.as_ref().filter(|_| error.is_certain()),
        };
        if let Some(unused) = unused.filter(|_| old != mark) {
            self.forget(unused).await;
        }
        recorded
    }

    /// Removes it, with its password.
    pub(super) async fn remove(&self, context: &ChangeContext) -> Result<(), MailError> {
        let _changing = self.stored.lock().await;
        let known = self.get().ok_or(MailError::NotConfigured)?;
        let removed = self.stored.change(&known, Event::Delete {}, context).await?;
        removed.map_err(|error| refused(&error))?;
        if let Some(mark) = &known.password {
            self.forget(mark).await;
        }
        Ok(())
    }

    /// The mail server with its password; `None` if there is no server. A change may remove the password between the
    /// record and the vault: then there is a newer record, which is read.
    pub(super) async fn with_password(
        &self,
    ) -> Result<Option<(MailServer, Option<Secret>)>, MailError> {
        let mut before: Option<StoredServer> = None;
        loop {
            let Some(stored) = self.get() else { return Ok(None) };
            let Some(mark) = &stored.password else { return Ok(Some((stored.settings, None))) };
            let given_for = given_for(&stored.settings);
            let read = self.passwords.read::<MailError>(ID, mark, &given_for.each_ref()).await?;
            match read {
                Some(password) => return Ok(Some((stored.settings, Some(password)))),
                None if before.as_ref() != Some(&stored) => before = Some(stored),
                None => return Err(MailError::PasswordMissing),
            }
        }
    }

    async fn record(
        &self,
        known: Option<&StoredServer>,
        server: MailServer,
        password: Option<Digest>,
        context: &ChangeContext,
    ) -> Result<StoredServer, MailError> {
        let recorded = match known {
            Some(known) => {
                let event = Event::Change { server, password };
                self.stored.change(known, event, context).await?
            }
            None => self.stored.create_as(ID, Event::Create { server, password }, context).await?,
        };
        let stored = recorded.map_err(|error| refused(&error))?;
        stored.ok_or(MailError::NotConfigured)
    }

    async fn forget(&self, mark: &Digest) {
        if let Err(error) = self.passwords.remove::<MailError>(ID, mark).await {
            tracing::warn!(%error, "the password of the mail server is removed later");
        }
    }
}

/// The mail server as it is connected to.
pub(super) fn endpoint_of(server: &MailServer) -> Result<Endpoint, MailError> {
    let endpoint = match server.security {
        MailSecurity::Starttls | MailSecurity::Tls => Endpoint::over_tls(&server.host, server.port),
        MailSecurity::None => Endpoint::in_clear(&server.host, server.port),
    };
    endpoint.map_err(|_| MailError::Problem(MailProblem::Host))
}

fn check_given(wanted: &MailServer, password: &GivenPassword) -> Result<(), MailError> {
    let new = password.given();
    check_password(wanted, new.is_some()).map_err(MailError::Problem)?;
    if new.is_some_and(|password| !is_mail_password(password.expose())) {
        return Err(MailError::Problem(MailProblem::Password));
    }
    Ok(())
}

/// What a password is given for.
struct GivenFor([String; 3]);

impl GivenFor {
    fn each_ref(&self) -> [&str; 3] {
        self.0.each_ref().map(String::as_str)
    }
}

fn given_for(server: &MailServer) -> GivenFor {
    let user = server.user.clone().unwrap_or_default();
    GivenFor([server.host.clone(), server.port.to_string(), user])
}

/// Why the machine refuses a change. What is not valid was refused before.
fn refused(refused: &Refused) -> MailError {
    let code = refused.rejection.code;
    if code == MailProblem::PasswordKept.code() {
        return MailError::Problem(MailProblem::PasswordKept);
    }
    MailError::Rejected(code.to_string())
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;
    use waybill_machines::Timestamp;
    use waybill_outbound::OutboundSettings;

    use super::*;

    fn server(host: &str) -> MailServer {
        MailServer {
            host: host.into(),
            port: 587,
            security: MailSecurity::Starttls,
            user: Some("waybill".into()),
            from: "waybill@example.org".into(),
            from_name: "Waybill".into(),
        }
    }

    /// covers: [PASS-04]
    #[tokio::test]
    async fn a_password_is_for_one_host_port_and_user() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(folder.path(), None).unwrap());
        let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
        let allow = vec!["10.0.0.0/8:587".parse().unwrap(), "10.0.0.0/8:465".parse().unwrap()];
        let outbound = Outbound::new(OutboundSettings { allow, ..Default::default() }).unwrap();
        let mail = Server::open(journal.clone(), vault.clone(), outbound.clone()).unwrap();
        let context = ChangeContext::system(Timestamp::from_ms(1_700_000_000_000));
        assert_eq!(mail.with_password().await.unwrap().map(drop), None);
        assert_eq!(mail.remove(&context).await, Err(MailError::NotConfigured));
        let given = || GivenPassword::New(Secret::new("canary"));
        let stored = mail.set(server("10.0.0.1"), given(), &context).await.unwrap();
        assert!(stored.has_password());
        let read = async |mail: &Server| {
            let (_, password) = mail.with_password().await.unwrap().unwrap();
            password.map(|password| password.expose().to_owned())
        };
        assert_eq!(read(&mail).await.as_deref(), Some("canary"));
        let named = MailServer { from_name: "Other".into(), ..server("10.0.0.1") };
        let stored = mail.set(named, GivenPassword::Kept, &context).await.unwrap();
        assert!(stored.has_password(), "another name of the sender keeps it");
        for moved in [
            server("10.0.0.2"),
            MailServer { port: 465, ..server("10.0.0.2") },
            MailServer { user: Some("other".into()), port: 465, ..server("10.0.0.2") },
        ] {
            mail.set(moved.clone(), given(), &context).await.unwrap();
            let elsewhere = MailServer { user: Some("third".into()), ..moved };
            let stored = mail.set(elsewhere, GivenPassword::Kept, &context).await.unwrap();
            assert!(!stored.has_password());
            assert_eq!(read(&mail).await, None);
        }
        mail.set(server("10.0.0.1"), given(), &context).await.unwrap();
        assert_eq!(vault.names(Kind::MailPassword).unwrap().len(), 1);
        let mail = Server::open(journal, vault.clone(), outbound).unwrap();
        assert_eq!(mail.sweep(), Ok(0));
        mail.remove(&context).await.unwrap();
        assert_eq!((mail.get(), vault.names(Kind::MailPassword).unwrap().len()), (None, 0));
        mail.set(server("10.0.0.1"), GivenPassword::None, &context).await.unwrap();
        assert_eq!(read(&mail).await, None);
    }

    /// covers: [PASS-04]
    #[tokio::test]
    async fn a_server_that_would_not_be_connected_to_is_not_saved() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(folder.path(), None).unwrap());
        let outbound = Outbound::new(OutboundSettings::default()).unwrap();
        let mail = Server::open(Arc::new(MemoryJournal::new()), vault, outbound).unwrap();
        let context = ChangeContext::system(Timestamp::from_ms(1_700_000_000_000));
        let set = async |wanted| mail.set(wanted, GivenPassword::None, &context).await;
        let blocked = set(server("127.0.0.1")).await;
        assert!(matches!(blocked, Err(MailError::Address(_))), "{blocked:?}");
        let global = MailServer { user: None, ..server("93.184.215.14") };
        let clear = MailServer { security: MailSecurity::None, ..global.clone() };
        assert_eq!(set(clear).await, Err(MailError::InClear));
        let user = MailServer { security: MailSecurity::None, ..server("93.184.215.14") };
        assert_eq!(set(user).await, Err(MailError::Problem(MailProblem::Security)));
        assert_eq!(mail.get(), None);
        set(global).await.unwrap();
    }
}
