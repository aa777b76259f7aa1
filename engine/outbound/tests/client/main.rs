//! The client against servers of its own on addresses of this machine.

mod hostile;
mod ourselves;
mod rebinding;
mod server;
mod tls;
