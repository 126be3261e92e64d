//! Decodes untrusted pictures, converts their colours to sRGB, resizes them and encodes them as WebP, and makes icons.
//!
//! The crate does not know the shop, so that a change of the domain does not compile its loops again: they are optimised in
//! development too.

mod colour;
mod decode;
mod encode;
mod icon;
mod inks;
mod jpeg_end;
mod letter;
mod png_profile;
mod profile;
mod resize;
mod upright;

pub use decode::{Decoded, Refusal, decode};
pub use encode::{EncodeError, to_webp};
pub use icon::{IconError, initial, squared, to_ico, to_png};
pub use resize::{ResizeError, of_width, resized};
pub use upright::upright;
