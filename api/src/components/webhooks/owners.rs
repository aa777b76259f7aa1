//! What the owners of webhooks may have sent: what they may read at the moment.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use waybill_engine::principal_of;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::webhooks::{WebhookDomain, WebhookMessage};
use waybill_machines::secret::PersonId;
use waybill_platform::access::Accounts;
use waybill_platform::permissions::{Permissions, Principal};
use waybill_platform::repositories::Repositories;
use waybill_platform::webhooks::{Owners, Standing};

use super::projects::is_repository_meant;

/// The owners of webhooks are users.
pub(super) struct AccountsAsOwners {
    pub accounts: Arc<dyn Accounts>,
    pub permissions: Arc<dyn Permissions>,
    pub repositories: Arc<dyn Repositories>,
}

impl AccountsAsOwners {
    /// An answer that is not known permits nothing.
    async fn asked(
        &self,
        owner: &PersonId,
        project: Option<&str>,
        message: &WebhookMessage,
    ) -> Standing {
        let principal = match principal_of(&*self.accounts, owner).await {
            Ok(Some(principal)) => principal,
            Ok(None) => return Standing::Gone,
            Err(_) => return Standing::NotPermitted,
        };
        if let Some(project) = project {
            return self.asked_in(project, &principal, message).await;
        }
        if principal == Principal::Administrator {
            return Standing::Permitted;
        }
        // The rules about downloads, and who violates them, are for administrators.
        if message.event.domain() == WebhookDomain::Policy {
            return Standing::NotPermitted;
        }
        let data = &message.data;
        let (Some(key), Some(path)) = (&data.repo_key, &data.path) else {
            return Standing::NotPermitted;
        };
        let repository = self.repositories.repository(key.clone()).await;
        let rights = self.permissions.rights(principal).await;
        match (repository, rights) {
            (Ok(Some(repository)), Ok(rights)) if rights.allow(Action::Read, &repository, path) => {
                Standing::Permitted
            }
            _ => Standing::NotPermitted,
        }
    }

    /// Whether the owner of a webhook of a project administers it, and the message is still about something in it.
    async fn asked_in(
        &self,
        project: &str,
        principal: &Principal,
        message: &WebhookMessage,
    ) -> Standing {
        match principal {
            Principal::Administrator => {}
            Principal::User { administers, .. } if administers.contains(project) => {}
            Principal::User { .. } | Principal::Anonymous => return Standing::Gone,
        }
        // A build never leaves its project, but a repository can. What is about neither is of before there were
        // webhooks of projects.
        let Some(key) = &message.data.repo_key else {
            let is_build = message.event.domain() == WebhookDomain::Build;
            return if is_build { Standing::Permitted } else { Standing::NotPermitted };
        };
        match self.repositories.repository(key.clone()).await {
            Ok(Some(repository))
                if message.event.domain().is_of_projects()
                    && is_repository_meant(Some(project), &repository) =>
            {
                Standing::Permitted
            }
            _ => Standing::NotPermitted,
        }
    }
}

impl Owners for AccountsAsOwners {
    fn standing<'a>(
        &'a self,
        owner: &'a PersonId,
        project: Option<&'a str>,
        message: &'a WebhookMessage,
    ) -> Pin<Box<dyn Future<Output = Standing> + Send + 'a>> {
        Box::pin(self.asked(owner, project, message))
    }

    fn username<'a>(
        &'a self,
        user: &'a PersonId,
    ) -> Pin<Box<dyn Future<Output = String> + Send + 'a>> {
        Box::pin(username_of(&*self.accounts, user))
    }
}

/// The name of a user; empty if there is no such account any longer, or if it cannot be read now.
pub(super) async fn username_of(accounts: &dyn Accounts, user: &PersonId) -> String {
    match accounts.user(user.clone()).await {
        Ok(found) => found.and_then(|user| user.name).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(service = "event", %error, "the name of a user in an event cannot be read");
            String::new()
        }
    }
}
