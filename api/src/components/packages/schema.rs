//! What can be asked for in GraphQL.

use async_graphql::{
    Context, EmptyMutation, EmptySubscription, ErrorExtensions as _, Object, Schema,
};
use waybill_machines::rules::search::types_named;
use waybill_platform::repositories::{
    CATALOGUE_PAGE_MAX, PackageOrder, PackageQuery, RepositoryError, VersionQuery,
};

use super::filters::{descending, package_filter, package_id, time};
use super::nodes::{Known, facets_node, package_node, page_info, version_nodes};
use super::scanning::Scan;
use super::{Asker, usage};
use crate::error::ApiError;
use crate::wire::package_stats::DataTransfer;
use crate::wire::package_versions::{VersionConnection, VersionEdge, VersionFilter};
use crate::wire::packages::{
    PackageConnection, PackageEdge, PackageFacets, PackageFilter, PackageNode, PackageSort,
    SortType,
};

/// How deep a query may be nested: a page of versions with their files takes five.
const DEPTH_MAX: usize = 8;
/// How many fields a query may ask for together, those of fragments counted as often as they are used.
const FIELDS_MAX: usize = 400;

pub(super) type PackagesSchema = Schema<Query, EmptyMutation, EmptySubscription>;

/// The schema, with its bounds.
pub(super) fn schema() -> PackagesSchema {
    Schema::build(Query, EmptyMutation, EmptySubscription)
        .limit_depth(DEPTH_MAX)
        .limit_complexity(FIELDS_MAX)
        .limit_recursive_depth(2 * DEPTH_MAX)
        .limit_directives(4)
        .finish()
}

pub(super) struct Query;

type Answer<T> = Result<T, async_graphql::Error>;

/// Packages in repositories.
#[Object]
impl Query {
    /// A page of packages.
    async fn packages(
        &self,
        context: &Context<'_>,
        filter: Option<PackageFilter>,
        #[graphql(name = "sort_by")] sort_by: Option<PackageSort>,
        #[graphql(name = "sort_type")] sort_type: Option<SortType>,
        limit: Option<usize>,
        #[graphql(name = "endCursor")] end_cursor: Option<String>,
    ) -> Answer<PackageConnection> {
        let asker = context.data::<Asker>()?;
        let filter = filter.unwrap_or_default();
        let scope = asker.scope(filter.repos.as_deref().unwrap_or_default()).await;
        let known = Known::by(asker).await.map_err(explained)?;
        let query = PackageQuery {
            filter: package_filter(filter, &known.scan)?,
            order: match sort_by {
                None | Some(PackageSort::Name) => PackageOrder::Name,
                Some(PackageSort::Modified) => PackageOrder::Modified,
            },
            descending: sort_type.is_some_and(SortType::is_descending),
            limit: page_size(limit, asker.pages().await.map_err(explained)?.first_level)?,
            cursor: end_cursor,
        };
        let catalogue = &asker.state.engine.ports().catalogue;
        let page = catalogue.packages(query, scope.map_err(explained)?).await;
        let page = page.map_err(of_repository)?;
        let edges =
            page.rows.into_iter().map(|row| PackageEdge { node: package_node(row, &known) });
        Ok(PackageConnection {
            edges: edges.collect(),
            page_info: page_info(page.end_cursor),
            is_partial: !page.is_complete,
        })
    }

    /// A package; null if there is none, or if none of its versions may be read.
    async fn package(
        &self,
        context: &Context<'_>,
        id: String,
        repos: Option<Vec<String>>,
    ) -> Answer<Option<PackageNode>> {
        let asker = context.data::<Asker>()?;
        let scope = asker.scope(&repos.unwrap_or_default()).await.map_err(explained)?;
        let row = asker.state.engine.ports().catalogue.package_row(package_id(&id)?, scope).await;
        let known = Known::by(asker).await.map_err(explained)?;
        Ok(row.map_err(of_repository)?.map(|row| package_node(row, &known)))
    }

