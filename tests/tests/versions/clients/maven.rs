//! `ComparableVersion` of Maven, whose `main` prints the order of its arguments, each with the next one.

use std::cmp::Ordering;
use std::path::Path;
use std::process::Command;

use waybill_tests::can_run;
use waybill_versions::Scheme;

use super::printed;
use crate::generated::pairs;

const JARS: [&str; 2] =
    ["/usr/share/maven/lib/maven-artifact-3.x.jar", "/usr/share/maven/lib/commons-lang3.jar"];
const CLASS: &str = "org.apache.maven.artifact.versioning.ComparableVersion";
/// How many arguments a program takes on every system.
const ARGUMENTS: usize = 2000;

/// covers: [MAVEN-02]
#[test]
fn maven_has_this_order() {
    let is_here = JARS.iter().all(|jar| Path::new(jar).exists());
    if !can_run(is_here, "Maven is missing: .ci/tools.mjs names the packages of Debian") {
        return;
    }
    let texts: Vec<String> =
        pairs(Scheme::Maven).into_iter().flat_map(|(one, other)| [one, other]).collect();
    let mut different = Vec::new();
    for some in texts.chunks(ARGUMENTS) {
        let mut java = Command::new("java");
        let encodings = ["file.encoding", "sun.jnu.encoding", "stdout.encoding"];
        java.args(encodings.map(|name| format!("-D{name}=UTF-8"))).env("LC_ALL", "C.UTF-8");
        let printed = printed(java.args(["-cp", &JARS.join(":"), CLASS]).args(some), "");
        let orders: Vec<&str> =
            printed.lines().filter_map(|line| line.strip_prefix("   ")).collect();
        assert_eq!(orders.len(), some.len() - 1);
        for (pair, line) in some.windows(2).zip(orders) {
            let [one, other] = pair else { unreachable!("windows of two") };
            let middle =
                line.strip_prefix(one.as_str()).and_then(|rest| rest.strip_suffix(other.as_str()));
            let order = match middle {
                Some(" < ") => Ordering::Less,
                Some(" == ") => Ordering::Equal,
                Some(" > ") => Ordering::Greater,
                _ => panic!("{one:?} and {other:?} are compared by {line:?}"),
            };
            let parsed = |text: &str| Scheme::Maven.parse(text);
            // Maven takes an empty text for zero, which is no version of a file.
            let ours = parsed(one).zip(parsed(other)).map(|(one, other)| one.compare(&other));
            if ours.is_some_and(|ours| ours != order) {
                different.push(format!("{line}, but ours is {ours:?}"));
            }
        }
    }
    let shown = different.len().min(30);
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different[..shown].join("\n"));
}
