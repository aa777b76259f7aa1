//! `waybill serve`: wires the server together, serves, and shuts down gracefully.

mod announce;
mod listening;
mod opening;
mod stopping;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use waybill_engine::topics::TopicSource;
use waybill_engine::{Clock, Engine, FAMILIES, Start, SystemClock, TestersClock};
use waybill_journal::Journal;
use waybill_machines::facts::{Facts, User};
use waybill_machines::secret::PersonId;
use waybill_platform::access::Embedded;
use waybill_platform::downloads::Downloads;
use waybill_platform::limits::Budgets;
use waybill_platform::logs::{LogSlot, LogWriter};
use waybill_platform::services::{Running, Settings as _, Topology as _};
use waybill_platform::status::{Pulse, Supervisor};

use crate::cli::BadInput;
use crate::comparisons::Comparisons;
use crate::component::{LOG_FOLDER, configured};
use crate::components::docker::{Manifests, Uploads};
use crate::components::package_index::PackageIndexes;
use crate::components::system::client_errors::Reports;
use crate::components::tree::Tickets;
use crate::components::{Contents, Services};
use crate::config::ConfigFile;
use crate::data::Data;
use crate::local::{self, Live};
use crate::low_priority::LowPriority;
use crate::public_url::PublicAddress;
use crate::reload::Reload;
use crate::server::Admission;
use crate::server_acts::ServerActs;
use crate::services::HealthSources;
use crate::state::{AppState, Edge, StateParts};
use crate::visitors::Visitors;
use crate::{
    assets, budgets, comparisons, components, descriptors, downloads, metrics_page, qa, routes,
    scrub, server, services, systemd, tls,
};

use announce::announce;
use listening::{listen_or_inherit, serve_metrics};
use opening::{follow_changes, follow_downloads, start_exporter, start_logs};
use stopping::{finish, flush, wait};

pub use opening::open_services;

/// The default listen address.
pub const LISTEN: &str = "127.0.0.1:8046";
/// The default data directory.
pub const DATA: &str = "waybill-data";

/// Arguments of `serve`, merged with the configuration file.
pub struct Settings {
    /// The data directory.
    pub data: PathBuf,
    /// The listen address.
    pub listen: SocketAddr,
    /// The certificate, if one is configured, and what can be reloaded.
    pub reload: Reload,
    /// All other settings, from the configuration file.
    pub file: ConfigFile,
    /// Whether testers may stop, start and crash services.
    pub qa: bool,
}

/// Serves until a signal arrives or a journal fails. A failed journal is returned as an error: records that were not
/// durable have not been acknowledged, and the next start recovers those that are.
pub async fn serve(settings: Settings, log_slot: &LogSlot) -> anyhow::Result<()> {
    let metrics = metrics_page::install()?;
    descriptors::raise_limit();
    // Without handlers the signals would end the process.
    let signals = Signals {
        hangup: signal(SignalKind::hangup())?,
        ending: [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?],
    };
    let acceptor = settings.reload.certificate.clone().map(tls::acceptor).transpose()?;
    let listener = listen_or_inherit(settings.listen).await?;
    if settings.qa {
        qa::claim(&settings.data).map_err(BadInput::because)?;
    }
    let data = Data::open(&settings.data)?;
    let log_root = data.root.join(LOG_FOLDER);
    let log_writer = start_logs(&log_root, &settings.file, log_slot)?;
    let audit_log = follow_changes(&data, &log_writer, &log_root);
    let exporter = start_exporter(&settings.file, &data)?;
    let qa_clock = settings.qa.then(|| Arc::new(TestersClock::default()));
    let clock: Arc<dyn Clock> = match &qa_clock {
        Some(clock) => Arc::clone(clock) as Arc<dyn Clock>,
        None => Arc::new(SystemClock),
    };
    let supervisor =
        Arc::new(services::open(&data, &settings.file.installation, Arc::clone(&clock))?);
    let low_priority = LowPriority::start()?;
    let downloads = follow_downloads(&log_writer, Arc::clone(&clock));
    let public_url = settings.file.public_url.as_deref();
    let address = PublicAddress::of(public_url, listener.local_addr()?, acceptor.is_some())?;
    let mut services =
        open_services(&data, &settings.file, Some(&address), &supervisor, &low_priority)?;
    services.contents.check_start().await?;
    let at_stop = std::mem::take(&mut services.at_stop);
    let acts = ServerActs::begin(&data, &services.swept, &settings).await;
    for begin in std::mem::take(&mut services.at_start) {
        begin();
    }
    let writer = log_writer.clone();
    let edge = (listener, acceptor);
    let parts = Parts {
        data: &data,
        clock,
        qa_clock,
        supervisor,
        services,
        acts: Arc::clone(&acts),
        writer,
        downloads,
        low_priority: &low_priority,
    };
    // From here on a start is recorded, and whatever ends it is too.
    let outcome = run(settings, metrics, signals, edge, parts).await;
    acts.stopped(&data, &outcome).await;
    audit_log.abort();
    exporter.finish().await;
    flush(at_stop, data.platform.clone(), log_writer, log_root).await;
    outcome
}

