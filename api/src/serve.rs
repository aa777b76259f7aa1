//! `waybill serve`: wires the server together, serves, and shuts down gracefully.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Semaphore, watch};
use waybill_engine::{Clock, Engine, FAMILIES, Ports, Start, SystemClock};
use waybill_journal::Journal;
use waybill_machines::facts::{Facts, User};
use waybill_machines::secret::PersonId;
use waybill_platform::access::{Embedded, Options, Setup};
use waybill_platform::licences::EmbeddedLicences;
use waybill_platform::logo::Logos;
use waybill_platform::logs::{AuditLog, EmbeddedLogs, LogSlot, LogWriter};
use waybill_platform::projects::EmbeddedProjects;
use waybill_platform::release_bundles::EmbeddedReleaseBundles;
use waybill_platform::remote::{RemoteBundles, RemotePart};
use waybill_platform::retention::ConfiguredRetention;
use waybill_platform::services::{Configured, Running, Settings as _, Topology};
use waybill_platform::status::{Pulse, Supervisor};
use waybill_platform::streams::Act;

use crate::assets;
use crate::cli::BadInput;
use crate::config::ConfigFile;
use crate::data::{Data, LOGO, RELEASE_BUNDLES};
use crate::remote::LogSource;
use crate::routes::client_errors::Reports;
use crate::services::HealthSources;
use crate::state::{AppState, SOCKETS_MAX, StateParts, origins};
use crate::status_topic::StatusTopic;
use crate::{bundles, descriptors, frontends, metrics_page, qa, remote, routes, server, services};

/// The default listen address.
pub const LISTEN: &str = "127.0.0.1:8046";
/// The default data directory.
pub const DATA: &str = "waybill-data";

/// The folder of the log files, below the data directory.
const LOG_FOLDER: &str = "log";

/// Maximum time for sockets to close during shutdown.
const SOCKETS_WITHIN: Duration = Duration::from_secs(3);

