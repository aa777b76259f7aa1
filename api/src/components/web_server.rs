//! The web server before this one, as programs and the console of the platform ask for it (PKG-08). It follows from
//! the configuration file: where this server listens, and the address that clients use. Nothing is stored: a program
//! that wants another one is refused with the setting that it comes from.

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use waybill_machines::rules::repositories::PackageType;

use super::repositories::{SERVICE, rows_for_clients};
use crate::caller::{AdminClient, RepositoryReader};
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::{Body, check_length};
use crate::route::{Row, get, post};
use crate::state::AppState;
use crate::wire::package_usage::{
    ConsoleWebServer, ReverseProxyRepositories, ReverseProxyRepository, WantedWebServer, WebServer,
};

const PUBLIC: &str = "/artifactory/api/system/configuration/webServer";
/// The path of the repositories at this server.
const CONTEXT: &str = "artifactory";
/// The ports of addresses that name none.
const HTTP_PORT: u16 = 80;
const HTTPS_PORT: u16 = 443;

/// The web server before this one.
pub struct WebServers;

impl Component for WebServers {
    fn calls(&self) -> Vec<Row> {
        let summary = "The web server, and the repositories that Docker clients reach through it.";
        vec![get("/packages/webServer", summary, console).depends_on(SERVICE)]
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(PUBLIC, "The web server before this one.", public),
            post(
                PUBLIC,
                "Compares the web server with a wanted one; it follows the configuration.",
                wanted,
            ),
        ];
        rows_for_clients(rows, ErrorForm::Listed)
    }
}

/// `GET packages/webServer`, for users who have signed in: it names the address at which the server listens.
pub async fn console(
    State(state): State<AppState>,
    reader: RepositoryReader,
) -> Result<Json<ConsoleWebServer>, ApiError> {
    if reader.person.is_none() {
        return Err(ApiError::unauthenticated());
    }
    let web_server = derived(&state)?;
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let port = if web_server.use_https { web_server.https_port } else { web_server.http_port };
    let images = all.into_iter().filter(|stored| {
        stored.settings.package_type == PackageType::Docker && reader.rights.show_folder(stored, "")
    });
    let mut repositories: Vec<_> = images
        .map(|stored| ReverseProxyRepository {
            repo_ref: stored.settings.key,
            server_name: web_server.server_name.clone(),
            port,
        })
        .collect();
    repositories.sort_by(|one, other| one.repo_ref.cmp(&other.repo_ref));
    let reverse_proxy_repositories =
        ReverseProxyRepositories { reverse_proxy_repo_configs: repositories };
    Ok(Json(ConsoleWebServer { web_server, reverse_proxy_repositories }))
}

/// `GET api/system/configuration/webServer`.
pub async fn public(
    State(state): State<AppState>,
    _: AdminClient,
) -> Result<Json<WebServer>, ApiError> {
    Ok(Json(derived(&state)?))
}

/// `POST api/system/configuration/webServer`: nothing is stored. What is wanted has to be what there is.
pub async fn wanted(
    State(state): State<AppState>,
    _: AdminClient,
    Body(wanted): Body<WantedWebServer>,
) -> Result<Json<WebServer>, ApiError> {
    let known = derived(&state)?;
    match difference(&wanted, &known)? {
        Some((field, source)) => Err(ApiError::web_server_is_derived(field, source)),
        None => Ok(Json(known)),
    }
}

/// The web server that follows from the configuration.
fn derived(state: &AppState) -> Result<WebServer, ApiError> {
    let address = &state.edge.address;
    let origin: Uri = address.origin().parse().map_err(|_| ApiError::internal())?;
    let (is_secure, port) = (address.is_secure(), origin.port_u16());
    let listen = state.edge.listen;
    let is_any = listen.ip().is_unspecified();
    Ok(WebServer {
        key: "direct",
        kind: "DIRECT",
        artifactory_app_context: CONTEXT.to_owned(),
        public_app_context: address.base_path().path(&format!("/{CONTEXT}")).split_off(1),
        server_name: origin.host().unwrap_or_default().to_owned(),
        artifactory_server_name: if is_any {
            "localhost".to_owned()
        } else {
            listen.ip().to_string()
        },
        artifactory_port: listen.port(),
        docker_reverse_proxy_method: "REPOPATHPREFIX",
        use_http: !is_secure,
        use_https: is_secure,
        http_port: port.filter(|_| !is_secure).unwrap_or(HTTP_PORT),
        https_port: port.filter(|_| is_secure).unwrap_or(HTTPS_PORT),
    })
}

/// The first field that is to be something else, and where it comes from.
fn difference(
    wanted: &WantedWebServer,
    known: &WebServer,
) -> Result<Option<(&'static str, &'static str)>, ApiError> {
    let kind = "this server, which does not know which program is before it";
    let fixed = "this server, which has repositories at one path";
    let (public_url, listen) = ("the setting public_url", "the setting listen");
    let docker = "this server, which distinguishes repositories by paths";
    let tls = "the table [tls], or the program before this server";
    let texts = [
        ("key", &wanted.key, known.key, kind),
        ("webServerType", &wanted.web_server_type, known.kind, kind),
        (
            "artifactoryAppContext",
            &wanted.artifactory_app_context,
            &known.artifactory_app_context,
            fixed,
        ),
        ("publicAppContext", &wanted.public_app_context, &known.public_app_context, public_url),
        ("serverName", &wanted.server_name, &known.server_name, public_url),
        (
            "artifactoryServerName",
            &wanted.artifactory_server_name,
            &known.artifactory_server_name,
            listen,
        ),
        (
            "dockerReverseProxyMethod",
            &wanted.docker_reverse_proxy_method,
            known.docker_reverse_proxy_method,
            docker,
        ),
        ("sslKey", &wanted.ssl_key, "", tls),
        ("sslCertificate", &wanted.ssl_certificate, "", tls),
    ];
    for (field, text, ..) in &texts {
        check_length(&[(field, text.as_deref().unwrap_or_default())])?;
    }
    let differs = |(_, text, known, _): &&(_, &Option<String>, &str, _)| {
        text.as_ref().is_some_and(|text| text != known)
    };
    if let Some((field, .., source)) = texts.iter().find(differs) {
        return Ok(Some((*field, *source)));
    }
    let others = [
        (
            "artifactoryPort",
            wanted.artifactory_port.is_none_or(|it| it == known.artifactory_port),
            listen,
        ),
        ("useHttp", wanted.use_http.is_none_or(|it| it == known.use_http), public_url),
        ("useHttps", wanted.use_https.is_none_or(|it| it == known.use_https), public_url),
        ("httpPort", wanted.http_port.is_none_or(|it| it == known.http_port), public_url),
        ("httpsPort", wanted.https_port.is_none_or(|it| it == known.https_port), public_url),
    ];
    let other = others.into_iter().find(|(_, is_same, _)| !is_same);
    Ok(other.map(|(field, _, source)| (field, source)))
}
