//! The menus in all views: every role under every licence and flavour, with every feature enabled and disabled.

mod fixtures;
mod left_out;
mod shown;
