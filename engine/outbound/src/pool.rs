//! Connections that are kept for a while after a request.
//!
//! A request uses one only if it could just as well open it now: its name was resolved and all addresses of it were
//! checked for this request, and the connection leads to one of these addresses, for the same reason, through the same
//! proxy or none. So an address that is closed since, a name that leads elsewhere and a proxy that has changed have no
//! connection from before. A connection is for one server by its name, and for one purpose. All connections of a pool
//! have the same certificate authorities, those of its client, and none has a certificate of its own.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::address::Permitted;
use crate::channel::Channel;
use crate::proxy::Proxy;
use crate::request::Share;

/// How long a connection is kept without a request.
const IDLE: Duration = Duration::from_secs(30);
/// How long one is used again after it was opened.
const AGE_MAX: Duration = Duration::from_secs(600);
/// How many are kept for the same, and in all.
const SAME_MAX: usize = 4;
const ALL_MAX: usize = 256;

/// An address that was checked, and why it is permitted.
pub(crate) type Checked = (SocketAddr, Permitted);

/// How a server was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) server: Checked,
    /// The proxy that was asked for the tunnel, and the address at which.
    pub(crate) proxy: Option<(Proxy, Checked)>,
}

impl Route {
    /// Whether it leads to one of these addresses, and through this proxy at one of its addresses, or through none.
    pub(crate) fn is_one_of(
        &self,
        servers: &[Checked],
        proxy: Option<(&Proxy, &[Checked])>,
    ) -> bool {
        let is_same_way = match (&self.proxy, proxy) {
            (None, None) => true,
            (Some((known, at)), Some((proxy, addresses))) => {
                known == proxy && addresses.contains(at)
            }
            (Some(_), None) | (None, Some(_)) => false,
        };
        is_same_way && servers.contains(&self.server)
    }
}

/// What a connection is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Purpose {
    pub(crate) share: Share,
    /// The server: scheme, name and port.
    pub(crate) origin: String,
}

/// What a connection is for, and how its server was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) purpose: Purpose,
    pub(crate) route: Route,
}

/// The connections of a client that are kept.
pub(crate) struct Pool {
    places: Mutex<Places>,
    idle: Duration,
    age_max: Duration,
}

#[derive(Default)]
struct Places {
    /// In the order in which they were kept.
    kept: VecDeque<Kept>,
    /// Whether a task closes what is kept when its time is over.
    is_watched: bool,
}

struct Kept {
    key: Key,
    channel: Channel,
    until: Instant,
}

impl Places {
    /// Closes what is not used again: its time is over, or the server has closed it.
    fn retire(&mut self) {
        let now = Instant::now();
        self.kept.retain(|kept| now < kept.until && kept.channel.is_free());
    }
}

impl Pool {
    pub(crate) fn new() -> Arc<Self> {
        Self::keeping_for(IDLE, AGE_MAX)
    }

    fn keeping_for(idle: Duration, age_max: Duration) -> Arc<Self> {
        Arc::new(Self { places: Mutex::default(), idle, age_max })
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes out the newest connection for a purpose whose route is permitted.
    pub(crate) fn take(
        &self,
        purpose: &Purpose,
        is_permitted: impl Fn(&Route) -> bool,
    ) -> Option<(Route, Channel)> {
        let mut places = self.places();
        places.retire();
        let fits = |kept: &Kept| kept.key.purpose == *purpose && is_permitted(&kept.key.route);
        let place = places.kept.iter().rposition(fits)?;
        let kept = places.kept.remove(place)?;
        Some((kept.key.route, kept.channel))
    }

    /// Keeps a connection whose last answer was read to its end, unless it was opened too long ago. Where there are too
    /// many, the oldest one is closed.
    pub(crate) fn put(self: &Arc<Self>, key: Key, channel: Channel) {
        let now = Instant::now();
        let until = (now + self.idle).min(channel.began + self.age_max);
        if until <= now {
            return;
        }
        let mut places = self.places();
        places.retire();
        if places.kept.iter().filter(|kept| kept.key == key).count() >= SAME_MAX {
            let oldest = places.kept.iter().position(|kept| kept.key == key);
            drop(oldest.and_then(|oldest| places.kept.remove(oldest)));
        } else if places.kept.len() >= ALL_MAX {
            drop(places.kept.pop_front());
        }
        places.kept.push_back(Kept { key, channel, until });
        if !places.is_watched {
            places.is_watched = true;
            tokio::spawn(close_in_time(Arc::downgrade(self), until));
        }
    }

    /// Closes what is not used again; the time at which the first one ends, if there is one.
    fn retire(&self) -> Option<Instant> {
        let mut places = self.places();
        places.retire();
        let next = places.kept.front().map(|kept| kept.until);
        places.is_watched = next.is_some();
        next
    }
}

/// Closes connections when their time is over, as long as there are any.
async fn close_in_time(pool: Weak<Pool>, first: Instant) {
    let mut next = Some(first);
    while let Some(until) = next {
        sleep_until(until).await;
        let Some(pool) = pool.upgrade() else { return };
        next = pool.retire();
    }
}

#[cfg(test)]
mod tests;
