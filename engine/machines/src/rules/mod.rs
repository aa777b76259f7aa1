//! Rules that are tables or small functions: each written once, here.

pub mod guards;
pub mod licence;
pub mod path_memory;
pub mod routes;
