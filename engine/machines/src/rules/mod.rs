//! Rules as tables and small functions, each written once.

pub mod artifacts;
pub mod custom_data;
pub mod display_text;
pub mod features;
pub mod groups;
pub mod guards;
pub mod licence;
pub mod logo;
pub mod logs;
pub mod menu;
pub mod menu_entry;
pub mod menu_table;
pub mod onboarding;
pub mod path_memory;
pub mod profile;
pub mod projects;
pub mod release_bundles;
pub mod repositories;
pub mod route_guards;
mod route_table;
pub mod routes;
pub mod services;
pub mod status;
pub mod support;
pub mod uptime;
pub mod versions;
pub mod view_as;
