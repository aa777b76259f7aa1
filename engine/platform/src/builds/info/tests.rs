use super::*;

fn problem(json: &str) -> (String, String) {
    let read = NewBuild::read(Bytes::copy_from_slice(json.as_bytes()), None);
    let InfoProblem { field, problem } = read.unwrap_err();
    (field, problem)
}

/// covers: [BUILD-02]
#[test]
fn what_is_not_valid_is_named_by_its_field() {
    let with = |rest: &str| {
        format!(r#"{{"name":"a","number":"1","started":"2026-01-31T12:00:00.000+0000"{rest}}}"#)
    };
    for (json, field) in [
        (String::new(), ""),
        ("[]".into(), ""),
        ("{".into(), ""),
        ("{}".into(), "name"),
        (r#"{"name":"a"}"#.into(), "number"),
        (r#"{"name":"a","number":"1"}"#.into(), "started"),
        (r#"{"name":"../a","number":"1","started":"x"}"#.into(), "name"),
        (r#"{"name":"a","number":"1","started":"yesterday"}"#.into(), "started"),
        (with(r#","modules":{}"#), "modules"),
        (
            with(r#","modules":[{"id":"m"},{"id":"n","artifacts":[{"name":true}]}]"#),
            "modules[1].artifacts[0].name",
        ),
        (with(r#","modules":[{"id":"m","dependencies":[{}]}]"#), "modules[0].dependencies[0].id"),
        (with(r#","modules":[{}]"#), "modules[0].id"),
        (with(r#","properties":[]"#), "properties"),
        (with(&format!(r#","url":"{}""#, "u".repeat(4_097))), "url"),
        (with("} and more").replace("}}", "}"), ""),
    ] {
        assert_eq!(problem(&json).0, field, "{json:.120}");
    }
    let (_, problem) = problem(&with(r#","modules":"secret""#));
    assert!(!problem.contains("secret"), "{problem}");
}

/// covers: [BUILD-02]
#[test]
fn what_servers_write_is_read() {
    let json = r#"{
        "version": "1.0.1", "name": "folder/shop :: main", "number": 51, "agent": {"name": "jf", "version": null},
        "buildAgent": null, "started": "2026-01-31T12:00:00.000+0100", "durationMillis": 1200,
        "vcsRevision": "abc", "vcsUrl": "https://git.example/shop", "future": {"a": [1]},
        "modules": [{"id": "m:1", "artifacts": null, "dependencies": [{"id": "d:1", "scopes": null}]}, {"id": "n"}],
        "properties": {"a": "b", "n": 1, "o": {"p": null}}
    }"#;
    let NewBuild { info, started_at, .. } = NewBuild::read(json.into(), None).unwrap();
    assert_eq!(started_at, "2026-01-31T11:00:00Z".parse().unwrap());
    assert_eq!((info.number.as_str(), info.recorded_agent().as_str()), ("51", "jf"));
    assert_eq!(info.counts(), BuildCounts { modules: 2, artifacts: 0, dependencies: 1 });
    assert_eq!(info.sources()[0].revision, "abc");
    assert_eq!(info.properties["o"], r#"{"p":null}"#);
}
