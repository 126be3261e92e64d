//! A bundle as bytecode of QuickJS.

use std::sync::Arc;

use rquickjs::{CatchResultExt as _, Context, Module, Runtime, WriteOptions};

use crate::limits::Limits;

/// The name of the bundle in stack traces.
const NAME: &str = "ssr.js";

/// Bytecode of a module that exports `render`. Only [`Bytecode::compile`] makes one, so the engine never loads bytecode that
/// another version of it wrote.
#[derive(Clone)]
pub(crate) struct Bytecode(Arc<[u8]>);

impl Bytecode {
    /// Compiles a bundle; the error is QuickJS's message. Needs the stack of [`Limits::thread_stack`].
    pub(crate) fn compile(source: &str, limits: Limits) -> Result<Self, String> {
        let runtime = Runtime::new().map_err(|e| e.to_string())?;
        runtime.set_max_stack_size(limits.stack);
        let context = Context::full(&runtime).map_err(|e| e.to_string())?;
        context.with(|ctx| {
            let module = Module::declare(ctx.clone(), NAME, source).catch(&ctx).map_err(|e| e.to_string())?;
            let code = module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }).map_err(|e| e.to_string())?;
            Ok(Self(Arc::from(code)))
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
