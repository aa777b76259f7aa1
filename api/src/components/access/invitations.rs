//! Links with which users choose their passwords: shown to the administrator who makes one, or sent by mail (PASS-04).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    AccessError, AccountRefused, NewUser, PasswordLink, SentInvitation,
};
use waybill_platform::mail::Language;
use waybill_platform::streams::ChangeContext;

use crate::caller::Admin;
use crate::components::mail::language;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::mail::{Invitation, InvitedUser};
use crate::wire::people::NewPasswordLink;

/// How a link reaches its user.
#[derive(Debug, Clone, Copy)]
pub enum Handover {
    /// The administrator passes it on.
    Shown,
    /// It is sent by mail, in this language.
    Mailed(Option<Language>),
}

impl Handover {
    /// As a request wants it.
    pub fn wanted(send_mail: Option<bool>, tag: Option<&str>) -> Self {
        if send_mail.unwrap_or_default() { Self::Mailed(language(tag)) } else { Self::Shown }
    }

    /// Fails if a mail is wanted that would not be sent, before anything has happened. A new user has no id yet.
    pub fn check(
        self,
        state: &AppState,
        person: Option<&PersonId>,
        email: Option<&str>,
    ) -> Result<(), ApiError> {
        let Self::Mailed(_) = self else { return Ok(()) };
        if email.is_none_or(|email| email.trim().is_empty()) {
            return state.access(Err(AccountRefused::NoEmail.into()));
        }
        let unknown = PersonId(String::new());
        let (mail, now) = (&state.engine.ports().mail, state.engine.now());
        let admitted = mail.admits(person.unwrap_or(&unknown), MailKind::Invitation, now);
        admitted.map_err(|error| ApiError::of_mail(&error))
    }

    /// Makes a link and hands it over. If the mail cannot be queued after all, the administrator gets a link.
    pub async fn link(
        self,
        state: &AppState,
        person: PersonId,
        context: ChangeContext,
    ) -> Result<NewPasswordLink, ApiError> {
        let administration = &state.engine.ports().administration;
        if let Self::Mailed(language) = self {
            let invited =
                administration.send_invitation(person.clone(), language, context.clone()).await;
            match invited {
                Ok(SentInvitation { until, sets_password }) => {
                    return Ok(NewPasswordLink { link: None, until, mail: true, sets_password });
                }
                Err(AccessError::Mail(error)) => {
                    tracing::warn!(service = "access", %error, "an invitation was not sent");
                }
                Err(error) => return state.access(Err(error)),
            }
        }
        let made = administration.allow_password(person, context).await;
        let PasswordLink { token, until, sets_password } = state.access(made)?;
        let link = state.edge.address.link(&token.path_of_link());
        Ok(NewPasswordLink { link: Some(link), until, mail: false, sets_password })
    }
}

/// `POST access/api/v1/users/invite`: creates a user with the mail address as name, and sends an invitation there.
pub async fn invite(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<Invitation>,
) -> Result<Json<InvitedUser>, ApiError> {
    let source = body.source.as_deref().unwrap_or_default();
    check_length(&[("invited_email", &body.invited_email), ("source", source)])?;
    let email = body.invited_email.trim().to_owned();
    Handover::Mailed(None).check(&state, None, Some(&email))?;
    let user = NewUser {
        name: email.clone(),
        email: Some(email.clone()),
        must_change_password: true,
        ..NewUser::default()
    };
    let context = admin.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    let created = state.access(administration.create_user(user, context.clone()).await)?;
    let invited = administration.send_invitation(created.person.clone(), None, context).await;
    let expires_at = state.access(invited)?.until;
    let user = super::people::described(&state, created.person).await?.user;
    Ok(Json(InvitedUser {
        username: user.name.unwrap_or_default(),
        email: user.email.unwrap_or(email),
        expires_at,
    }))
}
