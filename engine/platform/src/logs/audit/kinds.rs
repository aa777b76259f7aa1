//! The kinds of objects in audit logs.

use waybill_machines::MachineName;
use waybill_machines::rules::services::ServiceId;

/// The service whose audit log a machine's changes belong to, and the kind of object. A record of a machine unknown to
/// this build is a line as well.
pub(super) fn kind_of(machine: &str) -> (ServiceId, &'static str) {
    let Ok(machine) = machine.parse::<MachineName>() else {
        return (ServiceId::Artifactory, "OBJ");
    };
    match machine {
        MachineName::Account => (ServiceId::Access, "USR"),
        MachineName::Setup => (ServiceId::Access, "STP"),
        MachineName::Group => (ServiceId::Access, "GRP"),
        MachineName::Permission => (ServiceId::Access, "PRM"),
        MachineName::Project => (ServiceId::Access, "PRJ"),
        MachineName::Licence => (ServiceId::Artifactory, "LIC"),
        MachineName::Logo => (ServiceId::Artifactory, "LGO"),
        MachineName::SupportBundle => (ServiceId::Artifactory, "SBD"),
        MachineName::ReleaseBundle => (ServiceId::Distribution, "RBD"),
        MachineName::Build => (ServiceId::Artifactory, "BLD"),
        MachineName::Download => (ServiceId::Artifactory, "DWN"),
        MachineName::Repository => (ServiceId::Artifactory, "REP"),
        MachineName::CleanupPolicy => (ServiceId::Artifactory, "CLP"),
        MachineName::Advisories => (ServiceId::Artifactory, "ADV"),
        MachineName::FollowedPackages => (ServiceId::Artifactory, "FLW"),
        MachineName::DownloadRules => (ServiceId::Artifactory, "DRL"),
        MachineName::DownloadViolations => (ServiceId::Artifactory, "DVL"),
        MachineName::Webhook => (ServiceId::Event, "WHK"),
        MachineName::WebhookCursor => (ServiceId::Event, "WHC"),
        MachineName::WebhookDelivery => (ServiceId::Event, "WHD"),
        MachineName::Application => (ServiceId::Access, "APP"),
        MachineName::ApplicationGrant => (ServiceId::Access, "APG"),
        MachineName::GitConnection => (ServiceId::Artifactory, "GIT"),
        MachineName::OutboundProxy => (ServiceId::Event, "PRX"),
        MachineName::MailServer => (ServiceId::Access, "MLS"),
        MachineName::MailOutbox => (ServiceId::Access, "MLO"),
        MachineName::DistributionTarget => (ServiceId::Distribution, "DTG"),
        MachineName::TrustedIssuer => (ServiceId::Access, "TIS"),
        MachineName::SignInProvider => (ServiceId::Access, "SIP"),
        MachineName::Provisioning => (ServiceId::Access, "PRV"),
        MachineName::UserDirectory => (ServiceId::Access, "UDR"),
        MachineName::RegistrationSettings => (ServiceId::Access, "RGS"),
        MachineName::Registration => (ServiceId::Access, "REG"),
        MachineName::Package => (ServiceId::Artifactory, "ART"),
        MachineName::Node => (ServiceId::Router, "TOP"),
        MachineName::Server => (ServiceId::Router, "SRV"),
        MachineName::Reading => (ServiceId::Access, "RDG"),
        // Machines of a session are in the sessions' journal, for which there is no audit log.
        MachineName::Session
        | MachineName::Startup
        | MachineName::Login
        | MachineName::Mfa
        | MachineName::Password
        | MachineName::CliLogin
        | MachineName::ForgotPassword
        | MachineName::ResetPassword
        | MachineName::Idle
        | MachineName::Navigation
        | MachineName::QuickSetup
        | MachineName::Onboarding
        | MachineName::Personalisation
        | MachineName::Retention
        | MachineName::LogViewer
        | MachineName::GitIntegration
        | MachineName::ServiceStatus
        | MachineName::Search
        | MachineName::Sso
        | MachineName::Passkey
        | MachineName::Packages => (ServiceId::Artifactory, "OBJ"),
    }
}
