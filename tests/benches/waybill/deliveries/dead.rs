//! One receiver that answers beside as many as an installation can have that take each request and never answer: how
//! long its events take, how long signing in takes, and the memory of a million deliveries that wait.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use waybill_platform::webhooks::WEBHOOKS_MAX;
use waybill_tests::Server;

use super::bare::BareLoop;
use super::receiver::Receiver;
use super::{Delays, network_of, print_delays, subscribe};
use crate::memory::resident;
use crate::repositories::client::Client;
use crate::repositories::subjects::{create, set_up_with, signed_in};
use crate::row;

/// All but one of the webhooks have a receiver that is dead.
const DEAD: usize = WEBHOOKS_MAX - 1;
/// How many users sign in one after another before events are sent, and again while they wait.
const SIGN_INS: usize = 60;
/// The goal: half of the sign-ins, beside those before.
const SIGN_IN_RATIO: f64 = 1.2;
/// The goal for the memory of the deliveries that wait.
const WAITING_BYTES: f64 = 200.0 * 1024.0 * 1024.0;
/// The network of the dead receivers, of which each has an address of its own: one circuit serves none of the others.
const NETWORK: &str = "127.77.0.0/16";

/// Prints three rows.
pub(super) async fn print_beside_dead_receivers() {
    let receiver = Receiver::start();
    let dead = DeadReceivers::start();
    let allow = format!("\"{}\", \"{NETWORK}:{}\"", network_of(receiver.address), dead.port());
    let (place, server, token) = set_up_with(&format!("[outbound]\nallow = [{allow}]\n")).await;
    create(&server, &token, "files", "generic").await;
    let mut client = Client::connect(server.address(), Some(&format!("Bearer {token}")));
    for (number, address) in dead.addresses().enumerate() {
        subscribe(&mut client, &format!("dead-{number}"), address, "team/**");
    }
    subscribe(&mut client, "deploys", receiver.address, "team/**");
    let before = median_sign_in(&server).await;
    let rest = resident(&server);
    let mut bare = BareLoop::start(receiver.address, &place.path("outcomes")).await;
    let mut delays = Delays::measured(&mut client, &receiver, &mut bare).await;
    let what = "a record to its event, 999 dead receivers, p99, to a request";
    print_delays(what, &mut delays.after, &mut delays.requests, Some("<= 3x"));
    let grown = resident(&server) - rest;
    let waiting = DEAD * delays.after.len();
    let measured = format!("+{:.1} MB", grown / 1024.0 / 1024.0);
    let what = format!("{waiting} deliveries that wait: memory");
    row(&what, &measured, "<= 200 MB", grown / WAITING_BYTES);
    let beside = median_sign_in(&server).await;
    let ratio = beside.as_secs_f64() / before.as_secs_f64();
    let measured = format!("{ratio:.2}x ({:.1} ms)", beside.as_secs_f64() * 1e3);
    let what = "signing in beside 999 dead receivers, to without events";
    row(what, &measured, "<= 1.2x", ratio / SIGN_IN_RATIO);
    server.stop();
}

/// How long half of the users take at most to sign in.
async fn median_sign_in(server: &Server) -> Duration {
    let mut times = Vec::new();
    for _ in 0..SIGN_INS {
        let start = Instant::now();
        signed_in(server).await;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    times[SIGN_INS / 2]
}

/// Receivers that take connections, as many as the kernel keeps for them, and answer nothing.
struct DeadReceivers(Vec<TcpListener>);

impl DeadReceivers {
    /// All have one port: that is what the settings of the server name.
    fn start() -> Self {
        let mut listeners: Vec<TcpListener> = Vec::new();
        for number in 0..DEAD {
            let port = listeners.first().map_or(0, port_of);
            let [high, low] = u16::try_from(number + 1).expect("so few").to_be_bytes();
            let address = SocketAddr::from((Ipv4Addr::new(127, 77, high, low), port));
            listeners.push(TcpListener::bind(address).expect("the port is free at this address"));
        }
        Self(listeners)
    }

    fn port(&self) -> u16 {
        port_of(&self.0[0])
    }

    fn addresses(&self) -> impl Iterator<Item = SocketAddr> + '_ {
        self.0.iter().map(|listener| listener.local_addr().expect("an address"))
    }
}

fn port_of(listener: &TcpListener) -> u16 {
    listener.local_addr().expect("an address").port()
}
