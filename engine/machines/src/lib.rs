//! The pure core of Waybill.

pub mod time;
