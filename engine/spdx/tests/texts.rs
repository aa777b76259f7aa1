//! Texts that packages have as their licences.

use proptest::prelude::*;
use waybill_spdx::{Licence, TEXT_BYTES_MAX, expression, identifier, is_known, normalise, permits};

fn names(text: &str) -> Vec<String> {
    let found = normalise(text);
    assert!(found.iter().all(|licence| licence.is_spdx), "{text} is kept as it is");
    found.into_iter().map(|licence| licence.name).collect()
}

#[test]
fn known_licences_have_their_identifiers() {
    for (text, expected) in [
        ("MIT", "MIT"),
        ("mit", "MIT"),
        ("MIT License", "MIT"),
        ("The MIT License (MIT)", "MIT"),
        ("The MIT\n  License", "MIT"),
        ("License :: OSI Approved :: MIT License", "MIT"),
        ("Apache 2.0", "Apache-2.0"),
        ("Apache 2", "Apache-2.0"),
        ("apache-2.0", "Apache-2.0"),
        ("Apache2", "Apache-2.0"),
        ("ASL 2.0", "Apache-2.0"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("The Apache Software License, Version 2.0", "Apache-2.0"),
        ("Apache License v2", "Apache-2.0"),
        ("http://www.apache.org/licenses/LICENSE-2.0.txt", "Apache-2.0"),
        ("https://www.apache.org/licenses/LICENSE-2.0", "Apache-2.0"),
        ("BSD-3-Clause", "BSD-3-Clause"),
        ("BSD 3-Clause License", "BSD-3-Clause"),
        ("3-Clause BSD License", "BSD-3-Clause"),
        ("New BSD License", "BSD-3-Clause"),
        ("BSD 3-Clause \"New\" License", "BSD-3-Clause"),
        ("Eclipse Distribution License - v 1.0", "BSD-3-Clause"),
        ("The BSD 2-Clause License", "BSD-2-Clause"),
        ("ISC License (ISCL)", "ISC"),
        ("Mozilla Public License 2.0 (MPL 2.0)", "MPL-2.0"),
        ("MPL2.0", "MPL-2.0"),
        ("https://www.mozilla.org/en-US/MPL/2.0/", "MPL-2.0"),
        ("Eclipse Public License - v 2.0", "EPL-2.0"),
        ("http://www.eclipse.org/legal/epl-v10.html", "EPL-1.0"),
        ("COMMON DEVELOPMENT AND DISTRIBUTION LICENSE (CDDL) Version 1.0", "CDDL-1.0"),
        ("GNU General Public License v3 (GPLv3)", "GPL-3.0-only"),
        ("GNU General Public License v3 or later (GPLv3+)", "GPL-3.0-or-later"),
        ("GNU General Public License, version 2", "GPL-2.0-only"),
        ("GPLv2", "GPL-2.0-only"),
        ("GPLv2+", "GPL-2.0-or-later"),
        ("GPL-2.0", "GPL-2.0-only"),
        ("GPL-2.0+", "GPL-2.0-or-later"),
        ("LGPL-2.1+", "LGPL-2.1-or-later"),
        ("GNU Lesser General Public License, Version 2.1", "LGPL-2.1-only"),
        ("GNU Affero General Public License v3", "AGPL-3.0-only"),
        ("GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0-only WITH Classpath-exception-2.0"),
        ("GPL-2.0-with-classpath-exception", "GPL-2.0-only WITH Classpath-exception-2.0"),
        ("The Unlicense (Unlicense)", "Unlicense"),
        ("CC0 1.0 Universal", "CC0-1.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
        ("zlib/libpng License", "Zlib"),
        ("Boost Software License 1.0 (BSL-1.0)", "BSL-1.0"),
        ("0BSD", "0BSD"),
        ("https://opensource.org/licenses/MIT", "MIT"),
        ("http://www.opensource.org/licenses/mit-license.php", "MIT"),
        ("https://spdx.org/licenses/BSD-2-Clause.html", "BSD-2-Clause"),
        ("LicenseRef-Acme", "LicenseRef-Acme"),
    ] {
        assert_eq!(names(text), [expected], "{text}");
    }
}

#[test]
fn texts_with_several_licences_have_all() {
    for (text, expected) in [
        ("(MIT OR Apache-2.0)", &["MIT", "Apache-2.0"][..]),
        ("MIT/Apache-2.0", &["MIT", "Apache-2.0"]),
        ("MIT OR Apache-2.0 WITH LLVM-exception", &["MIT", "Apache-2.0 WITH LLVM-exception"]),
        ("(MIT AND (BSD-3-Clause OR MIT))", &["MIT", "BSD-3-Clause"]),
        ("MIT or Apache 2.0", &["MIT", "Apache-2.0"]),
        ("MIT License, Apache License 2.0", &["MIT", "Apache-2.0"]),
        ("EPL 2.0; GPLv2", &["EPL-2.0", "GPL-2.0-only"]),
        ("MIT and MIT License", &["MIT"]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn what_is_not_known_is_kept() {
    for text in [
        "SEE LICENSE IN LICENSE.md",
        "UNLICENSED",
        "Proprietary",
        "BSD",
        "GPL",
        "Apache",
        "Apache Software License",
        "Acme License, Version 2.0",
        "MIT OR Acme",
        "MIT, Acme and others",
        "https://example.org/LICENSE.txt",
        "https://opensource.org/licenses/",
        "Copyright (c) 2026 Acme. All rights reserved.",
        "(((",
        "AND",
    ] {
        assert_eq!(normalise(text), [Licence { name: text.to_owned(), is_spdx: false }], "{text}");
    }
    let classifier = normalise("License :: OSI Approved :: BSD License");
    assert_eq!(classifier, [Licence { name: "BSD License".to_owned(), is_spdx: false }]);
    assert!(normalise(" \n").is_empty());
    let long = normalise(&"MIT é".repeat(10_000));
    assert!(long.len() == 1 && !long[0].is_spdx && long[0].name.len() <= TEXT_BYTES_MAX);
}

proptest! {
    #[test]
    fn any_text_is_read(text in ".{0,600}") {
        let found = normalise(&text);
        prop_assert_eq!(found.is_empty(), text.trim().is_empty());
    }

    #[test]
    fn identifiers_stay(text in "[(MITGPLOR/ 0-9.+)]{0,40}") {
        // What was normalised is its own normal form.
        for licence in normalise(&text).into_iter().filter(|licence| licence.is_spdx) {
            prop_assert_eq!(normalise(&licence.name), [licence]);
        }
    }
}

#[test]
fn expressions_keep_whether_all_or_one_of_their_licences_apply() {
    for (text, expected) in [
        ("MIT", Some("MIT")),
        ("The MIT License", Some("MIT")),
        ("MIT OR Apache-2.0", Some("MIT OR Apache-2.0")),
        ("MIT/Apache-2.0", Some("MIT OR Apache-2.0")),
        ("MIT AND (GPL-2.0 OR BSD-3-Clause)", Some("MIT AND (GPL-2.0-only OR BSD-3-Clause)")),
        ("(MIT AND ISC) AND Zlib", Some("MIT AND ISC AND Zlib")),
        (
            "GPL-2.0-only WITH Classpath-exception-2.0 OR MIT",
            Some("GPL-2.0-only WITH Classpath-exception-2.0 OR MIT"),
        ),
        // Whether all or one of them apply is not written.
        ("MIT, ISC", None),
        ("LicenseRef-acme", None),
        ("MIT OR LicenseRef-acme", None),
        ("SEE LICENSE IN terms.txt", None),
        ("", None),
    ] {
        assert_eq!(expression(text).as_deref(), expected, "{text}");
    }
    assert_eq!(expression(&"MIT OR ".repeat(1_000)), None);
}

#[test]
fn a_licence_is_permitted_by_itself_or_by_a_choice() {
    let without_gpl = |text: &str| permits(text, |name| !name.starts_with("GPL-"));
    for text in ["MIT", "", "MIT OR GPL-2.0", "(MIT OR GPL-2.0) AND ISC", "Our own terms"] {
        assert!(without_gpl(text), "{text}");
    }
    for text in ["GPL-2.0+", "MIT AND GPL-2.0", "(MIT OR ISC) AND GPL-3.0-only"] {
        assert!(!without_gpl(text), "{text}");
    }
    // What an exception permits is another matter than the licence without it.
    let with = "GPL-2.0-only WITH Classpath-exception-2.0";
    assert!(permits(with, |name| name != "GPL-2.0-only"));
    assert!(!permits(with, |name| name != with));
}

#[test]
fn single_licences_have_an_identifier() {
    assert_eq!(identifier("GPL-3.0").as_deref(), Some("GPL-3.0-only"));
    assert_eq!(identifier("The MIT License").as_deref(), Some("MIT"));
    for text in ["", "MIT OR ISC", "Ours", "LicenseRef-ours"] {
        assert_eq!(identifier(text), None, "{text}");
    }
    assert!(is_known("MIT OR ISC"));
    for text in ["", "Ours", "MIT AND LicenseRef-ours"] {
        assert!(!is_known(text), "{text}");
    }
}
