//! The states and events of the package browser.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::package_browser::{DetailsTab, Level, default_tab, details_tabs};
use crate::rules::search::{PackageSort, SearchFilter, SearchModel, SortOrder};
use crate::secret::Digest;

/// The number of packages while it is unknown.
pub const COUNT_UNKNOWN: i64 = -1;

/// How far a list has been read. Its rows are in no record: the page fetches them over HTTP with the same query.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "PackageRows"))]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// How many rows have been read.
    pub count: u32,
    /// The cursor after the last row; none where no row follows.
    pub end_cursor: Option<String>,
    /// The digest of the rows that were read last; none before that, and where they could not be read.
    pub digest: Option<Digest>,
}

/// What lists of versions are filtered by.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct VersionQuery {
    /// What is searched for.
    pub model: SearchModel,
    /// Whether versions before a release are left out.
    pub ignore_pre_release: bool,
}

/// The number of the last request of each kind, by which its answer is recognised; 0 before the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "PackageRequests"))]
#[serde(deny_unknown_fields)]
pub struct Requests {
    /// Packages.
    pub list: u32,
    /// The number of packages.
    pub count: u32,
    /// One package.
    pub package: u32,
    /// Versions.
    pub versions: u32,
    /// One version.
    pub version: u32,
}

impl Requests {
    /// The number of the next request.
    pub fn next(self) -> u32 {
        let Self { list, count, package, versions, version } = self;
        let last = list.max(count).max(package).max(versions).max(version);
        last.wrapping_add(1)
    }
}

/// The data of the package browser in every state (PKG-07).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PackageBrowser {
    /// How many packages there are; -1 while it is unknown.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub packages_count: i64,
    /// Whether the packages have been fetched, or could not be.
    pub packages_fetched: bool,
    /// Whether packages follow those that were fetched.
    pub more_than_limit_results: bool,
    /// Whether packages are searched: some value of the query is not empty.
    pub is_packages_searched: bool,
    /// What packages are searched for.
    pub query: SearchModel,
    /// The same as services receive it.
    pub filter: SearchFilter,
    /// The sort of packages.
    pub sort: PackageSort,
    /// How far packages have been read.
    pub packages: Rows,
    /// The package whose details are shown; null if there is none, or if it could not be fetched.
    pub package: Option<FoundPackage>,
    /// What versions are searched for.
    pub version_query: VersionQuery,
    /// The same as services receive it.
    pub version_filter: SearchFilter,
    /// The sort of versions.
    pub version_sort: PackageSort,
    /// How far versions have been read.
    pub versions: Rows,
    /// Whether versions follow those that were fetched.
    pub more_versions: bool,
    /// Whether the versions are still being fetched.
    pub versions_fetching: bool,
    /// The version whose details are shown; null if there is none, or if it could not be fetched.
    pub version: Option<FoundVersion>,
    /// Whether the version is still being fetched.
    pub version_fetching: bool,
    /// The tabs of the details.
    pub tabs: Vec<DetailsTab>,
    /// The selected one.
    pub tab: DetailsTab,
    /// The numbers of the last requests.
    pub requests: Requests,
}

impl Default for PackageBrowser {
    fn default() -> Self {
        Self {
            packages_count: COUNT_UNKNOWN,
            packages_fetched: false,
            more_than_limit_results: false,
            is_packages_searched: false,
            query: SearchModel::default(),
            filter: SearchFilter::default(),
            sort: PackageSort::PACKAGES,
            packages: Rows::default(),
            package: None,
            version_query: VersionQuery::default(),
            version_filter: SearchFilter::default(),
            version_sort: PackageSort::VERSIONS,
            versions: Rows::default(),
            more_versions: false,
            versions_fetching: true,
            version: None,
            version_fetching: true,
            tabs: details_tabs("", false),
            tab: default_tab(""),
            requests: Requests::default(),
        }
    }
}

/// A package, as far as the machine decides on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FoundPackage {
    /// The id.
    pub id: String,
    /// The package type.
    pub package_type: String,
    /// The digest of all that was found.
    pub digest: Digest,
}

/// A version, as far as the machine decides on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FoundVersion {
    /// The version.
    pub name: String,
    /// The name of the lead file; empty if it has none.
    pub lead_file: String,
    /// Whether a build is linked with it.
    pub has_builds: bool,
    /// The digest of all that was found.
    pub digest: Digest,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowsPage {
    /// How many rows it has.
    pub rows: u32,
    /// Whether rows follow.
    pub has_next_page: bool,
    /// The cursor after its last row.
    pub end_cursor: Option<String>,
    /// How many rows there are in all pages, where that is known.
    pub total: Option<u32>,
    /// The digest of its rows.
    pub digest: Digest,
}

