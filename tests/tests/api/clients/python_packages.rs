//! Wheels and source distributions, made without any tool of Python.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, Header};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The metadata of a version, with more headers.
pub(crate) fn metadata(name: &str, version: &str, more: &str) -> String {
    format!(
        "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: A shop\nKeywords: cart\nLicense: MIT\n{more}\n# The shop\n"
    )
}

/// A wheel of a module that knows its version: the name of the file and its bytes.
pub(crate) fn wheel(name: &str, version: &str, more: &str) -> (String, Vec<u8>) {
    wheel_with(name, version, &[("METADATA", &metadata(name, version, more))])
}

/// A wheel with these files of its metadata.
pub(crate) fn wheel_with(
    name: &str,
    version: &str,
    dist_info: &[(&str, &str)],
) -> (String, Vec<u8>) {
    wheel_of(name, version, format!("VERSION = '{version}'\n").as_bytes(), dist_info)
}

/// A wheel of a module with this content, which is not compressed, and with these files of its metadata.
pub(crate) fn wheel_of(
    name: &str,
    version: &str,
    content: &[u8],
    dist_info: &[(&str, &str)],
) -> (String, Vec<u8>) {
    let stem = format!("{}-{version}", name.replace('-', "_"));
    let module = name.replace(['-', '.'], "_").to_lowercase();
    let in_folder = |file: &str| format!("{stem}.dist-info/{file}");
    let about = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    let module = (format!("{module}.py"), content);
    let about = (in_folder("WHEEL"), about.as_bytes());
    let metadata = dist_info.iter().map(|(file, text)| (in_folder(file), text.as_bytes()));
    let mut files: Vec<(String, &[u8])> = [module, about].into_iter().chain(metadata).collect();
    let mut record: Vec<String> = files.iter().map(|(file, _)| format!("{file},,\n")).collect();
    record.push(format!("{},,\n", in_folder("RECORD")));
    let record = record.concat();
    files.push((in_folder("RECORD"), record.as_bytes()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        archive.start_file(path, options).expect("an entry");
        archive.write_all(content).expect("an entry");
    }
    let bytes = archive.finish().expect("an archive").into_inner();
    (format!("{stem}-py3-none-any.whl"), bytes)
}

/// A source distribution: the name of the file and its bytes.
pub(crate) fn sdist(name: &str, version: &str) -> (String, Vec<u8>) {
    let stem = format!("{}-{version}", name.replace('-', "_"));
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (path, text) in [
        (format!("{stem}/PKG-INFO"), metadata(name, version, "")),
        (format!("{stem}/setup.py"), "from setuptools import setup\nsetup()\n".to_owned()),
    ] {
        let mut header = Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, path, text.as_bytes()).expect("an entry");
    }
    let bytes = archive.into_inner().expect("an archive").finish().expect("an archive");
    (format!("{stem}.tar.gz"), bytes)
}
