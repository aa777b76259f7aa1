//! The time from a command over the socket until its push arrives in a second tab, compared with an echo that is as
//! durable.

use std::io::Write as _;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use waybill_tests::{Browser, Place, Tab};

use crate::{p99, row};

const COMMANDS: usize = 600;
/// As long as the records of a navigation decision.
const ECHO_BYTES: usize = 1_024;

/// Prints two rows. Both alternate, so that other load affects both equally.
pub async fn command_to_push() {
    let place = Place::new();
    let server = place.start();
    let mut browser = Browser::visiting(&server).await;
    browser.set_up(&server, "ann", "correct horse battery").await;
    browser.sign_in("ann", "correct horse battery").await;
    let mut first = Tab::open(&mut browser).await;
    let mut second = Tab::open(&mut browser).await;
    let mut echo = Echo::start(&place).await;
    first.go("/session-activity").await;
    first.receive_for(Duration::from_millis(500)).await;
    second.receive_for(Duration::from_millis(500)).await;
    let (mut pushes, mut answers, mut echoes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..COMMANDS {
        let start = Instant::now();
        let known = second.changes.len();
        let watch = async {
            second.receive_until(|tab| tab.changes.len() > known).await;
            start.elapsed()
        };
        let send = async {
            first.go("/session-activity").await;
            start.elapsed()
        };
        let (pushed, answered) = tokio::join!(watch, send);
        pushes.push(pushed);
        answers.push(answered);
        echoes.push(echo.once().await);
        // A tab may send fifty commands per second.
        tokio::time::sleep(Duration::from_millis(22)).await;
    }
    let (pushed, echoed) = (p99(&mut pushes), p99(&mut echoes));
    let ratio = pushed.as_secs_f64() / echoed.as_secs_f64();
    let measured = format!("{ratio:.2}x ({:.2} ms)", pushed.as_secs_f64() * 1e3);
    row(
        "command to push in a second tab, p99, to echo + fdatasync",
        &measured,
        "<= 2x",
        ratio / 2.0,
    );
    let decided = p99(&mut answers).as_secs_f64() * 1e3;
    row(
        "guard decision as a tab sees it, p99",
        &format!("{decided:.2} ms"),
        "<= 5 ms",
        decided / 5.0,
    );
}

/// A server that writes received data to a file, syncs it, and sends it back.
struct Echo(TcpStream);

impl Echo {
    async fn start(place: &Place) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let path = place.path("echo");
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            stream.set_nodelay(true).expect("small messages leave at once");
            let mut file = std::fs::File::create(path).expect("a file");
            let mut message = [0; ECHO_BYTES];
            while stream.read_exact(&mut message).await.is_ok() {
                file.write_all(&message).expect("it is written");
                file.sync_data().expect("it is durable");
                stream.write_all(&message).await.expect("it is sent");
            }
        });
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("small messages leave at once");
        Self(stream)
    }

    async fn once(&mut self) -> Duration {
        let mut message = [7; ECHO_BYTES];
        let start = Instant::now();
        self.0.write_all(&message).await.expect("it is sent");
        self.0.read_exact(&mut message).await.expect("it comes back");
        start.elapsed()
    }
}
