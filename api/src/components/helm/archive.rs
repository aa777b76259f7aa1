//! The file of a chart: an archive whose `Chart.yaml` is what will be installed.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::chart::{CHART_BYTES_MAX, Chart, ChartError};
use crate::components::path_names::{folded, stays_inside};
use crate::components::tarball::{self, Limits, TarballError};

/// What Helm unpacks of a chart. It has no limit of entries.
const LIMITS: Limits = Limits { unpacked_bytes_max: 100 * 1_024 * 1_024, members_max: 10_000 };
/// The largest file that Helm unpacks, in bytes.
const FILE_BYTES_MAX: u64 = 5 * 1_024 * 1_024;

/// Why a file is not that of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It cannot be read.
    #[error(transparent)]
    Tarball(#[from] TarballError),
    /// A file in it is larger than Helm takes.
    #[error("The chart has a file of more than {} MiB, which Helm does not unpack", FILE_BYTES_MAX / 1_024 / 1_024)]
    FileTooLarge,
    /// It has something else than files and folders.
    #[error("The chart has links or devices in it; a chart has files and folders only")]
    NotPlain,
    /// A path leads elsewhere, or has another form than all systems take.
    #[error("The chart has a path with .. in it, a backslash, a colon or an empty part")]
    Path,
    /// It has several folders, or files beside its folder.
    #[error("The chart has something outside of its one folder; pack it with helm package")]
    SeveralFolders,
    /// Which of two files counts depends on the system.
    #[error("The chart has two files with one path, or with paths that differ only in case")]
    Twice,
    /// It has no `Chart.yaml`.
    #[error("The chart has no Chart.yaml in its folder")]
    NoChart,
    /// Its `Chart.yaml` is not valid.
    #[error(transparent)]
    Chart(#[from] ChartError),
}

/// Reads the `Chart.yaml` in the file of a chart. Blocks on the disk.
pub(super) fn read(file: &Path) -> Result<Chart, ArchiveError> {
    read_archive(File::open(file).map_err(|_| TarballError::Damaged)?)
}

fn read_archive(zipped: impl Read) -> Result<Chart, ArchiveError> {
    let (mut root, mut chart, mut files) = (None, None, HashSet::new());
    tarball::visit(LIMITS, zipped, |mut member| {
        if !member.is_plain() {
            return Err(ArchiveError::NotPlain);
        }
        if member.bytes() > FILE_BYTES_MAX {
            return Err(ArchiveError::FileTooLarge);
        }
        let is_file = member.is_file();
        let path = member.path.clone();
        let path = if is_file { path.as_str() } else { path.trim_end_matches('/') };
        if !stays_inside(path) {
            return Err(ArchiveError::Path);
        }
        let (folder, below) = path.split_once('/').unwrap_or((path, ""));
        let is_beside = is_file && below.is_empty();
        if is_beside || root.get_or_insert_with(|| folder.to_owned()) != folder {
            return Err(ArchiveError::SeveralFolders);
        }
        if is_file && !files.insert(folded(path)) {
            return Err(ArchiveError::Twice);
        }
        if is_file && below == "Chart.yaml" {
            let text = member.text(CHART_BYTES_MAX).ok_or(ChartError::NotYaml)?;
            chart = Some(Chart::read(&text)?);
        }
        Ok(())
    })?;
    chart.ok_or(ArchiveError::NoChart)
}

#[cfg(test)]
mod tests {
    use tar::EntryType;

    use super::*;
    use crate::components::tarball::tests::{archive, zipped};

    const CHART: &str = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";

    fn read(entries: &[(EntryType, &str, &str)]) -> Result<Chart, ArchiveError> {
        read_archive(&zipped(&[&archive(entries)])[..])
    }

    #[test]
    fn a_chart_is_one_folder_with_a_chart_yaml() {
        let file = |path, text| (EntryType::Regular, path, text);
        let own = file("shop/Chart.yaml", CHART);
        let sub = file("shop/charts/db/Chart.yaml", "name: db");
        let folder = (EntryType::Directory, "shop/", "");
        assert_eq!(read(&[folder, own, sub]).unwrap().name, "shop");
        for path in ["shop/./a", "shop//a", "shop/../a", "/shop/a", "../a"] {
            // A name of another header: that of the file itself is normalised by what packs it.
            let named = (EntryType::GNULongName, "././@LongLink", path);
            assert_eq!(read(&[own, named, file("shop/a", "")]), Err(ArchiveError::Path), "{path}");
        }
        let large = "x".repeat(5 * 1_024 * 1_024 + 1);
        let long = format!("{CHART}# {}", "x".repeat(CHART_BYTES_MAX));
        for (entries, error) in [
            (&[file("shop/values.yaml", "")][..], ArchiveError::NoChart),
            (&[sub], ArchiveError::NoChart),
            (&[file("Chart.yaml", CHART)], ArchiveError::SeveralFolders),
            (&[own, file("other/a", "")], ArchiveError::SeveralFolders),
            (&[own, own], ArchiveError::Twice),
            (&[own, file("shop/chart.yaml", CHART)], ArchiveError::Twice),
            (&[own, file("shop/a\\..\\b", "")], ArchiveError::Path),
            (&[own, (EntryType::Symlink, "shop/a", "")], ArchiveError::NotPlain),
            (&[own, (EntryType::Link, "shop/a", "")], ArchiveError::NotPlain),
            (&[own, file("shop/a", &large)], ArchiveError::FileTooLarge),
            (&[file("shop/Chart.yaml", &long)], ArchiveError::Chart(ChartError::NotYaml)),
            (&[file("shop/Chart.yaml", "[")], ArchiveError::Chart(ChartError::NotYaml)),
        ] {
            assert_eq!(read(entries), Err(error), "{error}");
        }
    }

    #[test]
    fn a_chart_that_unpacks_to_too_much_is_rejected() {
        let file = |path: String| (EntryType::Regular, path, "x".repeat(5 * 1_024 * 1_024));
        let files: Vec<_> = (0..20).map(|number| file(format!("shop/{number}"))).collect();
        let files: Vec<_> =
            files.iter().map(|(kind, path, text)| (*kind, path.as_str(), text.as_str())).collect();
        assert_eq!(read(&files), Err(ArchiveError::Tarball(TarballError::TooLarge(LIMITS))));
    }
}
