//! Names whose addresses change between the check and the connection.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::server::{Behaviour, Server, allowing, ends, ip, sending};
use waybill_outbound::{
    Addresses, Authorization, Blocked, Outbound, OutboundError, Request, Resolve, Target,
};

/// Returns one list after the other, the last one from then on.
pub(crate) struct Changing {
    lists: Vec<Vec<IpAddr>>,
    queries: AtomicUsize,
}

impl Changing {
    pub(crate) fn new(lists: &[&[&str]]) -> Arc<Self> {
        let lists = lists.iter().map(|list| list.iter().map(|text| ip(text)).collect()).collect();
        Arc::new(Self { lists, queries: AtomicUsize::new(0) })
    }
}

impl Resolve for Changing {
    fn resolve<'a>(&'a self, _host: &'a str) -> Addresses<'a> {
        let turn = self.queries.fetch_add(1, Ordering::SeqCst);
        let list = self.lists.get(turn).or(self.lists.last()).cloned();
        Box::pin(std::future::ready(list.ok_or_else(|| io::Error::other("no names"))))
    }
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/// An allowed server and a closed one at the same port.
async fn two() -> (Server, Server) {
    two_that(sending(OK)).await
}

pub(crate) async fn two_that(does: Behaviour) -> (Server, Server) {
    loop {
        let open = Server::start(does.clone()).await;
        let other = SocketAddr::new(ip("127.0.0.2"), open.address.port());
        if std::net::TcpListener::bind(other).is_ok() {
            return (open, Server::start_at(other, does).await);
        }
    }
}

fn named(server: &Server) -> Target {
    Target::parse(&format!("http://rebound.example:{}/", server.address.port())).expect("a target")
}

#[tokio::test]
async fn the_checked_address_is_connected_to() {
    let (open, blocked) = two().await;
    let names = Changing::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
    let client = Outbound::with_resolver(allowing(&[open.address]), Arc::clone(&names) as _)
        .expect("a client");
    let answer = ends(client.send(Request::get(named(&open)))).await.expect("an answer");
    assert_eq!(answer.status, 200);
    assert_eq!(names.queries.load(Ordering::SeqCst), 1, "a name is resolved once per request");
    // And the next request is checked again.
    let error = ends(client.send(Request::get(named(&open)))).await.expect_err("closed");
    assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
    assert_eq!(names.queries.load(Ordering::SeqCst), 2);
    assert_eq!((open.connections(), blocked.connections()), (1, 0));
}

#[tokio::test]
async fn one_closed_address_closes_the_name() {
    let (open, blocked) = two().await;
    for list in [&["127.0.0.1", "127.0.0.2"], &["127.0.0.2", "127.0.0.1"]] {
        let client = Outbound::with_resolver(allowing(&[open.address]), Changing::new(&[list]))
            .expect("one");
        let error = ends(client.send(Request::get(named(&open)))).await.expect_err("closed");
        assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
    }
    assert_eq!((open.connections(), blocked.connections()), (0, 0));
}

#[tokio::test]
async fn a_name_without_an_answer_lets_nothing_through() {
    for lists in [&[][..], &[&[][..]][..]] {
        let client =
            Outbound::with_resolver(allowing(&[]), Changing::new(lists)).expect("a client");
        let target = Target::parse("http://silent.example/").expect("a target");
        let error = ends(client.send(Request::get(target))).await.expect_err("no address");
        assert_eq!(error, OutboundError::NoAddress);
    }
}

#[tokio::test]
async fn the_next_address_is_tried_where_one_is_silent() {
    let (open, second) = two().await;
    let port = open.address.port();
    // No server listens at the third address of this machine.
    let silent = SocketAddr::new(ip("127.0.0.3"), port);
    let settings = allowing(&[open.address, second.address, silent]);
    let names = Changing::new(&[&["127.0.0.3", "127.0.0.2"]]);
    let client = Outbound::with_resolver(settings, names).expect("a client");
    ends(client.send(Request::get(named(&open)))).await.expect("an answer");
    assert_eq!((open.connections(), second.connections()), (0, 1));
}

#[tokio::test]
async fn a_token_does_not_go_over_the_internet_in_clear() {
    let names = Changing::new(&[&["1.1.1.1"]]);
    let client = Outbound::with_resolver(allowing(&[]), names).expect("a client");
    let target = Target::parse("http://clear.example/").expect("a target");
    let request = Request::get(target).authorised_by(Authorization::bearer("t").expect("a token"));
    let error = ends(client.send(request)).await.expect_err("refused before connecting");
    assert_eq!(error, OutboundError::SecretInClear);
}

/// covers: [ROBOT-02]
#[tokio::test]
async fn what_could_be_replaced_on_the_way_is_not_requested_over_the_internet_in_clear() {
    let names = Changing::new(&[&["1.1.1.1"]]);
    let client = Outbound::with_resolver(allowing(&[]), names).expect("a client");
    let target = Target::parse("http://clear.example/").expect("a target");
    let error = ends(client.send(Request::get(target).protected())).await;
    assert_eq!(error.expect_err("refused before connecting"), OutboundError::SecretInClear);
    let (open, _) = two().await;
    let client = Outbound::new(allowing(&[open.address])).expect("a client");
    let request = Request::get(open.target("/")).protected();
    ends(client.send(request)).await.expect("an answer of this network");
}

/// covers: [HOOK-04]
#[tokio::test]
async fn an_address_to_which_no_token_would_go_is_found_when_it_is_saved() {
    let vetted = async |list: &[&str], target: &str, has_secret| {
        let allowed = SocketAddr::new(ip("10.0.0.1"), 80);
        let client = Outbound::with_resolver(allowing(&[allowed]), Changing::new(&[list]));
        let target = Target::parse(target).expect("a target");
        ends(client.expect("a client").vet(&target, has_secret)).await
    };
    let (http, https) = ("http://clear.example", "https://clear.example");
    assert_eq!(vetted(&["1.1.1.1"], http, true).await, Err(OutboundError::SecretInClear));
    assert_eq!(vetted(&["1.1.1.1"], http, false).await, Ok(()));
    assert_eq!(vetted(&["1.1.1.1"], https, true).await, Ok(()));
    assert_eq!(vetted(&["10.0.0.1"], http, true).await, Ok(()));
    // What a name leads to is not known before it has an address.
    assert_eq!(vetted(&[], http, true).await, Ok(()));
}
