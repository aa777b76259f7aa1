//! The projects service: listing projects and creating them (ONB-03).

mod embedded;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::projects::ProjectProblem;
use waybill_machines::secret::PersonId;

pub use embedded::EmbeddedProjects;

use crate::streams::{ChangeContext, StreamError};

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProjectError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run concurrently.
pub trait Projects: Send + Sync + 'static {
    /// Projects by key: those after a key if one is named, without the first `offset` of them, at most `limit`.
    fn list(&self, after: Option<String>, offset: usize, limit: usize) -> Answer<'_, Vec<Project>>;

    /// The project with this key; `None` if there is none.
    fn get(&self, key: String) -> Answer<'_, Option<Project>>;

    /// Creates a project. Of two with the same key, one is rejected because the key is taken.
    fn create(&self, project: NewProject, context: ChangeContext) -> Answer<'_, Project>;
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Project {
    /// Its key, which never changes and is never reused.
    pub project_key: String,
    /// Its display name.
    pub name: String,
    /// Its purpose; may be empty.
    pub description: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
}

/// A project to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProject {
    /// The key; see [`waybill_machines::rules::projects::check_key`].
    pub project_key: String,
    /// Its display name.
    pub name: String,
    /// Its purpose; may be empty.
    pub description: String,
}

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectError {
    /// The key, the name or the description is not allowed.
    #[error("{0}")]
    Problem(ProjectProblem),
    /// The key belongs to another project.
    #[error("this project key is taken; choose another one")]
    KeyTaken,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A part of the service stopped, which is a bug.
    #[error("the projects service failed: {0}")]
    Defect(&'static str),
}
