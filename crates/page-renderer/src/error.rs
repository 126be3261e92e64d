//! Why a page could not be rendered.

/// Why a page could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The bundle threw; message and stack are for the log.
    #[error("the bundle threw: {0}")]
    Threw(String),
    /// The bundle was stopped when its time was over.
    #[error("the page took longer than it may")]
    TimedOut,
    /// The bundle was stopped when it held too much memory.
    #[error("the page needs more memory than it may")]
    OutOfMemory,
    /// The bundle called itself too deeply.
    #[error("the page needs more stack than it may")]
    StackOverflow,
    /// The bundle waits for something that will not happen.
    #[error("the page waits for something that never happens")]
    NeverSettled,
    /// The bundle's answer has not the form of a page.
    #[error("the bundle's answer is no page: {0}")]
    NotAPage(String),
    /// As many pages wait as may.
    #[error("too many pages wait to be rendered")]
    QueueFull,
    /// No thread answered in time.
    #[error("no thread came to the page in time")]
    Late,
    /// No runtime could be started.
    #[error("no runtime could be started: {0}")]
    NoRuntime(String),
    /// The thread failed while it rendered the page.
    #[error("the thread failed while it rendered")]
    Crashed,
}

impl RenderError {
    /// The kind, for counting.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::Threw(_) => FailureKind::Threw,
            Self::TimedOut => FailureKind::TimedOut,
            Self::OutOfMemory => FailureKind::OutOfMemory,
            Self::StackOverflow => FailureKind::StackOverflow,
            Self::NeverSettled => FailureKind::NeverSettled,
            Self::NotAPage(_) => FailureKind::NotAPage,
            Self::QueueFull => FailureKind::QueueFull,
            Self::Late => FailureKind::Late,
            Self::NoRuntime(_) => FailureKind::NoRuntime,
            Self::Crashed => FailureKind::Crashed,
        }
    }

    /// Whether a retry may succeed: the renderer was overloaded, and the page itself did not fail.
    #[must_use]
    pub fn is_momentary(&self) -> bool {
        matches!(self, Self::QueueFull | Self::Late)
    }
}

/// The kinds of [`RenderError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    Threw,
    TimedOut,
    OutOfMemory,
    StackOverflow,
    NeverSettled,
    NotAPage,
    QueueFull,
    Late,
    NoRuntime,
    Crashed,
}

impl FailureKind {
    pub const ALL: [Self; 10] = [
        Self::Threw,
        Self::TimedOut,
        Self::OutOfMemory,
        Self::StackOverflow,
        Self::NeverSettled,
        Self::NotAPage,
        Self::QueueFull,
        Self::Late,
        Self::NoRuntime,
        Self::Crashed,
    ];

    /// Its name in metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Threw => "threw",
            Self::TimedOut => "timed_out",
            Self::OutOfMemory => "out_of_memory",
            Self::StackOverflow => "stack_overflow",
            Self::NeverSettled => "never_settled",
            Self::NotAPage => "not_a_page",
            Self::QueueFull => "queue_full",
            Self::Late => "late",
            Self::NoRuntime => "no_runtime",
            Self::Crashed => "crashed",
        }
    }
}
