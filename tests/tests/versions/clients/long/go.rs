//! go, and the package with which it compares versions, which is in its sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use waybill_tests::tools::go_tools;
use waybill_versions::Scheme;
use waybill_versions::go::is_pseudo;

use crate::clients::{compare_all, printed};
use crate::generated::pairs;

const PROGRAM: &str = r#"package main

import (
	"encoding/json"
	"fmt"
	"os"

	"example.org/orders/semver"
)

func kind(version string) string {
	if !semver.IsValid(version) {
		return "invalid"
	}
	if semver.Prerelease(version) != "" {
		return "pre"
	}
	return "release"
}

func main() {
	var pairs [][2]string
	if err := json.NewDecoder(os.Stdin).Decode(&pairs); err != nil {
		panic(err)
	}
	for _, pair := range pairs {
		a, b := kind(pair[0]), kind(pair[1])
		if a == "invalid" || b == "invalid" {
			fmt.Println(a, b, "none")
		} else {
			fmt.Println(a, b, semver.Compare(pair[0], pair[1]))
		}
	}
}
"#;
/// Where the sources of go have the package.
const PACKAGE: &str = "src/cmd/vendor/golang.org/x/mod/semver/semver.go";
/// Where go finds modules: a folder.
const MODULE: &str = "example.org/shop";

fn go(home: &Path) -> Command {
    let mut go = Command::new(go_tools().join("bin/go"));
    let proxy = format!("file://{}/proxy", home.display());
    go.current_dir(home.join("app"))
        .env("HOME", home)
        .env("GOPROXY", proxy)
        .env("GOFLAGS", "-mod=mod -modcacherw")
        .env("GOTOOLCHAIN", "local")
        .env("GOTELEMETRY", "off")
        .env("GONOSUMDB", "*")
        .env("CGO_ENABLED", "0");
    go
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

#[test]
fn go_has_this_order() {
    let home = tempfile::tempdir().expect("a folder");
    let app = home.path().join("app");
    write(&app.join("go.mod"), "module example.org/orders\n\ngo 1.21\n");
    write(&app.join("main.go"), PROGRAM);
    let package = fs::read_to_string(go_tools().join(PACKAGE)).expect("the package");
    write(&app.join("semver/semver.go"), &package);
    compare_all(Scheme::Go, go(home.path()).args(["run", "."]));
}

#[test]
fn go_lists_versions_in_this_order() {
    let versions: BTreeSet<String> =
        pairs(Scheme::Go).into_iter().flat_map(|(one, other)| [one, other]).collect();
    // A list has canonical versions of this major version only; go does not list those of commits.
    let is_listed = |version: &&String| {
        let is_old = version.starts_with("v0.") || version.starts_with("v1.");
        let is_canonical = !version.contains('+')
            && version.split('-').next().is_some_and(|numbers| numbers.split('.').count() == 3);
        is_old && is_canonical && Scheme::Go.is_valid(version) && !is_pseudo(version)
    };
    let listed: Vec<String> = versions.iter().filter(is_listed).cloned().collect();
    assert!(listed.len() > 1000, "only {} versions can be listed", listed.len());

    let home = tempfile::tempdir().expect("a folder");
    write(&home.path().join("app/go.mod"), "module example.org/orders\n\ngo 1.21\n");
    let folder = home.path().join(format!("proxy/{MODULE}/@v"));
    write(&folder.join("list"), &(listed.join("\n") + "\n"));
    // The latest one says which versions were retracted.
    let by_latest = |one: &&String, other: &&String| Scheme::Go.compare_as_latest(one, other);
    let latest = listed.iter().max_by(by_latest).expect("a version");
    let info = format!(r#"{{"Version": "{latest}", "Time": "2020-01-01T00:00:00Z"}}"#);
    write(&folder.join(format!("{latest}.info")), &info);
    write(&folder.join(format!("{latest}.mod")), &format!("module {MODULE}\n"));
    let printed = printed(go(home.path()).args(["list", "-m", "-versions", MODULE]), "");
    let printed: Vec<&str> = printed.split_whitespace().skip(1).collect();
    let sorted = Scheme::Go.sort(listed, |version| version);
    assert_eq!(printed, sorted);
}
