//! The client against test servers on addresses of this machine.

mod hostile;
mod ourselves;
mod rebinding;
mod server;
mod streams;
mod tls;
