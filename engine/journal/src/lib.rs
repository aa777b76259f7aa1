//! Waybill's journal crate.
