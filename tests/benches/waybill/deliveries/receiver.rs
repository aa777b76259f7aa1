//! A receiver of events that answers each with 204 at once, and keeps its connections. Each connection has a thread, so
//! that it waits for nothing else of the benchmark.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const ANSWER: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";
/// How long the next event may take.
const WITHIN: Duration = Duration::from_secs(60);

/// An event that was received.
pub(super) struct Arrived {
    pub(super) at: Instant,
    pub(super) body: Vec<u8>,
}

/// The receiver. It ends with the process.
pub(super) struct Receiver {
    pub(super) address: SocketAddr,
    arrived: mpsc::Receiver<Arrived>,
}

impl Receiver {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, arrived) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, sender) = (stream.expect("a connection"), sender.clone());
                thread::spawn(move || {
                    // A client that has gone ends its connection.
                    let _ = serve(stream, &sender);
                });
            }
        });
        Self { address, arrived }
    }

    /// The next event.
    pub(super) fn next_event(&self) -> Arrived {
        self.arrived.recv_timeout(WITHIN).expect("an event is received in time")
    }

    /// The next events, so many.
    pub(super) fn received(&self, number: usize) -> Vec<Arrived> {
        (0..number).map(|_| self.next_event()).collect()
    }
}

fn serve(mut stream: TcpStream, arrived: &mpsc::Sender<Arrived>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut requests = BufReader::new(stream.try_clone()?);
    while let Some(body) = next_body(&mut requests)? {
        let at = Instant::now();
        stream.write_all(ANSWER)?;
        arrived.send(Arrived { at, body }).map_err(io::Error::other)?;
    }
    Ok(())
}

/// The body of the next request; none if the connection ends before it.
fn next_body(requests: &mut BufReader<TcpStream>) -> io::Result<Option<Vec<u8>>> {
    let (mut line, mut bytes) = (String::new(), 0_usize);
    while line != "\r\n" {
        line.clear();
        if requests.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            bytes = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; bytes];
    requests.read_exact(&mut body)?;
    Ok(Some(body))
}
