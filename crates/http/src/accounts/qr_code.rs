//! QR codes as a path that the web app draws: its policy allows no pictures in `data:` addresses.

use std::fmt::Write as _;

use actix_web::http::StatusCode;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::problem::Problem;

/// A QR code.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QrCode)]
pub struct QrCodeJson {
    /// The modules of a side, without the quiet zone of 4 around it.
    size: i32,
    /// The dark modules as the `d` of an SVG path; a module is 1 by 1.
    path: String,
}

impl QrCodeJson {
    /// The code of a text.
    ///
    /// # Errors
    /// 500 for a text that is too long for a code.
    pub(crate) fn of(text: &str) -> Result<Self, Problem> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|error| {
            tracing::error!("a QR code was not made: {error}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "service.internal", "Something went wrong on our side. Please try again.")
        })?;
        Ok(Self { size: code.size(), path: path_of(&code) })
    }
}

/// One rectangle for each run of dark modules in a row.
fn path_of(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|x| code.get_module(*x, y)).count();
            if run > 0 {
                // Writing to a text does not fail.
                let _ = write!(path, "M{x} {y}h{run}v1h-{run}z");
            }
            x += i32::try_from(run).unwrap_or(0).max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark modules that a path draws.
    fn drawn(path: &str) -> Vec<(i32, i32)> {
        let rectangles = path.split('M').filter(|part| !part.is_empty());
        let rectangle = |part: &str| {
            let (x, rest) = part.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let (x, y, run): (i32, i32, i32) = (x.parse().unwrap(), y.parse().unwrap(), rest.split_once('v').unwrap().0.parse().unwrap());
            (x..x + run).map(move |x| (x, y))
        };
        rectangles.flat_map(rectangle).collect()
    }

    #[test]
    fn the_path_draws_every_dark_module_once() {
        let text = "otpauth://totp/Araliya:nimali%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Araliya";
        let (code, json) = (QrCode::encode_text(text, QrCodeEcc::Medium).unwrap(), QrCodeJson::of(text).unwrap());
        let all = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let dark: Vec<_> = all.filter(|(x, y)| code.get_module(*x, *y)).collect();
        assert_eq!((json.size, drawn(&json.path)), (code.size(), dark));
        assert!(json.path.len() < 16_000, "{}", json.path.len());
    }

    #[test]
    fn a_text_that_is_too_long_is_a_failure() {
        assert!(QrCodeJson::of(&"x".repeat(3_000)).is_err());
    }
}