/// Arguments of `serve`, merged with the configuration file.
pub struct Settings {
    /// The data directory.
    pub data: PathBuf,
    /// The listen address.
    pub listen: SocketAddr,
    /// TLS acceptor, if a certificate is configured.
    pub tls: Option<tokio_rustls::TlsAcceptor>,
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
    let acceptor = settings.tls;
    let listener = listen(settings.listen).await?;
    let address = listener.local_addr()?;
    if settings.qa {
        qa::claim(&settings.data).map_err(BadInput::because)?;
    }
    let data = Data::open(&settings.data)?;
    let log_root = data.root.join(LOG_FOLDER);
    let log_writer = LogWriter::start(&log_root, settings.file.logs)
        .with_context(|| format!("log files cannot be written to {}", log_root.display()))
        .map_err(BadInput::because)?;
    // Only one server runs in a process, so the slot is empty.
    let _ = log_slot.set(log_writer.clone());
    let trail = AuditLog::new(data.platform.clone(), log_writer.clone(), &log_root);
    let trail = tokio::spawn(trail.follow());
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let supervisor =
        Arc::new(services::open(&data, &settings.file.installation, Arc::clone(&clock))?);
    let Built { ports, logos, logs } = ports(&data, &settings.file, &supervisor)?;
    let status = Arc::clone(&ports.status);
    let (sessions, platform): (Arc<dyn Journal>, Arc<dyn Journal>) =
        (data.sessions.clone(), data.platform.clone());
    let index_file = settings.data.join("sessions.index");
    let engine = Engine::start(Start {
        sessions: Arc::clone(&sessions),
        platform: Arc::clone(&platform),
        vault: Arc::clone(&data.vault),
        ports,
        clock: Arc::clone(&clock),
        epoch: data.epoch.clone(),
        publishes_facts: true,
        families: FAMILIES,
        saved: Some(index_file.clone()),
    })?;
    engine.register_topic(Arc::new(StatusTopic(status)));
    engine.register_topic(logs.topic());
    if let Some(a_minute) = settings.file.new_sessions_a_minute {
        engine.limit_new_sessions(a_minute);
    }
    let connections_max = descriptors::connections_max()?;
    let (stop, stopped) = watch::channel(false);
    let sockets = Arc::new(Semaphore::new(SOCKETS_MAX as usize));
    let public = settings.file.public_url.as_deref();
    let state = AppState::new(StateParts {
        engine: engine.clone(),
        build: assets::build(),
        instance: data.instance.clone(),
        origins: origins(public, address, acceptor.is_some())?,
        secure: acceptor.is_some() || public.is_some_and(|url| url.starts_with("https:")),
        shutdown: stopped.clone(),
        sockets: Arc::clone(&sockets),
        client_errors: Reports::default(),
        bundles_lock: tokio::sync::Mutex::default(),
        logos,
        logs,
        log_writer: log_writer.clone(),
        platform: Arc::clone(&platform),
        qa: settings.qa.then(|| Arc::clone(&supervisor)),
    });
    let sources = HealthSources {
        engine: engine.clone(),
        platform: Arc::clone(&platform),
        vault: Arc::clone(&data.vault),
        root: settings.data.into(),
        accepting: Pulse::default(),
    };
    // The listener is bound: connections wait in its backlog until the accept loop starts below.
    sources.accepting.beat(clock.now());
    supervisor.start(|service| sources.work(service)).await;
    if let Some(listen_at) = settings.file.metrics_listen {
        let source = metrics_page::Source { recorder: metrics, engine: engine.clone() };
        serve_metrics(listen_at, source, stopped.clone()).await?;
    }
    let origin = state.origins[0].clone();
    announce(&origin, engine.ports().setup.as_ref(), engine.now()).await?;
    if settings.qa {
        print_line(format_args!("{}", qa::BANNER));
    }
    let heart = server::Heart { pulse: sources.accepting, clock };
    let app = routes::table(state);
    let serving = server::run(listener, acceptor, app, connections_max, stopped, Some(heart));
    let mut serving = tokio::spawn(serving);
    let outcome = tokio::select! {
        outcome = wait(&sessions, &platform) => outcome,
        // It ends only on shutdown, so this is an internal error.
        _ = &mut serving => anyhow::bail!("the server stopped accepting; its log says why"),
    };
    // Stops accepting at once; sockets are closed with a reason, and requests may finish.
    let _ = stop.send(true);
    if outcome.is_ok() {
        serving.await?;
        // Each socket sends its browser a close frame; browsers that do not respond in time are dropped.
        let _ = tokio::time::timeout(SOCKETS_WITHIN, sockets.acquire_many(SOCKETS_MAX)).await;
        supervisor.stop().await;
        // Without it the next start reads the whole journal.
        if let Err(error) = engine.save_index(&index_file, true).await {
            tracing::warn!(%error, "the index of sessions was not saved");
        }
    }
    trail.abort();
    flush_logs(platform, log_writer, log_root).await;
    outcome
}

/// Writes the last log lines, which are the first that an administrator looks for.
async fn flush_logs(platform: Arc<dyn Journal>, writer: LogWriter, root: PathBuf) {
    let flush = move || {
        drop(AuditLog::new(platform, writer.clone(), &root).write_pending());
        writer.flush();
    };
    let _ = tokio::task::spawn_blocking(flush).await;
}

async fn serve_metrics(
    address: SocketAddr,
    source: metrics_page::Source,
    stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let listener = listen(address).await?;
    let page = routes::metrics_table(source);
    let connections_max = descriptors::METRICS_CONNECTIONS_MAX;
    tokio::spawn(server::run(listener, None, page, connections_max, stop, None));
    Ok(())
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let why = if error.kind() == std::io::ErrorKind::AddrInUse {
            format!(
                "{address} is in use by another program: stop it, or choose another address with --listen"
            )
        } else {
            format!("cannot listen on {address}: {error}")
        };
        BadInput(why).into()
    })
}

/// The ports of the engine, and those services that the server also uses directly.
pub struct Built {
    /// All ports.
    pub ports: Ports,
    /// The store of the uploaded logo.
    pub logos: Arc<Logos>,
    /// The source of the logs that the console shows.
    pub logs: LogSource,
}

