//! The memory of the server while many large files are sent and received at once, in each protocol.

use std::sync::Barrier;
use std::thread;

use super::client::{Body, Client, Request};
use super::protocols::{ALL, Transfer, npm};
use super::subjects::Subject;
use crate::row;

const AT_ONCE: u64 = 32;
/// The size of each in millions of bytes, unless `WAYBILL_BENCH_TRANSFER_MB` says another.
const MEGABYTES: u64 = 100;
/// The size of the package that is published to other servers too.
const PACKAGE_BYTES: u64 = 20_000_000;
const MEBIBYTE: f64 = 1_024.0 * 1_024.0;
/// How much more than at rest.
const GROWN_BYTES: f64 = 64.0 * MEBIBYTE;

/// Prints two rows for each protocol, and one for each other server.
pub(crate) async fn at_once() {
    let set = std::env::var("WAYBILL_BENCH_TRANSFER_MB").ok().and_then(|text| text.parse().ok());
    let megabytes: u64 = set.unwrap_or(MEGABYTES);
    for (name, of) in ALL {
        // Each has a server of its own, so that the disk has the files of one at a time.
        let subject = Subject::waybill().await;
        let transfers: Vec<_> =
            (0..AT_ONCE).map(|number| of(number, megabytes * 1_000_000)).collect();
        let pushed = grown(&subject, &transfers, Transfer::push).await;
        print(&format!("32 x {megabytes} MB pushed at once, {name}"), pushed);
        let pulled = grown(&subject, &transfers, Transfer::pull).await;
        print(&format!("32 x {megabytes} MB pulled at once, {name}"), pulled);
    }
    let (ours, nora) = (Subject::waybill().await, Subject::nora().await);
    let verdaccio = Subject::verdaccio().await;
    for subject in [&ours, &nora, &verdaccio] {
        let package = npm(0, PACKAGE_BYTES).below(subject.npm);
        let pushed = grown(subject, &[package], Transfer::push).await;
        let what = format!("a package of npm of 20 MB published, {}", subject.name);
        if subject.name == ours.name {
            print(&what, pushed);
        } else {
            row(&what, &format!("{:.1} MB", pushed / MEBIBYTE), "-", 0.0);
        }
    }
}

fn print(what: &str, grown: f64) {
    row(what, &format!("{:.1} MB", grown / MEBIBYTE), "<= 64 MB over rest", grown / GROWN_BYTES);
}

/// By how many bytes the memory of a server grows while transfers are under way, each over a connection of its own.
async fn grown(
    subject: &Subject,
    transfers: &[Transfer],
    act: impl Fn(&Transfer, &mut Client) + Sync,
) -> f64 {
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    let rest = subject.resident();
    subject.forget_peak();
    let (ready, act) = (Barrier::new(transfers.len()), &act);
    thread::scope(|scope| {
        for transfer in transfers {
            scope.spawn(|| {
                let mut client = subject.client();
                ready.wait();
                act(transfer, &mut client);
            });
        }
    });
    subject.peak() - rest
}

impl Transfer {
    fn push(&self, client: &mut Client) {
        let body = Body::Written(self.bytes, &*self.write);
        let request = Request { method: self.method, ..Request::put(&self.push, body) };
        client.send(&request.with(&self.headers)).expect_created();
    }

    fn pull(&self, client: &mut Client) {
        client.send(&Request::get(&self.pull)).expect(200);
    }
}
