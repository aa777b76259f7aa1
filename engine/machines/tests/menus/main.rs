//! The menus of everybody: every role under every licence and flavour, with every feature on and off.

mod left_out;
mod shown;
mod world;