/// Opens all services and collects their ports.
pub fn ports(
    data: &Data,
    file: &ConfigFile,
    supervisor: &Arc<Supervisor>,
) -> anyhow::Result<Built> {
    let options = Options { settings: file.installation.access.clone(), ..Options::default() };
    let embedded = Embedded::open(data.platform.clone(), Arc::clone(&data.vault), options)?;
    let removed = embedded.sweep()?;
    if removed > 0 {
        tracing::info!(removed, "secrets that no account refers to were removed");
    }
    let access = Arc::new(embedded);
    let configured = configured(file)?;
    let logos = Arc::new(Logos::open(data.platform.clone(), &data.root.join(LOGO))?);
    let (vault, licence) = (Arc::clone(&data.vault), Some(configured.licence()));
    let licences = EmbeddedLicences::open(data.platform.clone(), vault, licence)?;
    let removed = licences.sweep()?;
    if removed > 0 {
        tracing::info!(removed, "licence keys that are not installed any more were removed");
    }
    let settings = configured.with_logos(Arc::clone(&logos), routes::logo::ADDRESS);
    let log_root = data.root.join(LOG_FOLDER);
    let node_id = services::node_id(data, &file.installation);
    let running: BTreeSet<_> =
        file.installation.running().into_iter().map(|(service, _)| service).collect();
    let remote = remote::platform(file)?;
    let logs = Arc::new(EmbeddedLogs::new(&log_root, &node_id, running));
    let logs = LogSource::of(remote.as_ref(), logs);
    let topology: Arc<dyn Topology> = supervisor.clone();
    let mut support = bundles::open(data, file, topology, SystemClock.now())?;
    if let Some(remote) = remote.as_ref().and_then(|other| other.of(RemotePart::Support)) {
        support = support.with_remote(RemoteBundles::new(remote));
    }
    let release_bundles = Arc::new(EmbeddedReleaseBundles::open(
        data.platform.clone(),
        Arc::clone(&data.vault),
        &data.root.join(RELEASE_BUNDLES),
    )?);
    let retention = ConfiguredRetention { enabled: file.installation.target_bundle_retention };
    let mut ports = Ports {
        sign_in: access.clone(),
        accounts: access.clone(),
        second_factors: access.clone(),
        user_data: access.clone(),
        access_tokens: access.clone(),
        setup: access,
        projects: Arc::new(EmbeddedProjects::new(data.platform.clone())),
        topology: supervisor.clone(),
        licences: Arc::new(licences),
        settings: Arc::new(settings),
        lookup: release_bundles.clone(),
        release_bundles,
        support: Arc::new(support),
        retention: Arc::new(retention),
        logs: logs.port(),
        status: supervisor.clone(),
    };
    if let Some(remote) = &remote {
        remote::replace_ports(&mut ports, remote);
    }
    Ok(Built { ports, logos, logs })
}

fn configured(file: &ConfigFile) -> anyhow::Result<Configured> {
    let configured =
        Configured::new(file.installation.clone()).context("the configuration is not right")?;
    let names = running(file);
    Ok(configured.with_announced_paths(frontends::announced_paths(&names)))
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

/// The names of the services that are enabled in this configuration.
fn running(file: &ConfigFile) -> Vec<&'static str> {
    file.installation.running().into_iter().map(|(service, _)| service.as_str()).collect()
}

/// Prints a line to standard output. A closed standard output is no reason to stop the server.
fn print_line(line: fmt::Arguments<'_>) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    if let Err(error) = written {
        tracing::warn!(%error, "standard output cannot be written");
    }
}

/// Prints the console's address and, if set-up is pending, the set-up link. Standard output carries nothing else.
async fn announce(
    origin: &str,
    setup: &dyn Setup,
    at: waybill_machines::Timestamp,
) -> anyhow::Result<()> {
    print_line(format_args!("Waybill is ready at {origin}/ui/"));
    if let Some(link) = setup.setup_offer(Act::system(at)).await? {
        print_line(format_args!(
            "Set up the administrator with this link, which works once and until {}:\n  {origin}/ui/setup?token={}",
            link.until,
            link.token.expose()
        ));
    }
    Ok(())
}

/// Waits for a signal to stop, or for a journal to fail.
async fn wait(sessions: &Arc<dyn Journal>, platform: &Arc<dyn Journal>) -> anyhow::Result<()> {
    let (mut first, mut second) = (sessions.failed(), platform.failed());
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let why = tokio::select! {
        _ = terminate.recv() => None,
        _ = interrupt.recv() => None,
        failed = first.wait_for(Option::is_some) => failed.ok().and_then(|why| why.clone()),
        failed = second.wait_for(Option::is_some) => failed.ok().and_then(|why| why.clone()),
    };
    match why {
        None => {
            tracing::info!("received a signal to stop");
            Ok(())
        }
        Some(why) => anyhow::bail!(
            "the journal failed, so the server stops: {why}. Nothing that was not stored was acknowledged. \
             Mend the disk and start again"
        ),
    }
}
