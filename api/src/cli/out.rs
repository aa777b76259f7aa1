//! Standard output, which may be closed at any time by a reader such as `head`.

use std::io;

/// Writes a line to standard output.
macro_rules! say {
    ($($words:tt)*) => {
        ::std::io::Write::write_fmt(
            &mut ::std::io::stdout().lock(),
            ::std::format_args!("{}\n", ::std::format_args!($($words)*)),
        )
    };
}
pub(super) use say;

/// Writes text that contains its own line ends.
pub(super) fn write(text: &str) -> io::Result<()> {
    io::Write::write_all(&mut io::stdout().lock(), text.as_bytes())
}

/// Whether a command failed only because its output is no longer read.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// A number with its noun, such as `1 record` or `2 records`.
pub(super) fn count(number: impl Into<u64>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