/// The answer to a request of the package browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PackagesAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fetched<T> {
    /// It has come.
    Loaded {
        /// The number of the request.
        request: u32,
        /// What has come.
        value: T,
    },
    /// It could not be fetched.
    Failed {
        /// The number of the request.
        request: u32,
        /// The reason, as a sentence.
        message: String,
    },
    /// The server stopped before the result was known.
    Interrupted {
        /// The number of the request.
        request: u32,
    },
}

impl<T> Fetched<T> {
    /// The number of the request.
    pub const fn request(&self) -> u32 {
        match self {
            Self::Loaded { request, .. }
            | Self::Failed { request, .. }
            | Self::Interrupted { request } => *request,
        }
    }

    /// What has come; none after a failure.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Loaded { value, .. } => Some(value),
            Self::Failed { .. } | Self::Interrupted { .. } => None,
        }
    }
}

/// The state of the package browser in a tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PackagesState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The package browser is closed.
    Closed {
        /// The default data.
        browser: Box<PackageBrowser>,
    },
    /// The list of packages is shown.
    List {
        /// The data of the browser.
        browser: Box<PackageBrowser>,
        /// Whether the user is an administrator, for whom no count is requested.
        admin: bool,
    },
    /// A package with its versions is shown.
    Package {
        /// The data of the browser.
        browser: Box<PackageBrowser>,
        /// The id of the package.
        package: String,
    },
    /// A version is shown.
    Version {
        /// The data of the browser.
        browser: Box<PackageBrowser>,
        /// The id of the package.
        package: String,
        /// The version.
        version: String,
    },
}
named!(State { Closed = "closed", List = "list", Package = "package", Version = "version" });

/// The events of the package browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PackagesEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user opens a page of the package browser, or the same one with another query.
    Open {
        /// What it shows, by the parameters of the place.
        level: Level,
        /// What packages are searched for, by the query of the place.
        query: Box<SearchModel>,
        /// Whether the user is an administrator.
        admin: bool,
    },
    /// The user sorts packages.
    Sort {
        /// The sort.
        sort: PackageSort,
    },
    /// The user reads on in the list of packages.
    More {},
    /// The user searches among the versions.
    FilterVersions {
        /// What is searched for.
        query: Box<VersionQuery>,
    },
    /// The user sorts versions.
    SortVersions {
        /// The direction of the order of versions.
        sort_type: SortOrder,
    },
    /// The user reads on in the list of versions.
    MoreVersions {},
    /// The user selects a tab of the details.
    SelectTab {
        /// The tab.
        tab: DetailsTab,
    },
    /// The user fetches what is shown again.
    Refresh {},
    /// The user has signed out.
    Reset {},
    /// The answer to fetching packages.
    #[serde(rename = "packages.list")]
    Listed(Fetched<RowsPage>),
    /// The answer to counting packages.
    #[serde(rename = "packages.count")]
    Counted(Fetched<u32>),
    /// The answer to fetching a package.
    #[serde(rename = "packages.package")]
    Package(Fetched<Option<FoundPackage>>),
    /// The answer to fetching versions.
    #[serde(rename = "packages.versions")]
    Versions(Fetched<RowsPage>),
    /// The answer to fetching a version.
    #[serde(rename = "packages.version")]
    Version(Fetched<Option<FoundVersion>>),
}
named!(Event {
    Open = "open",
    Sort = "sort",
    More = "more",
    FilterVersions = "filter_versions",
    SortVersions = "sort_versions",
    MoreVersions = "more_versions",
    SelectTab = "select_tab",
    Refresh = "refresh",
    Reset = "reset",
    Listed = "packages.list",
    Counted = "packages.count",
    Package = "packages.package",
    Versions = "packages.versions",
    Version = "packages.version",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// See [`Event::Open`].
    Open {
        /// Path and query of the page under `/ui`.
        path: String,
    },
    /// See [`Event::Sort`].
    Sort {
        /// The sort.
        sort: PackageSort,
    },
    /// See [`Event::More`].
    More {},
    /// See [`Event::FilterVersions`].
    FilterVersions {
        /// What is searched for.
        query: Box<VersionQuery>,
    },
    /// See [`Event::SortVersions`].
    SortVersions {
        /// The direction of the order of versions.
        sort_type: SortOrder,
    },
    /// See [`Event::MoreVersions`].
    MoreVersions {},
    /// See [`Event::SelectTab`].
    SelectTab {
        /// The tab.
        tab: DetailsTab,
    },
    /// See [`Event::Refresh`].
    Refresh {},
}
named!(Proposal {
    Open = "open",
    Sort = "sort",
    More = "more",
    FilterVersions = "filter_versions",
    SortVersions = "sort_versions",
    MoreVersions = "more_versions",
    SelectTab = "select_tab",
    Refresh = "refresh",
});
