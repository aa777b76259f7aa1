use super::*;
use crate::facts::{Service, User};
use crate::rules::search::SEARCH_QUERY;
use crate::rules::versions::Version;

fn facts(services: &[(&str, Version)], licence: Licence) -> Facts {
    let service =
        |(name, version): &(&str, Version)| Service { name: (*name).into(), version: *version };
    Facts {
        user: User::local(PersonId("p_ann".into()), false),
        licence,
        services: services.iter().map(service).collect(),
        ..Facts::unknown()
    }
}

const NEW: Version = Version(8, 0, 0);

fn all_services(licence: Licence) -> Facts {
    let names = ["artifactory", "distribution", "xray", "pipelines"];
    let mut facts = facts(&names.map(|name| (name, NEW)), licence);
    facts.installation.archive_indexing = true;
    facts
}

#[test]
fn every_type_has_one_row() {
    for row in SEARCH_TYPES {
        assert_eq!(row_of(row.search_type).route, row.route);
        // The results of a search are found by the same type.
        assert_eq!(row.route.route().search, row.search_type);
        assert!(row.route.route().query.contains(&SEARCH_QUERY), "{:?}", row.search_type);
    }
}

/// covers: [SEARCH-01]
#[test]
fn each_type_leads_to_its_path() {
    let mut facts = all_services(Licence::EnterprisePlus);
    let path = |search_type, facts: &Facts| {
        target(search_type, &SearchModel::named("a"), None, &Asker::of(facts)).path()
    };
    for (search_type, expected) in [
        (SearchType::Packages, "/packages"),
        (SearchType::Artifacts, "/artifactSearchResults"),
        (SearchType::Builds, "/builds"),
        (SearchType::ReleaseBundles, "/release-bundles/source"),
        (SearchType::Scanning, "/scanningSearchResults"),
        (SearchType::Archive, "/artifactoryRetention/search"),
        (SearchType::Pipelines, "/pipelinesSearchResults"),
    ] {
        let query = if search_type == SearchType::Packages { "name=a" } else { "query=name%3Aa" };
        assert_eq!(path(search_type, &facts), format!("{expected}?{query}"));
    }
    facts.licence = Licence::Edge;
    assert_eq!(path(SearchType::ReleaseBundles, &facts), "/release-bundles/target?query=name%3Aa");
    facts.services[0].version = Version(7, 47, 0);
    assert_eq!(path(SearchType::ReleaseBundles, &facts), "/bundles/target?query=name%3Aa");
    facts.licence = Licence::EnterprisePlus;
    assert_eq!(path(SearchType::ReleaseBundles, &facts), "/bundles/source?query=name%3Aa");
    let place =
        target(SearchType::Packages, &SearchModel::default(), Some("alpha"), &Asker::of(&facts));
    assert_eq!(place.path(), "/packages?projectKey=alpha");
}

/// covers: [SEARCH-01, SEARCH-02]
#[test]
fn a_type_needs_its_service() {
    let with = all_services(Licence::EnterprisePlus);
    assert_eq!(shown(&with), SEARCH_TYPES.map(|row| row.search_type));
    let without = Facts { services: Vec::new(), ..with };
    for (search_type, reason) in [
        (SearchType::Packages, None),
        (SearchType::Artifacts, Some(Unavailable::ServiceMissing)),
        (SearchType::Builds, None),
        (SearchType::ReleaseBundles, Some(Unavailable::ServiceMissing)),
        (SearchType::Scanning, Some(Unavailable::ServiceMissing)),
        (SearchType::Archive, None),
        (SearchType::Pipelines, Some(Unavailable::ServiceMissing)),
    ] {
        assert_eq!(unavailable(search_type, &without), reason, "{search_type:?}");
    }
}