    /// A page of the versions of a package, in the order of its own clients.
    async fn versions(
        &self,
        context: &Context<'_>,
        filter: VersionFilter,
        #[graphql(desc = "The direction; the newest version comes first without it.")] sort: Option<
            SortType,
        >,
        limit: Option<usize>,
        #[graphql(name = "endCursor")] end_cursor: Option<String>,
    ) -> Answer<VersionConnection> {
        let asker = context.data::<Asker>()?;
        let id = package_id(&filter.package_id)?;
        let repositories = filter.repos.unwrap_or_default();
        let types = filter.package_type.as_deref().and_then(types_named);
        let scope = if types.is_none_or(|types| types.contains(&id.package_type)) {
            asker.scope(&repositories).await.map_err(explained)?
        } else {
            Vec::new()
        };
        let known = Known::by(asker).await.map_err(explained)?;
        let severities = filter.severities.unwrap_or_default();
        let cve = filter.cve.unwrap_or_default();
        let name = filter.name.unwrap_or_default();
        let pages = asker.pages().await.map_err(explained)?;
        let usual = if names_one(&name) { pages.single } else { pages.second_level };
        let query = VersionQuery {
            affected: known.scan.database().affected(&id, &severities, &cve),
            package: id.clone(),
            repositories,
            name,
            tags: filter.tags.unwrap_or_default(),
            licences: filter.licenses.unwrap_or_default(),
            after: time("after", filter.after)?,
            before: time("before", filter.before)?,
            ignores_pre_releases: filter.ignore_pre_release.unwrap_or_default(),
            descending: descending(sort),
            limit: page_size(limit, usual)?,
            cursor: end_cursor,
        };
        let catalogue = &asker.state.engine.ports().catalogue;
        let page = catalogue.versions(query, scope.clone()).await.map_err(of_repository)?;
        let package = catalogue.package_row(id, scope).await.map_err(of_repository)?;
        let with_files = filter.include_files.unwrap_or(true);
        let nodes = match package {
            Some(package) => version_nodes(asker, &known, &package, page.rows, with_files).await,
            None => Ok(Vec::new()),
        };
        let edges = nodes.map_err(explained)?.into_iter().map(|node| VersionEdge { node });
        Ok(VersionConnection { edges: edges.collect(), page_info: page_info(page.end_cursor) })
    }

    /// How many packages a filter leaves, by type, repository and licence.
    async fn package_facets(
        &self,
        context: &Context<'_>,
        filter: Option<PackageFilter>,
    ) -> Answer<PackageFacets> {
        let asker = context.data::<Asker>()?;
        let filter = filter.unwrap_or_default();
        let scope = asker.scope(filter.repos.as_deref().unwrap_or_default()).await;
        let catalogue = &asker.state.engine.ports().catalogue;
        let scan = Scan::of_installation(&asker.state).await.map_err(explained)?;
        let facets =
            catalogue.facets(package_filter(filter, &scan)?, scope.map_err(explained)?).await;
        Ok(facets_node(facets.map_err(of_repository)?, &scan))
    }

    /// The packages that the caller follows, as far as there are versions that may be read, by their ids.
    async fn followed_packages(&self, context: &Context<'_>) -> Answer<Vec<PackageNode>> {
        let asker = context.data::<Asker>()?;
        let known = Known::by(asker).await.map_err(explained)?;
        let scope = asker.scope(&[]).await.map_err(explained)?;
        let catalogue = &asker.state.engine.ports().catalogue;
        let mut nodes = Vec::new();
        for id in &known.followed {
            let row = catalogue.package_row(package_id(id)?, scope.clone()).await;
            nodes.extend(row.map_err(of_repository)?.map(|row| package_node(row, &known)));
        }
        Ok(nodes)
    }

    /// How much was downloaded in this month from all repositories.
    async fn data_transfer(&self, context: &Context<'_>) -> Answer<DataTransfer> {
        let asker = context.data::<Asker>()?;
        usage::data_transfer(&asker.state, &asker.rights).await.map_err(explained)
    }
}

/// The number of rows of a page: what is asked for, or the usual one.
fn page_size(limit: Option<usize>, usual: usize) -> Answer<usize> {
    match limit {
        None => Ok(usual),
        Some(limit @ 1..=CATALOGUE_PAGE_MAX) => Ok(limit),
        Some(_) => Err(async_graphql::Error::new(format!(
            "`limit` must be a number from 1 to {CATALOGUE_PAGE_MAX}."
        ))),
    }
}

/// Whether a pattern is the name of one version.
fn names_one(pattern: &str) -> bool {
    !pattern.trim().is_empty() && !pattern.contains(['*', '?'])
}

fn explained(error: ApiError) -> async_graphql::Error {
    let (code, message) = error.in_words();
    async_graphql::Error::new(message).extend_with(|_, values| values.set("code", code))
}

#[allow(clippy::needless_pass_by_value, reason = "it is the form of `map_err`")]
fn of_repository(error: RepositoryError) -> async_graphql::Error {
    explained(ApiError::of_repository(&error))
}
