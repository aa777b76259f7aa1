//! A report as `JUnit` XML: a suite for each area, a case for each scenario.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report as Xml, TestCase, TestCaseStatus, TestSuite};

use super::Report;

/// The XML could not be written.
pub type JunitError = quick_junit::SerializeError;

/// The report as `JUnit` XML. It has no wall-clock times, so equal runs give equal bytes.
pub fn junit(report: &Report) -> Result<String, JunitError> {
    let mut suites: BTreeMap<String, Vec<TestCase>> = BTreeMap::new();
    for outcome in &report.outcomes {
        let status = if outcome.passed() {
            TestCaseStatus::success()
        } else {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let failed = outcome.steps.iter().filter(|step| !step.mismatches.is_empty());
            let keys: Vec<String> = failed
                .flat_map(|step| step.mismatches.iter().map(move |m| (step.index, m)))
                .map(|(index, mismatch)| format!("step {}: {}", index + 1, mismatch.key))
                .collect();
            status.set_message(keys.join("; ")).set_description(outcome.failure());
            status
        };
        let mut case = TestCase::new(outcome.scenario.as_str(), status);
        case.set_classname(outcome.file.as_str());
        case.add_property(("covers", outcome.covers.join(" ").as_str()));
        suites.entry(area(&outcome.file)).or_default().push(case);
    }
    for fault in &report.faults {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(fault.to_string());
        let mut case = TestCase::new("can be read", status);
        case.set_classname(fault.file.as_str());
        suites.entry(area(&fault.file)).or_default().push(case);
    }
    let mut xml = Xml::new("waybill scenarios");
    for (name, cases) in suites {
        let mut suite = TestSuite::new(name);
        suite.add_test_cases(cases);
        xml.add_test_suite(suite);
    }
    xml.to_string()
}

/// The folder that a scenario is in.
pub(super) fn area(file: &str) -> String {
    let mut parts = file.rsplit(['/', '\\']);
    parts.next();
    parts.next().unwrap_or("scenarios").to_owned()
}
