//! The link that makes the first administrator. There is no default password.

use std::sync::Arc;

use waybill_machines::machines::account;
use waybill_machines::machines::setup::{Event, State};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::directory::stream_of;
use super::{AccessError, Embedded, Inner};
use crate::access::names::of_new_account;
use crate::access::{Answer, Setup, SetupClaim, SetupLink, SetupRefused, password_rules};
use crate::secret::{Secret, hex, random, sha256_hex};
use crate::streams::{ChangeContext, Command};

const STREAM: &str = "setup";
/// No set-up token is longer.
const TOKEN_BYTES_MAX: usize = 128;

/// The digest of a token, for records. A token has 256 random bits, so one fast hash is enough: it cannot be guessed.
fn digest(token: &Secret) -> Digest {
    Digest(sha256_hex(token.expose().as_bytes()))
}

impl Setup for Embedded {
    fn setup_needed(&self) -> Answer<'_, bool> {
        self.run(|inner| async move { inner.setup_needed() })
    }

    fn setup_offer(&self, context: ChangeContext) -> Answer<'_, Option<SetupLink>> {
        self.run(|inner| async move { inner.setup_offer(&context).await })
    }

    fn setup_check(&self, token: Secret, at: Timestamp) -> Answer<'_, Timestamp> {
        self.run(|inner| async move { inner.setup_check(&token, at) })
    }

    fn setup_claim(&self, claim: SetupClaim, context: ChangeContext) -> Answer<'_, PersonId> {
        self.run(|inner| async move { inner.setup_claim(claim, &context).await })
    }
}

impl Inner {
    fn setup_state(&self) -> Result<State, AccessError> {
        match self.streams.state(STREAM, MachineName::Setup)? {
            AnyState::Setup(state) => Ok(state),
            _ => Err(AccessError::Defect("the set-up stream holds another machine")),
        }
    }

    fn setup_needed(&self) -> Result<bool, AccessError> {
        let is_claimed = matches!(self.setup_state()?, State::Claimed { .. });
        // An administrator may also have been made on the command line.
        Ok(!is_claimed && !self.has_admin())
    }

    async fn setup_offer(&self, context: &ChangeContext) -> Result<Option<SetupLink>, AccessError> {
        if !self.setup_needed()? {
            return Ok(None);
        }
        let token = Secret::new(hex(&random::<32>()));
        let command = Command::new(STREAM, Event::Offer { link: digest(&token) });
        Ok(match self.streams.submit(command, context).await? {
            Ok(accepted) => match *accepted.state {
                AnyState::Setup(State::Offered { until, .. }) => Some(SetupLink { token, until }),
                _ => None,
            },
            // It was claimed after the check above.
            Err(_) => None,
        })
    }

    fn setup_check(&self, token: &Secret, at: Timestamp) -> Result<Timestamp, AccessError> {
        match self.setup_state()? {
            State::Claimed { .. } => Err(SetupRefused::Done.into()),
            _ if self.has_admin() => Err(SetupRefused::Done.into()),
            State::Offered { link, until } if is_link(&link, token) => {
                if at < until {
                    Ok(until)
                } else {
                    Err(SetupRefused::Expired.into())
                }
            }
            State::Offered { .. } | State::Unclaimed {} => Err(SetupRefused::WrongLink.into()),
        }
    }

    async fn setup_claim(
        self: &Arc<Self>,
        claim: SetupClaim,
        context: &ChangeContext,
    ) -> Result<PersonId, AccessError> {
        let SetupClaim { token, user, password } = claim;
        if let Err(refused) = self.setup_check(&token, context.at) {
            self.record_refused_claim(&token, context).await?;
            return Err(refused);
        }
        let name = of_new_account(&user)?;
        password_rules::check(password.expose(), &name).map_err(AccessError::Password)?;
        let _changing = self.changing.lock().await;
        self.setup_check(&token, context.at)?;
        let account = self.prepare(&name, password, context).await?;
        let context = &self.by_holder(&account.person, context).await;
        // One group: a used link without an account would lock everyone out.
        let commands = [
            Command::new(
                stream_of(&account.person),
                account::Event::Create {
                    name: account.name.clone(),
                    admin: true,
                    must_change_password: false,
                    password: account.password.clone(),
                    details: account::Details::default(),
                },
            ),
            Command::new(
                STREAM,
                Event::Claim { link: digest(&token), person: account.person.clone() },
            ),
        ];
        let recorded = self.streams.submit_all(&commands, context).await;
        let (is_void, is_taken) = match &recorded {
            Ok(outcomes) => {
                let is_taken = outcomes.iter().all(Result::is_ok);
                (!is_taken, is_taken)
            }
            Err(error) => (error.is_certain(), false),
        };
        if is_void {
            self.abandon(&account).await;
        }
        recorded?;
        if !is_taken {
            self.setup_check(&token, context.at)?;
            return Err(SetupRefused::WrongLink.into());
        }
        self.note(&name, &account.person);
        self.refresh(&account.person)?;
        Ok(account.person)
    }

    /// Records invalid links for auditors, but at a limited rate, since clients without an account must not fill the
    /// journal.
    async fn record_refused_claim(
        &self,
        token: &Secret,
        context: &ChangeContext,
    ) -> Result<(), AccessError> {
        let is_useless = token.expose().len() > TOKEN_BYTES_MAX;
        if is_useless || !self.attempt_limits.may_record_refusal(context.at) {
            return Ok(());
        }
        // The machine has to reject the event: a person who does not exist cannot become an administrator by it.
        let person = PersonId("p_nobody".to_owned());
        let claim = Command::new(STREAM, Event::Claim { link: digest(token), person });
        let state = AnyState::Setup(self.setup_state()?);
        if state.decide(&claim.event, context.at).is_err() {
            // Between the check and the record only a newer link can be offered, which rejects it as well.
            self.streams.submit(claim, context).await?.err();
        }
        Ok(())
    }
}

fn is_link(link: &Digest, token: &Secret) -> bool {
    token.expose().len() <= TOKEN_BYTES_MAX && *link == digest(token)
}
