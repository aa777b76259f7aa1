//! SVG paths of lines between points. Points are in tenths of a pixel, paths in whole pixels.

use std::fmt::Write as _;

/// A point in a drawing: x and y.
pub(super) type Point = (i32, i32);

const CORNER: i32 = 60;

/// Converts tenths of a pixel to pixels, rounded.
pub(super) fn px(tenths: i32) -> i32 {
    (tenths + 5).div_euclid(10)
}

/// A line of horizontal and vertical segments with rounded corners.
pub(super) fn angular(points: &[Point]) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| points.get(index));
        match (before, points.get(index + 1)) {
            (None, _) => write_command(&mut path, 'M', &[*point]),
            (_, None) => write_command(&mut path, 'L', &[*point]),
            (Some(before), Some(after)) => {
                write_command(&mut path, 'L', &[towards(*point, *before)]);
                write_command(&mut path, 'Q', &[*point, towards(*point, *after)]);
            }
        }
    }
    path
}

/// A downward line as a smooth curve through the points.
pub(super) fn bowed(points: &[Point]) -> String {
    let mut path = String::new();
    if let Some(point) = points.first() {
        write_command(&mut path, 'M', &[*point]);
    }
    for ends in points.windows(2) {
        let (before, after) = (ends[0], ends[1]);
        let middle = i32::midpoint(before.1, after.1);
        write_command(&mut path, 'C', &[(before.0, middle), (after.0, middle), after]);
    }
    path
}

/// A small loop at the upper right corner of a box.
pub(super) fn self_loop((x, y): Point) -> String {
    format!("M{} {}c0 -13 20 -13 20 2c0 7 -2 9 -5 10", px(x) - 14, px(y))
}

/// The point on the axis from one point to the other at which a rounded corner begins.
fn towards((x, y): Point, (to_x, to_y): Point) -> Point {
    let length = (to_x - x).abs() + (to_y - y).abs();
    let by = CORNER.min(length / 2);
    (x + (to_x - x).signum() * by, y + (to_y - y).signum() * by)
}

fn write_command(path: &mut String, letter: char, points: &[Point]) {
    path.push(letter);
    for (index, (x, y)) in points.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        let _ = write!(path, "{gap}{} {}", px(*x), px(*y));
    }
}
