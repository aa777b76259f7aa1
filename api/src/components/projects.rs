//! Projects: listing and creating them (ONB-03, API-01).

mod groups;
mod members;

use axum::Json;
use axum::extract::State;
use waybill_platform::projects::{NewProject, Project, ProjectError};

use crate::caller::{Admin, SignedIn};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams, rows};
use crate::state::AppState;
use crate::wire::{PageQuery, projects as wire};
use std::sync::Arc;

use waybill_machines::rules::services::ServiceId::Access;
use waybill_platform::projects::EmbeddedProjects;

use crate::component::{Component, Opened, Opening};
use crate::route::{AccessEvent, Row, delete, get, post, put};

/// Projects.
pub struct Projects;

impl Component for Projects {
    fn calls(&self) -> Vec<Row> {
        rows_below("/projects").into_iter().map(|row| row.logged_by(Access)).collect()
    }

    fn public(&self) -> Vec<Row> {
        rows_below("/access/api/v1/projects")
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let projects = EmbeddedProjects::new(opening.data.platform.clone());
        opened.ports.projects = Some(Arc::new(projects));
        Ok(())
    }
}

/// The calls, which the console and programs use with different paths.
fn rows_below(path: &str) -> Vec<Row> {
    let project = format!("{path}/{{key}}");
    let members = format!("{project}/users");
    let member = format!("{members}/{{name}}");
    let groups = format!("{project}/groups");
    let group = format!("{groups}/{{name}}");
    let calls = vec![
        get(path, "A page of the projects, by key.", list),
        post(path, "Creates a project.", create),
        get(&project, "A project.", one),
        get(&members, "The members of a project.", members::list),
        put(&member, "Makes a user a member of a project, or changes the role.", members::set)
            .logs_access(AccessEvent::Account),
        delete(&member, "Ends the membership of a user in a project.", members::remove)
            .logs_access(AccessEvent::Account),
        get(&groups, "The groups whose members are members of a project.", groups::list),
        put(&group, "Gives the members of a group a role in a project.", groups::set)
            .logs_access(AccessEvent::Account),
        delete(&group, "Takes the role of a group's members in a project.", groups::remove)
            .logs_access(AccessEvent::Account),
    ];
    calls.into_iter().map(|row| row.depends_on(&[Access])).collect()
}

impl From<Project> for wire::Project {
    fn from(project: Project) -> Self {
        let Project { project_key, name, description, created_at, created_by } = project;
        Self { project_key, display_name: name, description, created_at, created_by }
    }
}

/// `GET projects`: a page of the projects, by key; `after` is a key. Users who are no administrators see those that they
/// are members of. The documented format has no field for the total: the page after the last one is empty.
pub async fn list(
    State(state): State<AppState>,
    caller: SignedIn,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<Vec<wire::Project>>, ApiError> {
    let (offset, limit) = (query.offset.unwrap_or(0), rows("limit", query.limit)?);
    let ports = state.engine.ports();
    let user = state.access(ports.accounts.user(caller.person).await)?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    let page = if user.is_active_admin() {
        ports
            .projects
            .list(query.after, offset, limit)
            .await
            .map_err(|e| ApiError::of_project(&e))?
    } else {
        let is_after = |key: &String| query.after.as_ref().is_none_or(|after| key > after);
        let keys = user.effective_projects.into_keys().filter(is_after).skip(offset).take(limit);
        let mut page = Vec::new();
        for key in keys {
            page.extend(find(&state, key).await?);
        }
        page
    };
    Ok(Json(page.into_iter().map(wire::Project::from).collect()))
}

/// `GET projects/{key}`.
pub async fn one(
    State(state): State<AppState>,
    caller: SignedIn,
    PathParams(key): PathParams<String>,
) -> Result<Json<wire::Project>, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(caller.person).await)?;
    let may_see = user
        .is_some_and(|user| user.is_active_admin() || user.effective_projects.contains_key(&key));
    // The same answer for a project that exists, and is not the caller's to see.
    let project = if may_see { find(&state, key).await? } else { None };
    let project = project.ok_or_else(|| ApiError::not_found("There is no such project."))?;
    Ok(Json(project.into()))
}

async fn find(state: &AppState, key: String) -> Result<Option<Project>, ApiError> {
    let found = state.engine.ports().projects.get(key).await;
    found.map_err(|error| ApiError::of_project(&error))
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
