//! Downloads that a rule has refused. The public API names the domain `policy` and does not describe it: here, its
//! policies are the rules about downloads.

use waybill_machines::machines::download_violations::Event;
use waybill_machines::rules::webhooks::{WebhookData, WebhookEventType as Type};

use super::packages::InRepository;
use super::{Found, KnownRepositories};
use crate::repositories::RepositoryError;

/// The event of a violation. It has the file that was asked for, by which webhooks narrow it.
pub(super) async fn of_violation(
    event: Event,
    known: &KnownRepositories,
) -> Result<Found, RepositoryError> {
    let Event::Violate { violation } = event;
    let violation = *violation;
    let Some(repository) = known.of(&violation.repository).await? else { return Ok(Vec::new()) };
    let in_repository = InRepository { id: &violation.repository, repository: &repository };
    let (kind, file, about) = in_repository.file(Type::PolicyViolated, &violation.path, None);
    let data = WebhookData {
        package_type: Some(violation.package_type),
        package_name: Some(violation.package),
        package_version: Some(violation.version),
        rule_name: Some(violation.rule),
        rule_kind: Some(violation.kind),
        reason: Some(violation.reason),
        user_id: violation.person,
        ..file
    };
    Ok(vec![(kind, data, about)])
}
