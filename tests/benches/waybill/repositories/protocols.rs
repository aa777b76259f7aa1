//! A large file in each protocol: how it is sent, and where it is afterwards.

use std::io::{self, Write};

use serde_json::json;

use super::packages::{Archive, Filler, NpmBody, summed};

/// The largest file that Helm unpacks is a little larger.
const FILE_OF_CHART_BYTES: u64 = 5_000_000;
const BOUNDARY: &str = "bench-boundary";

/// A file that is sent and received.
pub(crate) struct Transfer {
    pub(crate) method: &'static str,
    pub(crate) push: String,
    pub(crate) headers: String,
    /// The size of the body.
    pub(crate) bytes: u64,
    /// Writes the body.
    pub(crate) write: Box<Writing>,
    pub(crate) pull: String,
}

type Writing = dyn Fn(&mut dyn Write) -> io::Result<()> + Send + Sync;

/// Makes the transfer with a number, of a file of about so many bytes.
pub(crate) type Protocol = fn(u64, u64) -> Transfer;

/// All protocols by name.
pub(crate) const ALL: [(&str, Protocol); 8] = [
    ("generic", generic),
    ("docker", docker),
    ("npm", npm),
    ("pypi", pypi),
    ("cargo", cargo),
    ("maven", maven),
    ("helm", helm),
    ("go", go),
];

impl Transfer {
    /// A body that is sent by PUT to the address at which it is received.
    fn put(
        path: String,
        bytes: u64,
        write: impl Fn(&mut dyn Write) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let (headers, write) = (String::new(), Box::new(write));
        Self { method: "PUT", push: path.clone(), headers, bytes, write, pull: path }
    }

    fn tgz(path: String, archive: Archive) -> Self {
        let bytes = summed(|sink| archive.write_tgz(sink)).bytes;
        Self::put(path, bytes, move |sink| archive.write_tgz(sink))
    }

    /// The same with another beginning of its path to send.
    pub(crate) fn below(mut self, npm: &str) -> Self {
        self.push = self.push.replace("/artifactory/api/npm/npm/", npm);
        self
    }
}

fn archive(path: String, text: String, folder: &str, large: Vec<Filler>) -> Archive {
    Archive { described: (path, text), folder: folder.to_owned(), large }
}

fn content(path: String, number: u64, bytes: u64) -> Transfer {
    let filler = Filler { number, bytes };
    Transfer::put(path, bytes, move |mut sink| filler.write_to(&mut sink))
}

fn generic(number: u64, bytes: u64) -> Transfer {
    content(format!("/artifactory/generic/large/{number}"), number, bytes)
}

fn docker(number: u64, bytes: u64) -> Transfer {
    let digest = Filler { number, bytes }.sha256();
    let push = format!("/v2/docker/acme/shop/blobs/uploads/?digest=sha256:{digest}");
    let pull = format!("/v2/docker/acme/shop/blobs/sha256:{digest}");
    Transfer { method: "POST", push, ..content(pull, number, bytes) }
}

pub(crate) fn npm(number: u64, bytes: u64) -> Transfer {
    let name = format!("large-{number}");
    let manifest = json!({"name": name, "version": "1.0.0"}).to_string();
    let large = vec![Filler { number, bytes }];
    let archive = archive("package/package.json".to_owned(), manifest, "package", large);
    let body = NpmBody::new(&name, archive);
    let push = format!("/artifactory/api/npm/npm/{name}");
    let pull = format!("{push}/-/{name}-1.0.0.tgz");
    let put = Transfer::put(pull, body.bytes, move |sink| body.write_to(sink));
    Transfer { push, headers: "content-type: application/json\r\n".to_owned(), ..put }
}

fn pypi(number: u64, bytes: u64) -> Transfer {
    let (name, stem) = (format!("large-{number}"), format!("large_{number}-1.0.0"));
    let metadata = format!("Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n");
    let large = vec![Filler { number, bytes }];
    let archive = archive(format!("{stem}/PKG-INFO"), metadata, &stem, large);
    let text = |name: &str, value: &str| {
        format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        )
    };
    let file = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"content\"; filename=\"{stem}.tar.gz\"\r\n\r\n"
    );
    let before = [
        text(":action", "file_upload"),
        text("name", &name),
        text("version", "1.0.0"),
        text("filetype", "sdist"),
        file,
    ]
    .concat();
    let behind = format!("\r\n--{BOUNDARY}--\r\n");
    let bytes = summed(|sink| archive.write_tgz(sink)).bytes;
    let bytes = bytes + (before.len() + behind.len()) as u64;
    let pull = format!("/artifactory/api/pypi/pypi/-/{name}/1.0.0/{stem}.tar.gz");
    let put = Transfer::put(pull, bytes, move |sink| {
        sink.write_all(before.as_bytes())?;
        archive.write_tgz(sink)?;
        sink.write_all(behind.as_bytes())
    });
    let headers = format!("content-type: multipart/form-data; boundary=\"{BOUNDARY}\"\r\n");
    Transfer { method: "POST", push: "/artifactory/api/pypi/pypi".to_owned(), headers, ..put }
}

fn cargo(number: u64, bytes: u64) -> Transfer {
    let name = format!("large-{number}");
    let stem = format!("{name}-1.0.0");
    let manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2021\"\n");
    let large = vec![Filler { number, bytes }];
    let archive = archive(format!("{stem}/Cargo.toml"), manifest, &stem, large);
    let file_bytes = summed(|sink| archive.write_tgz(sink)).bytes;
    let metadata = json!({"name": name, "vers": "1.0.0", "deps": [], "features": {}}).to_string();
    let length = |bytes: u64| u32::try_from(bytes).expect("a length").to_le_bytes();
    let before =
        [&length(metadata.len() as u64)[..], metadata.as_bytes(), &length(file_bytes)].concat();
    let pull = format!("/artifactory/api/cargo/cargo/api/v1/crates/{name}/1.0.0/download");
    let put = Transfer::put(pull, before.len() as u64 + file_bytes, move |sink| {
        sink.write_all(&before)?;
        archive.write_tgz(sink)
    });
    Transfer { push: "/artifactory/api/cargo/cargo/api/v1/crates/new".to_owned(), ..put }
}

fn maven(number: u64, bytes: u64) -> Transfer {
    let path = format!("/artifactory/maven/org/acme/large{number}/1.0.0/large{number}-1.0.0.jar");
    content(path, number, bytes)
}

fn helm(number: u64, bytes: u64) -> Transfer {
    let name = format!("large-{number}");
    let chart = format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    // Helm unpacks no more than 100 MiB, and no larger file.
    let files = bytes / FILE_OF_CHART_BYTES;
    let files = (0..files).map(|_| Filler { number, bytes: FILE_OF_CHART_BYTES }).collect();
    let archive = archive(format!("{name}/Chart.yaml"), chart, &name, files);
    Transfer::tgz(format!("/artifactory/api/helm/helm/{name}-1.0.0.tgz"), archive)
}

fn go(number: u64, bytes: u64) -> Transfer {
    let module = format!("acme.example/large{number}");
    let folder = format!("{module}@v1.0.0");
    let text = format!("module {module}\n\ngo 1.20\n");
    let large = vec![Filler { number, bytes }];
    let archive = archive(format!("{folder}/go.mod"), text, &folder, large);
    let bytes = summed(|sink| archive.write_zip(sink)).bytes;
    let path = format!("/artifactory/api/go/go/{module}/@v/v1.0.0.zip");
    Transfer::put(path, bytes, move |sink| archive.write_zip(sink))
}
