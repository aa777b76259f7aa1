//! Clients and servers of others that are slow or large: `npm test` leaves them out by the name of this module, and
//! `npm run test:all` runs them.

mod buildah;
mod go;
mod helm;
mod ivy;
mod joined;
mod maven;
mod oras;
mod platform;
mod pnpm_and_yarn;
mod poetry;
mod s3;
mod upstreams;
