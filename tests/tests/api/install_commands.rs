//! The commands that install a version, for the clients of each package type (PKG-09).

use serde_json::json;
use waybill_machines::rules::repositories::PackageType;
use waybill_tests::run;

use crate::signed_in;
use crate::stage::Stage;

/// The clients of a type, the type's own first.
const fn clients(package_type: PackageType) -> &'static [&'static str] {
    match package_type {
        PackageType::Npm => &["npm", "pnpm", "yarn"],
        PackageType::Cargo => &["cargo"],
        PackageType::Docker => &["docker", "podman"],
        PackageType::Pypi => &["pip", "uv", "poetry"],
        PackageType::Helm => &["helm"],
        PackageType::Go => &["go"],
        PackageType::Maven => &["maven", "gradle", "ivy", "sbt", "mvn"],
        PackageType::Gradle => &["gradle", "maven", "ivy", "sbt", "mvn"],
        PackageType::Ivy => &["ivy", "maven", "gradle", "sbt", "mvn"],
        PackageType::Generic | PackageType::Mysql => &[],
    }
}

/// covers: [PKG-09]
#[test]
fn a_version_of_each_type_is_installed_by_the_clients_of_the_type() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        for package_type in PackageType::ALL {
            let name = package_type.as_str();
            let made = stage.ann().create(name, json!({"packageType": name})).await;
            assert_eq!(made.status, 200, "{name}");
            let package = match package_type.served_as() {
                PackageType::Maven => "com.acme:till",
                _ => "till",
            };
            let query = format!("packageId={name}://{package}&version=1.2.3&repoKey={name}");
            let answer = ann.get(&format!("packages/install?{query}")).await;
            if clients(package_type).is_empty() {
                // Files are no packages.
                assert_eq!(answer.status, 404, "{name}: {}", answer.json());
                continue;
            }
            assert_eq!(answer.status, 200, "{name}: {}", answer.json());
            let commands = answer.json()["commands"].as_array().expect("commands").clone();
            let shown: Vec<_> = commands.iter().map(|one| one["client"].as_str()).collect();
            let expected: Vec<_> = clients(package_type).iter().copied().map(Some).collect();
            assert_eq!(shown, expected, "{name}");
            for command in commands {
                let text = command["command"].as_str().expect("a command");
                assert!(text.contains("till") && text.contains("1.2.3"), "{name}: {text}");
            }
            // A package of another type is in no such repository.
            let other = if name == "npm" { "cargo" } else { "npm" };
            let query = format!("packageId={other}://till&version=1.2.3&repoKey={name}");
            let refused = ann.get(&format!("packages/install?{query}")).await;
            assert_eq!(refused.status, 404, "{name}");
        }
    });
}
