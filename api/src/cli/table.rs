//! Tables for the terminal, with columns as wide as their content.

use std::io::{self, Write};

/// Prints rows below a header to standard output.
pub(super) fn print<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> io::Result<()> {
    write(&mut io::stdout(), head, rows)
}

/// Writes rows below a header. Columns that contain only numbers are right-aligned.
pub(super) fn write<const N: usize>(
    out: &mut dyn Write,
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> io::Result<()> {
    let rows: Vec<[String; N]> = rows.collect();
    let columns: [(usize, bool); N] = std::array::from_fn(|at| {
        let widths = rows.iter().map(|row| row[at].chars().count());
        let is_number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
        let width = widths.fold(head[at].chars().count(), usize::max);
        (width, !rows.is_empty() && rows.iter().all(|row| is_number(&row[at])))
    });
    let line = |cells: [&str; N]| {
        let cells = cells.iter().zip(columns).map(|(cell, (width, to_the_right))| {
            if to_the_right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    writeln!(out, "{}", line(head))?;
    for row in &rows {
        writeln!(out, "{}", line(std::array::from_fn(|at| row[at].as_str())))?;
    }
    Ok(())
}
