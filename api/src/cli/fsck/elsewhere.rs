//! Checking contents of files that are in a store elsewhere: that they are there, with their sizes. The store itself
//! watches over their bytes.

use futures_util::stream::{StreamExt as _, iter};
use waybill_blobs::{Backend as _, BlobId, S3};
use waybill_outbound::Outbound;
use waybill_platform::repositories::ContentInUse;

use super::{Checked, FilesReport, Fsck};
use crate::cli::{BadInput, runtime};
use crate::components::{ContentsDirectory, ContentsNote, contents_bucket};
use crate::config::ConfigFile;
use crate::data::DataDirectory;

/// How many contents are asked for at once.
const AT_ONCE: usize = 16;

/// Checks the contents of a data directory whose note names a bucket, if the configuration does.
pub(super) fn check(
    command: &Fsck,
    (directory, note): (DataDirectory<'_>, &ContentsNote),
    checked: &Checked,
    report: &mut FilesReport,
) -> anyhow::Result<()> {
    let file = ConfigFile::read(command.config.as_deref()).map_err(BadInput::because)?;
    let Some(settings) = &file.contents.s3 else {
        report.unchecked = Some(format!(
            "the contents of files, which are in {}; name the configuration with --config",
            note.shown()
        ));
        return Ok(());
    };
    let outbound =
        Outbound::new(file.outbound.clone()).map_err(|error| BadInput(error.to_string()))?;
    let (instance, epoch) = directory.ids();
    let root = command.directory();
    let directory = ContentsDirectory { root, instance: &instance, epoch: &epoch };
    let bucket = contents_bucket(directory, settings, &outbound, true)?;
    runtime()?.block_on(async {
        if let Err(error) = bucket.check().await {
            report.problems.push(error.to_string());
            return;
        }
        let mut found = iter(checked.contents.contents())
            .map(|content| problem(&bucket, content))
            .buffer_unordered(AT_ONCE);
        while let Some(problem) = found.next().await {
            report.files += 1;
            report.problems.extend(problem);
        }
        drop(found);
        // The answers arrive in any order.
        report.problems.sort();
    });
    Ok(())
}

/// What is wrong with a content.
async fn problem(
    bucket: &S3,
    ContentInUse { stored, path, stream }: ContentInUse,
) -> Option<String> {
    let blob: BlobId = stored.sha256.parse().ok()?;
    let why = match bucket.bytes_of(blob).await {
        Ok(Some(bytes)) if stored.bytes.is_none_or(|wanted| wanted == bytes) => return None,
        Ok(Some(bytes)) => format!("it has {bytes} bytes, which is not its size"),
        Ok(None) => "it is missing".to_owned(),
        Err(error) => error.to_string(),
    };
    Some(format!("the content {blob} of {path} in {stream}: {why}"))
}
