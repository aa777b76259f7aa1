//! Events of a package for both sides of each guard.

use super::package::{Before, Content, Event, NamedContent, Origin, Place};
use crate::rules::artifacts::Properties;
use crate::rules::packages::{Document, Summary};
use crate::secret::Digest;

/// All of them.
pub(super) fn all() -> Vec<Event> {
    let mut all = of_files();
    all.extend(of_versions());
    all
}

fn digest(digit: &str, digits: usize) -> Digest {
    Digest(digit.repeat(digits))
}

fn before(digit: &str) -> Before {
    Before { sha256: digest(digit, 64), bytes: 3 }
}

fn content() -> Content {
    Content { sha256: digest("a", 64), sha1: digest("a", 40), md5: digest("a", 32), bytes: 3 }
}

fn place() -> Place {
    Place { repository: "r1".into(), path: "old/notes.txt".into() }
}

fn of_files() -> Vec<Event> {
    let deploy = |path: &str, replaces: Option<Before>, may_replace| Event::Deploy {
        name: "notes.txt".into(),
        path: path.into(),
        content: content(),
        properties: Properties::new(),
        replaces,
        may_replace,
        origin: None,
    };
    let moved = || Event::Deploy {
        name: "notes.txt".into(),
        path: "notes.txt".into(),
        content: content(),
        properties: Properties::from([("build".to_owned(), vec!["7".to_owned()])]),
        replaces: None,
        may_replace: false,
        origin: Some(Box::new(Origin { place: place(), moved: true })),
    };
    let annotate = |name: &str, file| Event::Annotate {
        path: "notes.txt".into(),
        properties: Properties::from([(name.to_owned(), vec!["1".to_owned()])]),
        earlier: Some(Properties::new()),
        file,
    };
    let remove = |file| Event::Remove { path: "notes.txt".into(), file, moved_to: None };
    let moved_away = || Event::Remove {
        path: "notes.txt".into(),
        file: Some(before("a")),
        moved_to: Some(place()),
    };
    let (item, path) = (|| "0198c0de-7".to_owned(), || "notes.txt".to_owned());
    let trash = |file| Event::Trash { item: item(), path: path(), file };
    let archive = |file| Event::Archive { item: item(), path: path(), file };
    let restore =
        |file, exists| Event::Restore { name: path(), item: item(), path: path(), file, exists };
    let upstream_differs = |file| Event::UpstreamDiffers {
        path: path(),
        file,
        named: NamedContent { sha1: Some(digest("b", 40)), ..NamedContent::default() },
    };
    let purge = |file| Event::Purge { item: item(), path: path(), file };
    vec![
        deploy("notes.txt", None, false),
        deploy("notes.txt", Some(before("a")), false),
        deploy("notes.txt", Some(before("b")), false),
        deploy("notes.txt", Some(before("b")), true),
        deploy("../notes.txt", None, false),
        moved(),
        annotate("build.number", Some(before("a"))),
        annotate("build number", Some(before("a"))),
        annotate("build.number", None),
        remove(Some(before("a"))),
        remove(None),
        moved_away(),
        trash(Some(before("a"))),
        trash(None),
        archive(Some(before("a"))),
        archive(None),
        restore(Some(before("a")), false),
        restore(Some(before("a")), true),
        restore(None, false),
        purge(Some(before("a"))),
        purge(None),
        upstream_differs(Some(before("a"))),
        upstream_differs(None),
    ]
}

fn of_versions() -> Vec<Event> {
    let publish = |version: &str, path: &str, exists, replaces| Event::Publish {
        name: "shop".into(),
        version: version.into(),
        path: path.into(),
        content: content(),
        document: Document { sha256: digest("d", 64), bytes: 9 },
        summary: Summary::default(),
        tags: vec!["latest".into()],
        subject: None,
        exists,
        replaces,
        properties: Properties::new(),
        origin: None,
    };
    let copied = |property: &str| Event::Publish {
        name: "shop".into(),
        version: "1.0.0".into(),
        path: "shop/1.0.0/shop-1.0.0.jar".into(),
        content: content(),
        document: Document { sha256: digest("d", 64), bytes: 9 },
        summary: Summary::default(),
        tags: Vec::new(),
        subject: None,
        exists: false,
        replaces: None,
        properties: Properties::from([(property.to_owned(), vec!["1".to_owned()])]),
        origin: Some(Box::new(Origin { place: place(), moved: false })),
    };
    let deprecate = |reason: Option<&str>, exists| Event::Deprecate {
        name: "shop".into(),
        version: "1.0.0".into(),
        reason: reason.map(Into::into),
        exists,
    };
    let yank = |reason: Option<&str>, exists| Event::Yank {
        name: "shop".into(),
        version: "1.0.0".into(),
        yanked: true,
        reason: reason.map(Into::into),
        exists,
    };
    let tag = |tag: &str, version: Option<&str>, exists| Event::Tag {
        name: "shop".into(),
        tag: tag.into(),
        version: version.map(Into::into),
        exists,
        promoted_from: None,
    };
    let promoted = |moved| Event::Tag {
        name: "shop".into(),
        tag: "1.0".into(),
        version: Some("1.0.0".into()),
        exists: true,
        promoted_from: Some(Box::new(Origin { place: place(), moved })),
    };
    vec![
        publish("1.0.0", "shop/-/shop-1.0.0.tgz", false, None),
        publish("1.0.0", "shop/-/shop-1.0.0.tgz", false, Some(before("b"))),
        publish("1.0.0", "shop/-/shop-1.0.0.tgz", true, None),
        publish("1.0.0", "../shop-1.0.0.tgz", false, None),
        publish("", "shop/-/shop-.tgz", false, None),
        copied("build"),
        copied("build number"),
        deprecate(Some("use other"), true),
        deprecate(None, true),
        deprecate(Some(""), true),
        deprecate(None, false),
        yank(Some("it loses carts"), true),
        yank(Some(""), true),
        yank(None, false),
        tag("beta", Some("1.0.0"), true),
        tag("", Some("1.0.0"), true),
        tag("beta", Some("1.0.0"), false),
        tag("beta", None, true),
        tag("beta", None, false),
        promoted(false),
        promoted(true),
    ]
}
