//! What an image declares in its first bytes. Nothing is decoded here: an image that would decompress to gigabytes is
//! rejected by its declared size.

use waybill_machines::machines::logo::PictureFormat;

/// A format with width and height in pixels.
pub type Declared = (PictureFormat, u32, u32);

/// What the bytes declare; `None` when they are not an image of an accepted format, or are truncated.
pub fn read(bytes: &[u8]) -> Option<Declared> {
    png(bytes).or_else(|| jpeg(bytes)).or_else(|| webp(bytes))
}

/// Whether the bytes are SVG or another markup document.
pub fn is_markup(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().first() == Some(&b'<')
}

fn big_endian(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + count)?;
    Some(bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte)))
}

fn little_endian(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + count)?;
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
}

fn png(bytes: &[u8]) -> Option<Declared> {
    let rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.strip_prefix(b"\0\0\0\x0dIHDR")?;
    Some((PictureFormat::Png, big_endian(rest, 0, 4)?, big_endian(rest, 4, 4)?))
}

/// Skips from segment to segment until one begins a frame.
fn jpeg(bytes: &[u8]) -> Option<Declared> {
    if !bytes.starts_with(b"\xff\xd8\xff") {
        return None;
    }
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        match marker {
            // Any number of these fill bytes may precede a marker.
            0xff => at += 1,
            // Segments without a length.
            0x01 | 0xd0..=0xd7 => at += 2,
            // Frames of every kind; the values between them are tables.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                let (height, width) =
                    (big_endian(bytes, at + 5, 2)?, big_endian(bytes, at + 7, 2)?);
                return Some((PictureFormat::Jpeg, width, height));
            }
            // The image data, or its end, before any frame.
            0xd8..=0xda => return None,
            _ => at += 2 + usize::try_from(big_endian(bytes, at + 2, 2)?).ok()?.max(2),
        }
    }
}

fn webp(bytes: &[u8]) -> Option<Declared> {
    let chunk = bytes.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
    let data = chunk.get(8..)?;
    let (width, height) = match chunk.get(..4)? {
        b"VP8 " => {
            if data.get(3..6)? != b"\x9d\x01\x2a" {
                return None;
            }
            // The two highest bits of each are scaling information.
            (little_endian(data, 6, 2)? & 0x3fff, little_endian(data, 8, 2)? & 0x3fff)
        }
        b"VP8L" => {
            if *data.first()? != 0x2f {
                return None;
            }
            let both = little_endian(data, 1, 4)?;
            ((both & 0x3fff) + 1, (both >> 14 & 0x3fff) + 1)
        }
        b"VP8X" => (little_endian(data, 4, 3)? + 1, little_endian(data, 7, 3)? + 1),
        _ => return None,
    };
    Some((PictureFormat::Webp, width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png_of(width: u32, height: u32) -> Vec<u8> {
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
        [start, &width.to_be_bytes()[..], &height.to_be_bytes(), b"\x08\x06\0\0\0"].concat()
    }

    fn webp_of(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WEBP", &kind[..], b"\0\0\0\0", data].concat()
    }

    #[test]
    fn each_format_declares_its_size() {
        assert_eq!(read(&png_of(320, 80)), Some((PictureFormat::Png, 320, 80)));
        let tables = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc4\x00\x03x";
        let frame = b"\xff\xff\xc2\x00\x11\x08\x00\x50\x01\x40\x03";
        let declared = Some((PictureFormat::Jpeg, 320, 80));
        assert_eq!(read(&[&tables[..], frame].concat()), declared);
        let declared = Some((PictureFormat::Webp, 320, 80));
        let lossy = webp_of(*b"VP8 ", b"\0\0\0\x9d\x01\x2a\x40\x41\x50\x00");
        assert_eq!(read(&lossy), declared);
        let both = (0x13f_u32 | 0x4f << 14).to_le_bytes();
        assert_eq!(read(&webp_of(*b"VP8L", &[&b"\x2f"[..], &both].concat())), declared);
        let canvas = b"\0\0\0\0\x3f\x01\x00\x4f\x00\x00";
        assert_eq!(read(&webp_of(*b"VP8X", canvas)), declared);
    }

    #[test]
    fn a_truncated_picture_is_rejected() {
        let jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x50\x01\x40";
        let lossless = webp_of(*b"VP8L", b"\x2f\0\0\0\0");
        for whole in [&png_of(1, 1)[..24], jpeg, &lossless] {
            assert!(read(whole).is_some());
            for end in 0..whole.len() {
                assert_eq!(read(&whole[..end]), None, "{whole:x?} up to {end}");
            }
        }
    }

    #[test]
    fn other_files_are_no_pictures() {
        for bytes in [
            &b"GIF89a\x01\0\x01\0"[..],
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"\xff\xd8\xff\xda\x00\x02\xff\xc0\x00\x11\x08\x00\x50\x01\x40",
            b"\xff\xd8\xff\xe0\x00\x00\x00\x00\x00\x00\x00",
            b"RIFF\0\0\0\0WAVEfmt ",
            b"",
        ] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
        assert!(is_markup(b"\xef\xbb\xbf \n<?xml version='1.0'?><svg/>"));
        assert!(!is_markup(b"\x89PNG"));
    }
}
