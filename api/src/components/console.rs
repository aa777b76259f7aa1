//! The console itself: its page and its files.

use waybill_machines::rules::services::ServiceId::{self, Router};
use waybill_platform::status::Work;

use crate::assets;
use crate::component::Component;
use crate::route::{Row, get};
use crate::services::HealthSources;

/// The page of the console and its files.
pub struct Console;

impl Component for Console {
    fn public(&self) -> Vec<Row> {
        vec![
            get("/", "Redirects to the console.", assets::to_console).logged_by(Router),
            get("/ui", "Redirects to the console.", assets::to_console).logged_by(Router),
            get("/ui/", "The page of the console.", assets::page)
                .responds_with("text/html; charset=utf-8")
                .logged_by(Router),
            get("/ui/{*path}", "A file of the console, or its page.", assets::file_or_page)
                .responds_with("*/*")
                .logged_by(Router),
        ]
    }

    fn health(&self, sources: &HealthSources) -> Vec<(ServiceId, Work)> {
        let (of_router, accepting) = (sources.clone(), sources.accepting.clone());
        let work = Work::checked(move || std::future::ready(of_router.router()));
        vec![(Router, work.with("listener", accepting))]
    }
}
