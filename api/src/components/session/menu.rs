//! The menus of the caller's session.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::menu::{MenuContext, Menus};
use waybill_machines::rules::routes::VALUE_CHARS_MAX;

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::state::AppState;
use crate::wire::session::MenuQuery;

/// `GET session/menu`: the menus for the session's facts as shown (view-as applied). Before start-up has collected the
/// facts, all menus are empty.
pub async fn show(
    State(state): State<AppState>,
    caller: Caller,
    QueryParams(selected): QueryParams<MenuQuery>,
) -> Result<Json<Menus>, ApiError> {
    let project = selected.project.as_deref();
    if project.is_some_and(|project| project.chars().count() > VALUE_CHARS_MAX) {
        // Every item would contain it, and no path can have a value of this length.
        let message = format!("'project' may have at most {VALUE_CHARS_MAX} characters.");
        return Err(ApiError::bad_request("too_long", message).at("project"));
    }
    let footer = state.engine.ports().settings.footer().await;
    let footer = footer.map_err(|error| ApiError::unavailable(error.to_string()))?;
    let menu_inputs = state.engine.menu_inputs(caller.session()).await?;
    let licence = menu_inputs.facts.as_ref().map_or(Licence::None, |facts| facts.licence);
    let logo = Logo::choose(&footer.user_logo, &footer.logo_url, licence);
    let menus = match &menu_inputs.facts {
        Some(facts) => {
            Menus::of(MenuContext::new(facts, project, menu_inputs.on_quick_setup), logo)
        }
        None => Menus::empty(logo),
    };
    let (facts, view, viewable) = (menu_inputs.facts_from, menu_inputs.view, menu_inputs.is_admin);
    Ok(Json(Menus { facts, view, viewable, ..menus }))
}