/// covers: [SEARCH-01, SEARCH-02]
#[test]
fn a_type_needs_a_licence_that_permits_it() {
    use Licence as L;
    for licence in Licence::ALL {
        let facts = all_services(licence);
        let is_shown = |search_type| unavailable(search_type, &facts).is_none();
        let bundles = [L::Edge, L::EdgeTrial, L::EnterprisePlusTrial, L::EnterprisePlus];
        let no_scanning = [L::None, L::Oss, L::Conan, L::Jcr];
        assert_eq!(is_shown(SearchType::ReleaseBundles), bundles.contains(&licence), "{licence:?}");
        assert_eq!(is_shown(SearchType::Scanning), !no_scanning.contains(&licence), "{licence:?}");
        assert!(is_shown(SearchType::Packages) && is_shown(SearchType::Builds), "{licence:?}");
    }
    let low = unavailable(SearchType::Scanning, &all_services(Licence::Oss));
    assert_eq!(low, Some(Unavailable::LicenceTooLow));
}

/// covers: [SEARCH-01, SEARCH-02]
#[test]
fn a_type_needs_the_installation_to_have_it() {
    let mut facts = all_services(Licence::EnterprisePlus);
    facts.installation.lightweight = true;
    facts.installation.archive_indexing = false;
    assert_eq!(unavailable(SearchType::Builds, &facts), Some(Unavailable::Lightweight));
    assert_eq!(unavailable(SearchType::Archive, &facts), Some(Unavailable::ArchiveNotIndexed));
}

/// covers: [SEARCH-01]
#[test]
fn visitors_have_the_types_that_they_may_enter_and_scanning_by_a_setting() {
    let mut facts = all_services(Licence::EnterprisePlus);
    facts.user = User::anonymous();
    assert_eq!(shown(&facts), []);
    facts.anonymous_allowed = true;
    let some = [SearchType::Packages, SearchType::Artifacts, SearchType::Builds];
    assert_eq!(shown(&facts), some);
    assert_eq!(unavailable(SearchType::Scanning, &facts), Some(Unavailable::NotForVisitors));
    facts.installation.scanning_search_for_visitors = true;
    assert_eq!(unavailable(SearchType::Scanning, &facts), None);
}

/// covers: [SEARCH-02]
#[test]
fn types_without_project_context_are_disabled_in_a_project() {
    let all = SEARCH_TYPES.map(|row| row.search_type);
    let disabled = |project| -> Vec<SearchType> {
        let offers = offers(&all, project).into_iter();
        offers.filter(|offer| offer.disabled.is_some()).map(|offer| offer.search_type).collect()
    };
    assert_eq!(disabled(None), []);
    assert_eq!(disabled(Some("alpha")), [SearchType::Scanning, SearchType::Archive]);
}

/// covers: [SEARCH-06]
#[test]
fn without_an_index_the_archive_becomes_a_quick_search() {
    let of =
        |artifacts| SearchModel { artifacts_search_type: artifacts, ..SearchModel::named("a") };
    let (archive, quick) = (ArtifactsSearchType::Archive, ArtifactsSearchType::Quick);
    let (artifacts, packages) = (SearchType::Artifacts, SearchType::Packages);
    assert_eq!(without_archive(SearchType::Archive, of(None)), (artifacts, of(Some(quick))));
    assert_eq!(without_archive(artifacts, of(Some(archive))), (artifacts, of(Some(quick))));
    assert_eq!(without_archive(packages, of(None)), (packages, of(None)));
}

/// covers: [DET-10]
#[test]
fn scanning_permissions_are_initialised_only_with_the_service() {
    let mut facts = all_services(Licence::Commercial);
    let permissions = |view, manage| Some(ScanningPermissions { view, manage });
    assert_eq!(initial_permissions(&facts), permissions(true, false));
    facts.user.admin = true;
    assert_eq!(initial_permissions(&facts), permissions(true, true));
    facts.licence = Licence::Oss;
    assert_eq!(initial_permissions(&facts), permissions(false, false));
    facts.services.clear();
    assert_eq!(initial_permissions(&facts), None);
}
