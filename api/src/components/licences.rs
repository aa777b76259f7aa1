//! Licences, for administrators: the effective licence, its history, and installing and removing a key.

use axum::Json;
use axum::extract::State;
use waybill_machines::machines::server::Swept;
use waybill_machines::secret::PersonId;
use waybill_platform::licences::{LicenceError, LicenceStatus};

use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::AppState;
use crate::wire::installation::{Licences, NewLicence, PublicLicence, PublicLicenceInstalled};
use crate::wire::{Empty, Names};
use std::sync::Arc;

use waybill_machines::machines::licence;
use waybill_machines::rules::services::ServiceId::{self, Artifactory};
use waybill_machines::{AnyState, MachineName};
use waybill_platform::licences::EmbeddedLicences;
use waybill_platform::streams::Streams;
use waybill_platform::support::{Section, ShownValue};

use crate::component::{Component, Opened, Opening};
use crate::config::ConfigFile;
use crate::route::{Row, delete, get, post};

/// The licence of the installation.
pub struct Licence;

impl Component for Licence {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/system/licenses", "The licence and its history.", show)
                .depends_on(&[Artifactory]),
            post("/system/licenses", "Installs a key.", install).depends_on(&[Artifactory]),
            delete("/system/licenses", "Removes the installed key.", remove)
                .depends_on(&[Artifactory]),
        ]
    }

    fn public(&self) -> Vec<Row> {
        vec![
            get("/artifactory/api/system/license", "The installed licence.", show_one)
                .depends_on(&[Artifactory]),
            post("/artifactory/api/system/licenses", "Installs a key.", install_one)
                .depends_on(&[Artifactory]),
        ]
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let (journal, vault) = (opening.data.platform.clone(), Arc::clone(&opening.data.vault));
        let licences = EmbeddedLicences::open(journal, vault, Some(opening.licence()))?;
        let removed = licences.sweep()?;
        opened.swept.push((Swept::LicenceKeys, removed));
        if removed > 0 {
            tracing::info!(removed, "licence keys that are no longer installed were removed");
        }
        opened.ports.licences = Some(Arc::new(licences));
        Ok(())
    }

    fn sections(&self, service: ServiceId, file: &ConfigFile, streams: &Streams) -> Vec<Section> {
        if service != Artifactory {
            return Vec::new();
        }
        let shown = match streams.state("licence", MachineName::Licence) {
            Ok(AnyState::Licence(licence::State::Installed { installed })) => {
                ShownValue::Group(vec![
                    ("licence", ShownValue::of(&installed.licence)),
                    ("valid_until", ShownValue::of(&installed.valid_until)),
                    ("installed_at", ShownValue::of(&installed.at)),
                    ("key", ShownValue::from(&installed.key)),
                ])
            }
            Ok(_) => {
                ShownValue::Group(vec![("licence", ShownValue::of(&file.installation.licence))])
            }
            Err(error) => {
                ShownValue::Group(vec![("unreadable", ShownValue::of(&error.to_string()))])
            }
        };
        vec![Section { name: "licence", shown }]
    }
}

/// Maximum number of history entries in a response.
const HISTORY_MAX: u64 = 50;

/// `GET system/licenses`: the effective licence, the installed key and the history.
pub async fn show(State(state): State<AppState>, _: Admin) -> Result<Json<Licences>, ApiError> {
    let standing = state.engine.ports().licences.status(state.engine.now()).await;
    response(&state, standing).await
}

/// `POST system/licenses`: installs a key, replacing an installed one.
pub async fn install(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewLicence>,
) -> Result<Json<Licences>, ApiError> {
    let context = admin.context(state.engine.now());
    let licences = &state.engine.ports().licences;
    response(&state, licences.install(body.licence_key.into_bytes(), context).await).await
}

/// `DELETE system/licenses`: removes the installed key.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
) -> Result<Json<Licences>, ApiError> {
    response(&state, state.engine.ports().licences.remove(context).await).await
}

async fn response(
    state: &AppState,
    standing: Result<LicenceStatus, LicenceError>,
) -> Result<Json<Licences>, ApiError> {
    let standing = standing.map_err(|error| ApiError::of_licence(&error))?;
    let history = state.engine.ports().licences.history(HISTORY_MAX).await;
    let history = history.map_err(|error| ApiError::of_licence(&error))?;
    let mut names = Names::new();
    let installer = standing.installed.iter().filter_map(|key| key.installed_by.as_ref());
    for person in installer.chain(history.iter().filter_map(|had| had.by.as_ref())) {
        if !names.contains_key(&person.0) {
            names.insert(person.0.clone(), name_of(state, person).await?);
        }
    }
    Ok(Json(Licences { standing, history, names }))
}

async fn name_of(state: &AppState, person: &PersonId) -> Result<Option<String>, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
    Ok(user.and_then(|user| user.name))
}

/// `GET /artifactory/api/system/license`: the licence in the format of the platform's public API.
pub async fn show_one(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<PublicLicence>, ApiError> {
    let standing = state.engine.ports().licences.status(state.engine.now()).await;
    let standing = standing.map_err(|error| ApiError::of_licence(&error))?;
    let (valid_through, licensed_to) =
        standing.installed.map_or((None, None), |key| (key.valid_until, key.holder));
    Ok(Json(PublicLicence { licence: standing.licence, valid_through, licensed_to }))
}

/// `POST /artifactory/api/system/licenses`: installs a key, in the format of the platform's public API.
pub async fn install_one(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewLicence>,
) -> Result<Json<PublicLicenceInstalled>, ApiError> {
    let context = admin.context(state.engine.now());
    let licences = &state.engine.ports().licences;
    let installed = licences.install(body.licence_key.into_bytes(), context).await;
    installed.map_err(|error| ApiError::of_licence(&error))?;
    Ok(Json(PublicLicenceInstalled { status: 200, messages: Empty {} }))
}
