//! Reads the body of a request for bundles, in the documented format (3.3). All fields are optional.

use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::{BundleRequest, Day, Parameters};

use crate::error::ApiError;
use crate::wire::support::NewSupportBundle;

impl NewSupportBundle {
    /// The requested content and services. `of` is the service that the path names.
    pub fn read(
        self,
        at: Timestamp,
        of: Option<ServiceId>,
    ) -> Result<(BundleRequest, Vec<ServiceId>), ApiError> {
        let services = self.services(of)?;
        let usual = Parameters::usual(at);
        let given = self.parameters;
        let mut parameters = Parameters {
            configuration: given.configuration.unwrap_or(usual.configuration),
            system: given.system.unwrap_or(usual.system),
            journal: given.journal.unwrap_or(usual.journal),
            total_bytes_max: given.total_bytes_max.unwrap_or(usual.total_bytes_max),
            ..usual
        };
        // A lower total limit also lowers the limit per file, unless that is set explicitly.
        let of_whole = parameters.file_bytes_max.min(parameters.total_bytes_max);
        parameters.file_bytes_max = given.file_bytes_max.unwrap_or(of_whole);
        let logs = &mut parameters.logs;
        logs.include = given.logs.include.unwrap_or(logs.include);
        if let Some(day) = given.logs.end_date {
            logs.end_date = day_of(&day, "parameters.logs.end_date")?;
            logs.start_date = logs.start_date.clone().min(logs.end_date.clone());
        }
        if let Some(day) = given.logs.start_date {
            logs.start_date = day_of(&day, "parameters.logs.start_date")?;
        }
        let dump = &mut parameters.thread_dump;
        dump.count = whole(&given.thread_dump.count, "parameters.thread_dump.count", dump.count)?;
        let interval = &given.thread_dump.interval;
        dump.interval = whole(interval, "parameters.thread_dump.interval", dump.interval)?;
        let name = self.name.unwrap_or_else(|| format!("Support bundle of {}", Day::of(at)));
        let description = self.description.unwrap_or_default();
        Ok((BundleRequest { name, description, parameters }, services))
    }

    fn services(&self, of: Option<ServiceId>) -> Result<Vec<ServiceId>, ApiError> {
        if let Some(of) = of {
            // DET-05: requests to mission control must not have the field. Others may repeat the service's own name.
            let repeats = self.service.as_deref() == Some(of.as_str()) && of != ServiceId::Mc;
            if self.services.is_some() || (self.service.is_some() && !repeats) {
                let message =
                    format!("The path already names {of}: leave the service out of the body.");
                return Err(ApiError::bad_request("bundle_service_in_body", message).at("service"));
            }
            return Ok(vec![of]);
        }
        let both = self.service.iter().chain(self.services.iter().flatten());
        both.map(|name| {
            name.parse().map_err(|_| {
                let message =
                    "Bundles are made by artifactory, xray, distribution, mc, insight and tracker.";
                ApiError::bad_request("bundle_service_not_askable", message).at("service")
            })
        })
        .collect()
    }
}

fn day_of(text: &str, field: &str) -> Result<Day, ApiError> {
    text.parse().map_err(|problem| {
        let message = format!("This is no day: {problem}.");
        ApiError::bad_request("bundle_date", message).at(field)
    })
}

/// BUNDLE-03: whole numbers, also as texts, as sent by a form.
fn whole(value: &Value, field: &str, usual: u32) -> Result<u32, ApiError> {
    let number = match value {
        Value::Null => return Ok(usual),
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| {
        let message = "The count and the interval of thread dumps are whole numbers, 0 or more.";
        ApiError::bad_request("bundle_not_an_integer", message).at(field)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: Value, of: Option<ServiceId>) -> Result<(BundleRequest, Vec<ServiceId>), String> {
        let at = "2026-11-21T12:00:00Z".parse().expect("a time");
        let given: NewSupportBundle =
            serde_json::from_value(body).map_err(|error| error.to_string())?;
        given.read(at, of).map_err(|error| format!("{error:?}"))
    }

    /// covers: [BUNDLE-03, DET-05]
    #[test]
    fn all_fields_are_optional_and_numbers_may_be_texts() {
        let (wanted, services) = read(json!({}), Some(ServiceId::Xray)).expect("a bundle");
        assert_eq!(services, [ServiceId::Xray]);
        let usual = Parameters::usual("2026-11-21T12:00:00Z".parse().expect("a time"));
        assert_eq!(wanted.parameters, usual);
        let body = json!({
            "services": ["mc", "tracker"],
            "parameters": {
                "collectSlowQueriesFromDatabase": true,
                "logs": {"end_date": "2026-11-01"},
                "thread_dump": {"count": "3", "interval": " 250 "},
            },
        });
        let (wanted, services) = read(body, None).expect("a bundle");
        assert_eq!(services, [ServiceId::Mc, ServiceId::Tracker]);
        let dump = wanted.parameters.thread_dump;
        assert_eq!((dump.count, dump.interval), (3, 250));
        assert_eq!(wanted.parameters.logs.start_date.to_string(), "2026-11-01");
        for wrong in [json!(1.5), json!("1.5"), json!(-1), json!("x"), json!(true), json!(1e12)] {
            let body = json!({"service": "xray", "parameters": {"thread_dump": {"count": wrong}}});
            assert!(read(body, None).expect_err("no").contains("bundle_not_an_integer"));
        }
        assert!(read(json!({"service": "mc"}), Some(ServiceId::Mc)).is_err());
        assert!(read(json!({"service": "xray"}), Some(ServiceId::Xray)).is_ok());
        assert!(read(json!({"service": "xray"}), Some(ServiceId::Tracker)).is_err());
        assert!(read(json!({"service": "../xray"}), None).is_err());
        assert!(read(json!({"parameters": {"logs": {"start_date": "yesterday"}}}), None).is_err());
    }
}
