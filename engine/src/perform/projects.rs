//! The calls that create projects.

use waybill_machines::AnyEvent;
use waybill_machines::machines::{login, onboarding};
use waybill_platform::projects::{NewProject, ProjectError};

use super::{Request, unavailable};

pub(super) async fn create(
    request: &Request<'_>,
    project_key: &str,
    name: &str,
) -> Option<AnyEvent> {
    let project = NewProject {
        project_key: project_key.to_owned(),
        name: name.to_owned(),
        description: String::new(),
    };
    Some(onboarding::Event::ProjectMade(make(request, project).await).into())
}

/// Only administrators create projects, and the user may have lost that role since the wizard began.
async fn make(request: &Request<'_>, project: NewProject) -> onboarding::ProjectMade {
    let ports = request.ports();
    let may = match request.is_admin().await {
        Ok(may) => may,
        Err(error) => return onboarding::ProjectMade::Refused { notice: unavailable(&error) },
    };
    if !may {
        let notice = login::Notice::new("not_authorised", "Only administrators make projects.");
        return onboarding::ProjectMade::Refused { notice };
    }
    match ports.projects.create(project, request.context.clone()).await {
        Ok(_) => onboarding::ProjectMade::Created {},
        Err(ProjectError::KeyTaken) => onboarding::ProjectMade::AlreadyThere {},
        Err(error) => {
            tracing::error!(%error, "a project could not be created");
            let notice = login::Notice::new("unavailable", &error.to_string());
            onboarding::ProjectMade::Refused { notice }
        }
    }
}
