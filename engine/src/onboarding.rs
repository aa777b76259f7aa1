//! The step of the onboarding that goes over HTTP: free text is personal, so it is stored in the vault before it
//! becomes a command, and the command holds only its digest.

use waybill_machines::machines::onboarding::Event;
use waybill_machines::rules::onboarding::{
    Details, InvalidText, TEXT_CHARS_MAX, WorkRole, free_text,
};
use waybill_machines::secret::{PersonId, Personal};
use waybill_machines::{MachineName, RejectionCode};
use waybill_platform::secret::Secret;

use crate::error::{Nack, NackCode};
use crate::registry::{Engine, SessionCredentials, StepResult};

/// The details of the wizard as typed.
#[derive(Debug, Default)]
pub struct DetailsForm {
    /// The user's role.
    pub role: Option<WorkRole>,
    /// The role in the user's own words.
    pub other_role: Option<Secret>,
    /// The name of the user's company.
    pub company_name: Option<Secret>,
    /// The name of the user's open-source project.
    pub oss_project_name: Option<Secret>,
}

impl Engine {
    /// Fills in the details of the wizard.
    pub async fn describe_details(
        &self,
        credentials: &SessionCredentials,
        form: DetailsForm,
    ) -> Result<StepResult, Nack> {
        let person = self.person_of(&credentials.session);
        let person = person.ok_or_else(Nack::not_signed_in)?;
        // Decided first without the texts: a rejected event would leave them in the vault without any reference.
        let without_texts =
            Event::Describe { details: Details { role: form.role, ..Details::default() } };
        let state = self.settle(&credentials.session, MachineName::Onboarding, &[]).await?;
        if let Err(refused) = state.decide(&without_texts.into(), self.now()) {
            let name = MachineName::Onboarding.as_str();
            return Err(Nack::rejected(&refused.rejection, name, "describe", state.name()));
        }
        let details = Details {
            role: form.role,
            other_role: self.store_text(&person, form.other_role).await?,
            company_name: self.store_text(&person, form.company_name).await?,
            oss_project_name: self.store_text(&person, form.oss_project_name).await?,
        };
        self.step(credentials, Event::Describe { details }, MachineName::Onboarding, &[], None)
            .await
    }

    /// Stores a text under its owner's key. A blank text is treated as none.
    async fn store_text(
        &self,
        person: &PersonId,
        text: Option<Secret>,
    ) -> Result<Option<Personal>, Nack> {
        let text = text.as_ref().map_or(Ok(None), |text| free_text(text.expose()));
        let invalid = |InvalidText| {
            let message = format!("A text may have at most {TEXT_CHARS_MAX} visible characters.");
            Nack::permanent(NackCode::Rejected(RejectionCode::TooLong), message)
        };
        let Some(text) = text.map_err(invalid)?.map(str::to_owned) else { return Ok(None) };
        let (vault, person) = (self.shared.performer.vault.clone(), person.clone());
        let stored = tokio::task::spawn_blocking(move || vault.personal(&person, &text));
        let failed = |why: String| {
            tracing::error!(why, "a text could not be stored in the vault");
            Nack::temporary(
                NackCode::Unavailable,
                "This cannot be kept at the moment. Try again later.",
            )
        };
        match stored.await {
            Ok(Ok(personal)) => Ok(Some(personal)),
            Ok(Err(error)) => Err(failed(error.to_string())),
            Err(error) => Err(failed(error.to_string())),
        }
    }
}
