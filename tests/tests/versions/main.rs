//! The order of versions, compared with that of the programs that it is about.

mod clients;
mod generated;
