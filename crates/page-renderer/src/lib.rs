//! Renders the pages of a web app on the server: its JavaScript bundle runs in QuickJS, on a few threads of its own.
//!
//! [`PageRenderer`] compiles a bundle once and renders [`RenderInput`]s to [`RenderedPage`]s. If the bundle throws, loops,
//! recurses, exhausts memory or waits for ever, the answer is a [`RenderError`] in bounded time, and the next page gets a new
//! runtime. The crate does not know the content of the pages.

mod bundle;
mod bytecode;
mod counts;
mod error;
mod limits;
mod memory;
mod page;
mod pool;
mod renderer;
mod runtime;
mod watch;
mod worker_slot;

pub use bundle::BundleError;
pub use counts::RenderCounts;
pub use error::{FailureKind, RenderError};
pub use limits::Limits;
pub use page::{RenderInput, RenderedPage};
pub use renderer::PageRenderer;
