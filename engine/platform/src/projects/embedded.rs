//! The projects service in this process: one stream per project in the platform journal.

use std::sync::Arc;

use waybill_journal::Journal;
use waybill_machines::machines::project::{Event, State};
use waybill_machines::rules::projects::{check_key, check_words};
use waybill_machines::{AnyState, MachineName};

use super::{Answer, NewProject, Project, ProjectError, Projects};
use crate::streams::{ChangeContext, Command, StreamError, Streams};

/// Prefix of the streams of projects.
const PREFIX: &str = "project/";

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedProjects {
    streams: Arc<Streams>,
}

impl EmbeddedProjects {
    /// The service on this journal. Nothing is read to open it: each call reads the journal.
    pub fn new(journal: Arc<dyn Journal>) -> Self {
        Self { streams: Arc::new(Streams::new(journal)) }
    }
}

impl Projects for EmbeddedProjects {
    fn list(&self, after: Option<String>, offset: usize, limit: usize) -> Answer<'_, Vec<Project>> {
        let streams = self.streams.clone();
        Box::pin(async move {
            let listed = tokio::task::spawn_blocking(move || {
                let after = after.map(|key| format!("{PREFIX}{key}"));
                // A project's stream begins with its creation, so there are as many projects as streams.
                let end = offset.saturating_add(limit);
                let names = streams.journal().streams(PREFIX, after.as_deref(), end);
                let names = names.iter().map(|(name, _)| name).skip(offset);
                names.filter_map(|name| load(&streams, name).transpose()).collect()
            });
            let listed: Result<Vec<Project>, StreamError> =
                listed.await.map_err(|_| ProjectError::Defect("reading the list stopped"))?;
            Ok(listed?)
        })
    }

    fn get(&self, key: String) -> Answer<'_, Option<Project>> {
        let streams = self.streams.clone();
        Box::pin(async move {
            // No project has an invalid key, and it must not become the name of a stream.
            if check_key(&key).is_err() {
                return Ok(None);
            }
            let read =
                tokio::task::spawn_blocking(move || load(&streams, &format!("{PREFIX}{key}")));
            Ok(read.await.map_err(|_| ProjectError::Defect("reading a project stopped"))??)
        })
    }

    fn create(&self, project: NewProject, context: ChangeContext) -> Answer<'_, Project> {
        let streams = self.streams.clone();
        Box::pin(async move {
            // Runs to completion even when the caller stops waiting, so that no project is left incomplete.
            let made = tokio::spawn(async move { create(&streams, project, &context).await });
            made.await.map_err(|_| ProjectError::Defect("making a project stopped"))?
        })
    }
}

fn load(streams: &Streams, stream: &str) -> Result<Option<Project>, StreamError> {
    Ok(project_of(streams.state(stream, MachineName::Project)?))
}

fn project_of(state: AnyState) -> Option<Project> {
    match state {
        AnyState::Project(State::Existing {
            project_key,
            name,
            description,
            created_at,
            created_by,
        }) => Some(Project { project_key, name, description, created_at, created_by }),
        _ => None,
    }
}

async fn create(
    streams: &Streams,
    project: NewProject,
    context: &ChangeContext,
) -> Result<Project, ProjectError> {
    let NewProject { project_key, name, description } = project;
    // The machine rejects these too; an invalid key must not become the name of a stream.
    check_key(&project_key)
        .and_then(|()| check_words(&name, &description))
        .map_err(ProjectError::Problem)?;
    let by = context.who.person().cloned();
    let stream = format!("{PREFIX}{project_key}");
    let event = Event::Create { project_key, name: name.trim().to_owned(), description, by };
    match streams.submit(Command::new(stream, event), context).await? {
        Ok(accepted) => project_of(Arc::unwrap_or_clone(accepted.state))
            .ok_or(ProjectError::Defect("a project was made of nothing")),
        Err(_) => Err(ProjectError::KeyTaken),
    }
}
