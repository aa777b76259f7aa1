//! Waybill's platform crate.
