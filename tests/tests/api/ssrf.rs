//! Server-side request forgery: the real server in a network of its own, in which every address that no request may
//! reach exists, answers and is counted. Whatever sends requests for a user is given these addresses, as they are, by
//! names that lead to them at once or later, and by redirects.
//!
//! Each test runs again in namespaces that need no privileges where the kernel permits it. Where it does not, a test
//! prints why it does not run; in CI it fails, unless `WAYBILL_WITHOUT_NAMESPACES` is set.

mod cases;
mod git;
mod issuers;
mod names;
mod network;
mod proxies;
mod redirects;
mod remotes;
mod sign_in_providers;
mod targets;
mod user_directories;
mod webhooks;
