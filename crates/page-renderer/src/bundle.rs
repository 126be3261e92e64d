//! Loads a bundle: compiles it and runs it once.

use std::thread;
use std::time::{Duration, Instant};

use crate::bytecode::Bytecode;
use crate::limits::Limits;
use crate::runtime::PageRuntime;

/// The longest a bundle may take to load.
pub(crate) const LOAD_TIME: Duration = Duration::from_secs(5);

/// Why a bundle cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// It is not JavaScript, throws while it is loaded, or does not export `render`.
    #[error("the bundle cannot be used: {0}")]
    Unusable(String),
    /// The system started no thread.
    #[error("no thread could be started")]
    Thread(#[from] std::io::Error),
}

/// Compiles a bundle and loads it once, to find out whether it works.
pub(crate) fn compile(source: &str, limits: Limits) -> Result<Bytecode, BundleError> {
    let source = source.to_owned();
    // Parsing needs as much stack as rendering.
    let compiling = thread::Builder::new().name("page-compiler".into()).stack_size(limits.thread_stack()).spawn(move || {
        let code = Bytecode::compile(&source, limits).map_err(BundleError::Unusable)?;
        PageRuntime::start(&code, limits, Instant::now() + LOAD_TIME).map_err(|error| BundleError::Unusable(error.to_string()))?;
        Ok(code)
    })?;
    compiling.join().unwrap_or_else(|_| Err(BundleError::Unusable("the compiler failed".into())))
}
