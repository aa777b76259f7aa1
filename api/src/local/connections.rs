//! The connections to the local socket, and which of them run a command: a stop ends the others at once, and waits for
//! these.

use std::collections::HashMap;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

/// A command that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Running {
    /// Its name.
    pub(super) command: &'static str,
    /// The user of the operating system who sent it.
    pub(super) os_uid: u32,
}

/// The connections that are open.
#[derive(Default)]
pub(super) struct Connections {
    open: Mutex<Open>,
    /// Number of commands that run.
    running: watch::Sender<usize>,
}

#[derive(Default)]
struct Open {
    next: u64,
    is_stopping: bool,
    connections: HashMap<u64, Connection>,
}

struct Connection {
    stream: UnixStream,
    running: Option<Running>,
}

impl Connection {
    fn end(&self) {
        // The client may have gone.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Connections {
    /// A connection is open until what is returned is dropped, also by a panic: its stream would stay open with an
    /// entry that is left behind, and the client would wait for an answer. `None` if the server stops, or if there are
    /// no descriptors.
    pub(super) fn enter(self: &Arc<Self>, stream: &UnixStream) -> Option<Entered> {
        let stream = stream.try_clone().ok()?;
        let mut open = self.lock();
        if open.is_stopping {
            return None;
        }
        open.next += 1;
        let number = open.next;
        open.connections.insert(number, Connection { stream, running: None });
        Some(Entered { all: Arc::clone(self), number })
    }

    /// Ends the connections that run nothing, and waits for the others. After a time these are ended as well, and
    /// returned.
    pub(super) async fn end(&self, within: Duration) -> Vec<Running> {
        {
            let mut open = self.lock();
            open.is_stopping = true;
            let idle = open.connections.values().filter(|connection| connection.running.is_none());
            idle.for_each(Connection::end);
        }
        let mut running = self.running.subscribe();
        // The sender is this one, which is not dropped meanwhile.
        let _ = timeout(within, running.wait_for(|number| *number == 0)).await;
        let open = self.lock();
        open.connections.values().for_each(Connection::end);
        open.connections.values().filter_map(|connection| connection.running).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // Every change is complete after each line, so a panic leaves nothing behind.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open connection.
pub(super) struct Entered {
    all: Arc<Connections>,
    number: u64,
}

impl Entered {
    /// A command runs until what is returned is dropped, after its answer was sent. `None` if the server stops: it
    /// takes no more.
    pub(super) fn begin(&self, running: Running) -> Option<Busy<'_>> {
        let mut open = self.all.lock();
        if open.is_stopping {
            return None;
        }
        open.connections.get_mut(&self.number)?.running = Some(running);
        self.all.running.send_modify(|number| *number += 1);
        Some(Busy(self))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.all.lock().connections.remove(&self.number);
    }
}

/// A command that runs, and is waited for.
pub(super) struct Busy<'a>(&'a Entered);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let Entered { all, number } = self.0;
        let mut open = all.lock();
        let is_stopping = open.is_stopping;
        if let Some(connection) = open.connections.get_mut(number) {
            connection.running = None;
            if is_stopping {
                connection.end();
            }
        }
        all.running.send_modify(|number| *number -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::thread;

    use super::*;

    const COMMAND: Running = Running { command: "user", os_uid: 7 };

    fn pair() -> (UnixStream, UnixStream) {
        let (client, server) = UnixStream::pair().expect("a pair");
        client.set_read_timeout(Some(Duration::from_secs(5))).expect("a limit");
        (client, server)
    }

    #[tokio::test]
    async fn a_command_that_panics_leaves_no_connection_behind() {
        let all = Arc::new(Connections::default());
        let (mut client, server) = pair();
        let served = Arc::clone(&all);
        let ended = thread::spawn(move || {
            let entered = served.enter(&server).expect("it is open");
            let _busy = entered.begin(COMMAND).expect("it runs");
            panic!("a command of this test panics");
        });
        assert!(ended.join().is_err());
        assert_eq!(client.read(&mut [0]).expect("the end of the stream"), 0);
        assert!(all.lock().connections.is_empty());
        assert_eq!(all.end(Duration::from_secs(60)).await, []);
    }

    #[tokio::test]
    async fn a_stop_ends_idle_connections_waits_for_commands_and_names_those_it_ends() {
        let all = Arc::new(Connections::default());
        let ((mut idle, idle_server), (mut busy, busy_server)) = (pair(), pair());
        let _idle = all.enter(&idle_server).expect("it is open");
        let entered = all.enter(&busy_server).expect("it is open");
        let command = entered.begin(COMMAND).expect("it runs");
        let stopping = Arc::clone(&all);
        let stop = tokio::spawn(async move { stopping.end(Duration::from_secs(60)).await });
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(idle.read(&mut [0]).expect("the end of the stream"), 0);
        assert!(!stop.is_finished() && all.enter(&idle_server).is_none());
        drop(command);
        assert_eq!(stop.await.expect("it ends"), []);
        assert_eq!(busy.read(&mut [0]).expect("the end of the stream"), 0);

        let all = Arc::new(Connections::default());
        let (mut busy, busy_server) = pair();
        let entered = all.enter(&busy_server).expect("it is open");
        let _command = entered.begin(COMMAND).expect("it runs");
        assert_eq!(all.end(Duration::from_millis(10)).await, [COMMAND]);
        assert_eq!(busy.read(&mut [0]).expect("the end of the stream"), 0);
    }
}
