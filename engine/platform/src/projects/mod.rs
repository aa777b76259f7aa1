//! The projects service: which projects there are, and making one (ONB-03).

mod embedded;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::projects::ProjectProblem;
use waybill_machines::secret::PersonId;

pub use embedded::EmbeddedProjects;

use crate::streams::{Act, StreamError};

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProjectError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run at once.
pub trait Projects: Send + Sync + 'static {
    /// Projects by key: at most `limit` of them, behind the first `offset`.
    fn list(&self, offset: usize, limit: usize) -> Answer<'_, Vec<Project>>;

    /// Makes a project. Of two that make one with the same key, one is told that it is taken.
    fn create(&self, project: NewProject, act: Act) -> Answer<'_, Project>;
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Project {
    /// Its key, which is its own for ever.
    pub project_key: String,
    /// What people call it.
    pub name: String,
    /// What it is for; may be empty.
    pub description: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// By whom; the server itself when this is empty.
    pub created_by: Option<PersonId>,
}

/// A project to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProject {
    /// The key; see [`waybill_machines::rules::projects::check_key`].
    pub project_key: String,
    /// What people are to call it.
    pub name: String,
    /// What it is for; may be empty.
    pub description: String,
}

/// Why a call gave no answer.
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
    /// A part of the service stopped, which is a defect.
    #[error("the projects service failed: {0}")]
    Defect(&'static str),
}
