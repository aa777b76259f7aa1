//! Many requests over several connections at once, to several servers in turns: other load then affects all equally.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use super::client::Client;
use super::subjects::Subject;
use crate::p99;

/// What a server has done in all its turns.
#[derive(Default)]
pub(crate) struct Done {
    wall: Duration,
    times: Vec<Duration>,
}

impl Done {
    /// The requests a second.
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.wall.as_secs_f64()
    }

    /// The 99th percentile of the time of a request, in milliseconds.
    pub(crate) fn p99_ms(&mut self) -> f64 {
        p99(&mut self.times).as_secs_f64() * 1e3
    }

    /// Adds a turn: each connection sends so many requests one after another. `send` sends one by the numbers of the
    /// connection and of the request.
    pub(crate) fn add(
        &mut self,
        subject: &Subject,
        (connections, requests): (usize, usize),
        send: impl Fn(&mut Client, usize, usize) + Sync,
    ) {
        let ready = Barrier::new(connections + 1);
        let (send, ready) = (&send, &ready);
        let timed = |client: &mut Client, connection, request| {
            let since = Instant::now();
            send(client, connection, request);
            since.elapsed()
        };
        let timed = &timed;
        thread::scope(|scope| {
            let start = |connection| {
                scope.spawn(move || {
                    let mut client = subject.client();
                    ready.wait();
                    (0..requests)
                        .map(|request| timed(&mut client, connection, request))
                        .collect::<Vec<_>>()
                })
            };
            let threads: Vec<_> = (0..connections).map(start).collect();
            ready.wait();
            let since = Instant::now();
            for thread in threads {
                self.times.extend(thread.join().expect("it ends"));
            }
            self.wall += since.elapsed();
        });
    }
}
