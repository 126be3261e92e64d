//! One QuickJS runtime with the bundle loaded.

use std::rc::Rc;
use std::time::Instant;

use rquickjs::{CatchResultExt as _, CaughtError, Context, Ctx, Function, Module, Persistent, Runtime, Value};

use crate::bytecode::Bytecode;
use crate::error::RenderError;
use crate::limits::Limits;
use crate::memory::CountedMemory;
use crate::pool::Engine;
use crate::watch::Watch;

/// Bytes a runtime may gather before the first collection of cycles.
const GC_THRESHOLD: usize = 8 << 20;
/// QuickJS's message for a page that recursed too deeply.
const STACK_OVERFLOW: &str = "Maximum call stack size exceeded";
/// The longest cause that is logged, in characters.
const MAX_CAUSE: usize = 2_000;

/// A runtime; it stays on its thread. After an error it is in an unknown state and has to be dropped.
pub(crate) struct PageRuntime {
    // Fields are dropped in this order: values of the runtime before the runtime.
    render: Persistent<Function<'static>>,
    context: Context,
    runtime: Runtime,
    watch: Rc<Watch>,
}

impl PageRuntime {
    /// Starts a runtime and loads the bundle.
    pub(crate) fn start(code: &Bytecode, limits: Limits, deadline: Instant) -> Result<Self, RenderError> {
        let watch = Rc::new(Watch::new(limits.memory, deadline));
        let failed = |error: rquickjs::Error| RenderError::NoRuntime(error.to_string());
        let runtime = Runtime::new_with_alloc(CountedMemory(watch.clone())).map_err(failed)?;
        runtime.set_max_stack_size(limits.stack);
        runtime.set_gc_threshold(GC_THRESHOLD);
        let handler = watch.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || handler.must_stop())));
        let context = Context::full(&runtime).map_err(failed)?;
        let render = context.with(|ctx| {
            let render = load(&ctx, code).catch(&ctx).map_err(|error| RenderError::NoRuntime(cause_of(&error)))?;
            Ok(Persistent::save(&ctx, render))
        })?;
        Ok(Self { render, context, runtime, watch })
    }

    fn call(&self, input: &str) -> Result<String, RenderError> {
        let render = self.render.clone();
        self.context.with(|ctx| answer_of(&ctx, render, input).catch(&ctx).map_err(render_error))
    }
}

impl Engine for PageRuntime {
    fn render(&mut self, input: &str, deadline: Instant) -> Result<String, RenderError> {
        self.watch.restart(deadline);
        let answer = self.call(input);
        // The engine's error for a page that was stopped depends on the position in the code.
        self.watch.verdict().map_or(answer, Err)
    }

    /// Runs the jobs that the page left behind; false when they were stopped too.
    fn settle(&mut self, deadline: Instant) -> bool {
        self.watch.restart(deadline);
        while self.runtime.is_job_pending() && self.watch.verdict().is_none() && !self.watch.must_stop() {
            // The error of such a job is ignored.
            let _ = self.runtime.execute_pending_job();
        }
        self.watch.verdict().is_none()
    }
}

fn load<'js>(ctx: &Ctx<'js>, code: &Bytecode) -> rquickjs::Result<Function<'js>> {
    ctx.globals().set("__log", Function::new(ctx.clone(), log)?)?;
    // SAFETY: only `Bytecode::compile` makes bytecode, with this engine, in this process.
    #[allow(unsafe_code)]
    let module = unsafe { Module::load(ctx.clone(), code.bytes()) }?;
    let (module, loaded) = module.eval()?;
    loaded.finish::<()>()?;
    module.get("render")
}

/// Calls `render`, which may answer a promise. Only its jobs can settle it: there is no event loop.
fn answer_of(ctx: &Ctx<'_>, render: Persistent<Function<'static>>, input: &str) -> rquickjs::Result<String> {
    let value: Value<'_> = render.restore(ctx)?.call((input,))?;
    match value.as_promise() {
        Some(promise) => promise.finish(),
        None => value.get(),
    }
}

fn render_error(error: CaughtError<'_>) -> RenderError {
    match &error {
        CaughtError::Error(rquickjs::Error::WouldBlock) => RenderError::NeverSettled,
        CaughtError::Error(other) => RenderError::NotAPage(other.to_string()),
        CaughtError::Exception(exception) if exception.message().is_some_and(|m| m.contains(STACK_OVERFLOW)) => RenderError::StackOverflow,
        CaughtError::Exception(_) | CaughtError::Value(_) => RenderError::Threw(cause_of(&error)),
    }
}

fn cause_of(error: &CaughtError<'_>) -> String {
    error.to_string().chars().take(MAX_CAUSE).collect()
}

#[allow(clippy::needless_pass_by_value)] // JavaScript's strings come owned
fn log(level: String, text: String) {
    let text: String = text.chars().take(MAX_CAUSE).collect();
    match level.as_str() {
        "error" => tracing::error!("page: {text}"),
        "warn" => tracing::warn!("page: {text}"),
        _ => tracing::debug!("page: {text}"),
    }
}
