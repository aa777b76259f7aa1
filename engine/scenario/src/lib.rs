//! Waybill's scenario crate.