/// The signals that a server takes.
struct Signals {
    hangup: Signal,
    ending: [Signal; 2],
}

/// What is open before the engine starts.
struct Parts<'a> {
    data: &'a Data,
    clock: Arc<dyn Clock>,
    qa_clock: Option<Arc<TestersClock>>,
    supervisor: Arc<Supervisor>,
    services: Services,
    acts: Arc<ServerActs>,
    writer: LogWriter,
    downloads: Arc<Downloads>,
    low_priority: &'a LowPriority,
}

/// Starts the engine, and serves until something ends it.
async fn run(
    settings: Settings,
    metrics: PrometheusHandle,
    Signals { hangup, ending }: Signals,
    (listener, acceptor): (TcpListener, Option<TlsAcceptor>),
    parts: Parts<'_>,
) -> anyhow::Result<()> {
    let Parts { data, clock, supervisor, services, acts, downloads, low_priority, .. } = parts;
    let (log_writer, qa_clock) = (parts.writer, parts.qa_clock);
    let Services { ports, topics, accounts, contents, logos, logs, .. } = services;
    contents.service.note_fills(Arc::clone(&downloads));
    let edge = Edge::of(&settings.file, listener.local_addr()?, acceptor.is_some())?;
    let (sessions, platform): (Arc<dyn Journal>, Arc<dyn Journal>) =
        (data.all_sessions.clone(), data.platform.clone());
    let limits = settings.file.limits();
    let index_file = settings.data.join("sessions.index");
    let engine = Engine::start(Start {
        sessions: data.all_sessions.clone().into(),
        platform: Arc::clone(&platform),
        vault: Arc::clone(&data.vault),
        ports,
        base_url: Some(edge.address.base_url()),
        clock: Arc::clone(&clock),
        epoch: data.epoch.clone(),
        publishes_facts: true,
        families: FAMILIES,
        saved: Some(index_file.clone()),
        budgets: Arc::new(Budgets::new(limits.clone())),
    })?;
    register_topics(&engine, topics);
    let connections_max = descriptors::connections_max()?;
    limits.report(connections_max);
    let connections = budgets::connections(&limits, connections_max);
    let (stop, stopped) = watch::channel(false);
    let sockets = budgets::sockets(&limits);
    let state = AppState::new(StateParts {
        engine: engine.clone(),
        runtime: Handle::current(),
        build: assets::build(),
        instance: data.instance.clone(),
        edge,
        shutdown: stopped.clone(),
        sockets: sockets.clone(),
        client_errors: Reports::default(),
        bundles_lock: tokio::sync::Mutex::default(),
        manifests: Manifests::default(),
        package_indexes: PackageIndexes::default(),
        registry_uploads: Uploads::default(),
        tickets: Tickets::default(),
        comparisons: Comparisons::default(),
        logos,
        logs,
        log_writer,
        downloads,
        platform: Arc::clone(&platform),
        qa: settings.qa.then(|| Arc::clone(&supervisor)),
        qa_clock,
    });
    let sources = HealthSources {
        engine: engine.clone(),
        platform: Arc::clone(&platform),
        vault: Arc::clone(&data.vault),
        root: settings.data.into(),
        contents: contents.clone(),
        accepting: Pulse::default(),
    };
    // The listener is bound: connections wait in its backlog until the accept loop starts below.
    sources.accepting.beat(clock.now());
    supervisor.start(|service| components::work(service, &sources)).await;
    let places = [connections.clone(), sockets.clone()];
    let journal = Arc::clone(&platform);
    let source = metrics_page::Source::new(metrics, engine.clone(), journal, places, &data.root);
    serve_metrics(settings.file.metrics_listen, source, stopped.clone()).await?;
    let console = state.edge.address.printed("/ui/");
    let local = serve_commands(data, engine.clone(), (accounts, contents), stopped.clone());
    downloads::recover(&state, &data.root).await;
    // No session acts for a user who was disabled just before the last process was killed.
    engine.end_left_sessions().await;
    let minutes = tokio::spawn(downloads::record(state.clone()));
    tokio::spawn(comparisons::run(state.clone()));
    begin_upkeep(data, Visitors::of(data, &acts, &limits), engine.clone());
    tokio::spawn(settings.reload.on(hangup, acts));
    announce(&console, engine.ports().setup.as_ref(), engine.now(), settings.qa).await?;
    let heartbeat = server::Heartbeat { pulse: sources.accepting, clock };
    let admission = Admission { places: connections, proxies: state.edge.proxies.clone() };
    let app = routes::table(state.clone());
    let listener = low_priority.listener(listener)?;
    let serving = server::run(listener, acceptor, app, admission, stopped, Some(heartbeat));
    let mut serving = low_priority.spawn(serving);
    systemd::ready();
    let outcome = tokio::select! {
        outcome = wait(ending, &sessions, &platform) => outcome,
        // It ends only on shutdown, so this is an internal error.
        _ = &mut serving => Err(anyhow::anyhow!("the server stopped accepting; its log says why")),
    };
    systemd::stopping();
    // Stops accepting at once; sockets are closed with a reason, and requests may finish.
    let _ = stop.send(true);
    if outcome.is_ok() {
        local.await?;
        serving.await?;
        finish(&sockets, &supervisor, &engine, &index_file).await;
        minutes.abort();
        downloads::record_last(&state).await;
    }
    outcome
}

