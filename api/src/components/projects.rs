//! Projects: listing and creating them (ONB-03, API-01).

use axum::Json;
use axum::extract::State;
use waybill_platform::projects::{NewProject, Project, ProjectError};

use crate::caller::{Admin, SignedIn};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, rows};
use crate::state::AppState;
use crate::wire::{PageQuery, access as wire};
use std::sync::Arc;

use waybill_machines::rules::services::ServiceId::Access;
use waybill_platform::projects::EmbeddedProjects;

use crate::component::{Component, Opened, Opening};
use crate::route::{Row, get, post};

/// Projects.
pub struct Projects;

impl Component for Projects {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/projects", "A page of the projects, by key.", list)
                .depends_on(&[Access])
                .logged_by(Access),
            post("/projects", "Creates a project.", create).depends_on(&[Access]).logged_by(Access),
        ]
    }

    fn public(&self) -> Vec<Row> {
        vec![
            get("/access/api/v1/projects", "A page of the projects, by key.", list)
                .depends_on(&[Access]),
            post("/access/api/v1/projects", "Creates a project.", create).depends_on(&[Access]),
        ]
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let projects = EmbeddedProjects::new(opening.data.platform.clone());
        opened.ports.projects = Some(Arc::new(projects));
        Ok(())
    }
}

impl From<Project> for wire::Project {
    fn from(project: Project) -> Self {
        let Project { project_key, name, description, created_at, created_by } = project;
        Self { project_key, display_name: name, description, created_at, created_by }
    }
}

/// `GET projects`: a page of the projects, by key; `after` is a key. The documented format has no field for the total:
/// the page after the last one is empty.
pub async fn list(
    State(state): State<AppState>,
    _: SignedIn,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<Vec<wire::Project>>, ApiError> {
    let (offset, limit) = (query.offset.unwrap_or(0), rows("limit", query.limit)?);
    let projects = state.engine.ports().projects.list(query.after, offset, limit).await;
    let projects = projects.map_err(|error| ApiError::of_project(&error))?;
    Ok(Json(projects.into_iter().map(wire::Project::from).collect()))
}

/// `POST projects`: for administrators.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<wire::NewProject>,
) -> Result<Json<wire::Project>, ApiError> {
    let wire::NewProject { project_key, display_name: name, description } = body;
    let project = NewProject { project_key, name, description };
    let context = admin.context(state.engine.now());
    let made: Result<Project, ProjectError> =
        state.engine.ports().projects.create(project, context).await;
    made.map(|project| Json(project.into())).map_err(|error| ApiError::of_project(&error))
}
