//! Licences by their addresses, as poms of Maven have them.

use crate::IDENTIFIERS;

/// Addresses without scheme, `www.`, ending and slash at the end.
const PAGES: [(&str, &str); 25] = [
    ("apache.org/licenses/license-1.1", "Apache-1.1"),
    ("apache.org/licenses/license-2.0", "Apache-2.0"),
    ("creativecommons.org/licenses/by/4.0", "CC-BY-4.0"),
    ("creativecommons.org/publicdomain/zero/1.0", "CC0-1.0"),
    ("creativecommons.org/publicdomain/zero/1.0/legalcode", "CC0-1.0"),
    ("eclipse.org/legal/epl-v10", "EPL-1.0"),
    ("eclipse.org/legal/epl-v20", "EPL-2.0"),
    ("eclipse.org/legal/epl-2.0", "EPL-2.0"),
    ("eclipse.org/org/documents/epl-v10", "EPL-1.0"),
    ("eclipse.org/org/documents/epl-2.0", "EPL-2.0"),
    ("eclipse.org/org/documents/edl-v10", "BSD-3-Clause"),
    ("gnu.org/licenses/agpl-3.0", "AGPL-3.0-only"),
    ("gnu.org/licenses/gpl-2.0", "GPL-2.0-only"),
    ("gnu.org/licenses/old-licenses/gpl-2.0", "GPL-2.0-only"),
    ("gnu.org/licenses/gpl-3.0", "GPL-3.0-only"),
    ("gnu.org/licenses/lgpl-2.1", "LGPL-2.1-only"),
    ("gnu.org/licenses/old-licenses/lgpl-2.1", "LGPL-2.1-only"),
    ("gnu.org/licenses/lgpl-3.0", "LGPL-3.0-only"),
    ("glassfish.java.net/public/cddlv1.0", "CDDL-1.0"),
    ("mozilla.org/mpl/2.0", "MPL-2.0"),
    ("mozilla.org/en-us/mpl/2.0", "MPL-2.0"),
    ("mozilla.org/mpl/mpl-1.1", "MPL-1.1"),
    ("boost.org/license_1_0", "BSL-1.0"),
    ("unlicense.org", "Unlicense"),
    ("opensource.org/licenses/apache2.0", "Apache-2.0"),
];
/// Where pages have the identifier of their licence as their name.
const LISTS: [&str; 4] = [
    "opensource.org/licenses/",
    "opensource.org/license/",
    "spdx.org/licenses/",
    "choosealicense.com/licenses/",
];

/// The identifier of the licence at an address.
pub fn identifier(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let address = address.split(['?', '#']).next().unwrap_or(address);
    let address = address.strip_prefix("www.").unwrap_or(address).trim_end_matches('/');
    let page = [".txt", ".html", ".php", ".json"].iter().find_map(|end| address.strip_suffix(end));
    let page = page.unwrap_or(address);
    if let Some((_, identifier)) = PAGES.iter().find(|(known, _)| *known == page) {
        return Some(identifier);
    }
    let name = LISTS.iter().find_map(|list| page.strip_prefix(list))?;
    let name = name.strip_suffix("-license").unwrap_or(name);
    IDENTIFIERS.get(name).copied()
}
