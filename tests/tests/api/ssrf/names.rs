//! The name server of the tests (RFC 1035), whose answers change.

use std::collections::BTreeMap;
use std::net::{IpAddr, UdpSocket};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::cases::{INNER, METADATA, ip};

const HEADER_BYTES: usize = 12;
const QUERY_BYTES_MAX: usize = 512;
/// Types of records.
const A: u16 = 1;
const CNAME: u16 = 5;
const AAAA: u16 = 28;
/// The class of the internet.
const IN: u16 = 1;
/// The codes of answers: of a server that fails, and about a name that does not exist.
const FAILED: u8 = 2;
const NO_SUCH_NAME: u8 = 3;

/// What a name leads to.
#[derive(Debug, Clone)]
pub(super) enum Record {
    /// These addresses; none if the name exists without any.
    Addresses(Vec<IpAddr>),
    /// One IPv4 address after the other, another one with each question.
    Turns(Vec<IpAddr>),
    /// Another name, whose addresses are answered too.
    Alias(&'static str),
    /// The server fails to find it.
    Fails,
}

/// The name server. It stops with its process.
pub(super) struct Names(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    records: BTreeMap<String, Record>,
    /// How many questions were about names whose addresses alternate.
    turns: usize,
}

/// A record of an answer: its owner, its type and its data.
type Answered = (String, u16, Vec<u8>);

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Names {
    /// Answers what comes to this socket.
    pub(super) fn serve(socket: UdpSocket) -> Self {
        let names = Self(Arc::default());
        names.set("localhost", Record::Addresses(vec![ip("127.0.0.1"), ip("::1")]));
        names.set(INNER, Record::Addresses(vec![ip(METADATA)]));
        let known = Arc::clone(&names.0);
        thread::spawn(move || {
            let mut query = [0; QUERY_BYTES_MAX];
            while let Ok((length, client)) = socket.recv_from(&mut query) {
                let answer = lock(&known).answer(&query[..length]);
                if let Some(answer) = answer {
                    drop(socket.send_to(&answer, client));
                }
            }
        });
        names
    }

    /// From now on a name leads there.
    pub(super) fn set(&self, name: &str, record: Record) {
        lock(&self.0).records.insert(name.to_owned(), record);
    }

    /// From now on a name leads to one address.
    pub(super) fn lead(&self, name: &str, address: &str) {
        self.set(name, Record::Addresses(vec![ip(address)]));
    }
}

impl Known {
    /// The answer to a query; none to what is no query.
    fn answer(&mut self, query: &[u8]) -> Option<Vec<u8>> {
        let (name, end) = name_in(query)?;
        let question = query.get(HEADER_BYTES..end + 4)?;
        let kind = u16::from_be_bytes([*query.get(end)?, *query.get(end + 1)?]);
        let (code, found) = match self.found(&name, kind) {
            Ok(found) => (0, found),
            Err(code) => (code, Vec::new()),
        };
        let mut answer = query.get(..2)?.to_vec();
        // An answer with authority, where recursion is wanted and available; then the numbers of records.
        answer.extend_from_slice(&[0x85, 0x80 | code, 0, 1]);
        answer.extend_from_slice(&u16::try_from(found.len()).ok()?.to_be_bytes());
        answer.extend_from_slice(&[0; 4]);
        answer.extend_from_slice(question);
        for (owner, kind, data) in found {
            answer.extend_from_slice(&written(&owner));
            answer.extend_from_slice(&kind.to_be_bytes());
            answer.extend_from_slice(&IN.to_be_bytes());
            // It is valid for no time.
            answer.extend_from_slice(&[0; 4]);
            answer.extend_from_slice(&u16::try_from(data.len()).ok()?.to_be_bytes());
            answer.extend_from_slice(&data);
        }
        Some(answer)
    }

    /// The records of a name, or the code of the answer if there are none to tell.
    fn found(&mut self, name: &str, kind: u16) -> Result<Vec<Answered>, u8> {
        let record = self.records.get(name).ok_or(NO_SUCH_NAME)?.clone();
        Ok(match record {
            Record::Fails => return Err(FAILED),
            Record::Addresses(addresses) => of_kind(name, &addresses, kind),
            Record::Turns(addresses) if kind == A => {
                let turn = self.turns % addresses.len();
                self.turns += 1;
                of_kind(name, &addresses[turn..=turn], kind)
            }
            Record::Turns(_) => Vec::new(),
            Record::Alias(other) => {
                let mut all = vec![(name.to_owned(), CNAME, written(other))];
                if let Some(Record::Addresses(addresses)) = self.records.get(other) {
                    all.extend(of_kind(other, addresses, kind));
                }
                all
            }
        })
    }
}

/// The addresses that are of the type of a question.
fn of_kind(name: &str, addresses: &[IpAddr], kind: u16) -> Vec<Answered> {
    let data = |address: &IpAddr| match (address, kind) {
        (IpAddr::V4(address), A) => Some(address.octets().to_vec()),
        (IpAddr::V6(address), AAAA) => Some(address.octets().to_vec()),
        _ => None,
    };
    let found = addresses.iter().filter_map(data);
    found.map(|data| (name.to_owned(), kind, data)).collect()
}

/// The name that a query is about, in lower case, and where it ends.
fn name_in(query: &[u8]) -> Option<(String, usize)> {
    let (mut labels, mut at) = (Vec::new(), HEADER_BYTES);
    loop {
        let length = usize::from(*query.get(at)?);
        at += 1;
        if length == 0 {
            return Some((labels.join("."), at));
        }
        let label = query.get(at..at + length)?;
        labels.push(String::from_utf8_lossy(label).to_lowercase());
        at += length;
    }
}

/// A name as it is in a message.
fn written(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for label in name.split('.') {
        bytes.push(u8::try_from(label.len()).expect("a short label"));
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.push(0);
    bytes
}