/// Begins what is done from time to time for as long as the server runs.
fn begin_upkeep(data: &Data, visitors: Visitors, engine: Engine) {
    tokio::spawn(systemd::report_alive());
    tokio::spawn(scrub::run(Arc::downgrade(&data.sessions), Arc::downgrade(&data.platform)));
    tokio::spawn(visitors.drop_old(engine));
}

/// Serves commands on this machine. A file system without sockets is no reason not to serve browsers.
fn serve_commands(
    data: &Data,
    engine: Engine,
    (access, contents): (Arc<Embedded>, Contents),
    stop: watch::Receiver<bool>,
) -> JoinHandle<()> {
    let listener = local::listen(&data.root);
    let (sessions, platform) = (Arc::clone(&data.sessions), Arc::clone(&data.platform));
    let runtime = Handle::current();
    let live = Live { engine, access, contents, sessions, platform, runtime };
    tokio::spawn(async move {
        match listener {
            Ok(listener) => listener.run(live, stop).await,
            Err(error) => tracing::warn!(
                %error,
                "the local socket cannot be made: commands such as `waybill user` need the server stopped"
            ),
        }
    })
}

fn register_topics(engine: &Engine, topics: Vec<Arc<dyn TopicSource>>) {
    for topic in topics {
        engine.register_topic(topic);
    }
}

/// The facts of an administrator's session under this configuration.
pub async fn facts(file: &ConfigFile) -> anyhow::Result<Facts> {
    let configured = configured(file)?;
    let settings = &file.installation;
    let services = settings.running().into_iter();
    let services =
        services.map(|(service, _)| (service.as_str(), services::compatible(settings, service)));
    let services = Running::new(services).services().await?;
    Ok(Facts {
        user: User::local(PersonId("p_admin".into()), true),
        anonymous_allowed: file.installation.access.anonymous_allowed,
        anonymous_ui_blocked: file.installation.access.anonymous_ui_blocked,
        licence: configured.licence(),
        services,
        installation: configured.console().await?,
        ..Facts::unknown()
    })
}
