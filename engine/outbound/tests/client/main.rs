//! The client against test servers on addresses of this machine.

mod hostile;
mod mail;
mod ourselves;
mod proxies;
mod rebinding;
mod reuse;
mod server;
mod streams;
mod tls;
