//! A bundle, compiled once.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rquickjs::{CatchResultExt as _, Context, Module, Runtime, WriteOptions};

use crate::limits::Limits;
use crate::runtime::PageRuntime;

/// The name the bundle has in stacks.
const NAME: &str = "ssr.js";
/// The longest a bundle may take to load.
pub(crate) const LOAD_TIME: Duration = Duration::from_secs(5);

/// Why a bundle cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// It is not JavaScript, throws while it is loaded, or exports no `render`.
    #[error("the bundle cannot be used: {0}")]
    Unusable(String),
    /// No thread could be started.
    #[error("no thread could be started")]
    Thread(#[from] std::io::Error),
}

/// Bytecode of a module that exports `render`. Only [`Bytecode::compile`] makes one, so that what is loaded was always
/// written by this very engine.
#[derive(Clone)]
pub(crate) struct Bytecode(Arc<[u8]>);

impl Bytecode {
    /// Compiles a bundle and loads it once to see that it works.
    pub(crate) fn compile(source: &str, limits: Limits) -> Result<Self, BundleError> {
        let source = source.to_owned();
        // Parsing needs the stack that rendering has.
        let compiling = thread::Builder::new().name("page-compiler".into()).stack_size(limits.thread_stack()).spawn(move || {
            let code = Self(compile(&source, limits).map_err(BundleError::Unusable)?);
            PageRuntime::start(&code, limits, Instant::now() + LOAD_TIME).map_err(|error| BundleError::Unusable(error.to_string()))?;
            Ok(code)
        })?;
        compiling.join().unwrap_or_else(|_| Err(BundleError::Unusable("the compiler failed".into())))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

fn compile(source: &str, limits: Limits) -> Result<Arc<[u8]>, String> {
    let runtime = Runtime::new().map_err(|e| e.to_string())?;
    runtime.set_max_stack_size(limits.stack);
    let context = Context::full(&runtime).map_err(|e| e.to_string())?;
    context.with(|ctx| {
        let module = Module::declare(ctx.clone(), NAME, source).catch(&ctx).map_err(|e| e.to_string())?;
        let code = module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }).map_err(|e| e.to_string())?;
        Ok(Arc::from(code))
    })
}
