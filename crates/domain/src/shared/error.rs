//! The errors of features: a closed kind, a stable code, and the sentence that a person reads.

use std::error::Error;

use chrono::TimeDelta;

use crate::shared::ports::PortError;

/// The kind of an error. The set is closed, so that HTTP maps each kind to a status once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The input breaks a rule.
    Invalid,
    /// The requested entity does not exist.
    NotFound,
    /// The call does not fit the present state.
    Conflict,
    /// The request has no valid session.
    Unauthenticated,
    /// The user may not do this.
    Forbidden,
    TooMany,
    /// A service is not available; a retry may succeed.
    Unavailable,
    /// The shop is broken.
    Internal,
}

/// An error of a feature. `Display` is the sentence that a person reads.
pub trait FeatureError: Error + Send + Sync + 'static {
    fn kind(&self) -> ErrorKind;

    /// A stable code for programs, such as `order.out_of_stock`.
    fn code(&self) -> &'static str;

    /// The field of the request that is wrong, if the error is about one.
    fn field(&self) -> Option<&'static str> {
        None
    }

    /// The roles of staff that may, where the user's role is the reason.
    fn roles(&self) -> Option<Vec<&'static str>> {
        None
    }

    /// The time after which a retry may succeed, if it is known.
    fn retry_after(&self) -> Option<TimeDelta> {
        None
    }
}

impl<E: FeatureError> FeatureError for Box<E> {
    fn kind(&self) -> ErrorKind {
        (**self).kind()
    }

    fn code(&self) -> &'static str {
        (**self).code()
    }

    fn field(&self) -> Option<&'static str> {
        (**self).field()
    }

    fn roles(&self) -> Option<Vec<&'static str>> {
        (**self).roles()
    }

    fn retry_after(&self) -> Option<TimeDelta> {
        (**self).retry_after()
    }
}

/// The kind of a port's failure.
#[must_use]
pub const fn port_kind(error: &PortError) -> ErrorKind {
    if error.is_unavailable() { ErrorKind::Unavailable } else { ErrorKind::Internal }
}

/// The code of a port's failure.
#[must_use]
pub const fn port_code(error: &PortError) -> &'static str {
    if error.is_unavailable() { "service.unavailable" } else { "service.internal" }
}

/// Declares the error of a feature, one line for each refusal: variant, kind, code, sentence and, after `at`, the wrong field. After
/// `or` stand variants that hold another [`FeatureError`]. Every feature's error has `Port`, a [`PortError`]; after `port` stands its
/// sentence where it is not the common one.
#[macro_export]
macro_rules! feature_error {
    (
        $(#[$attribute:meta])*
        pub enum $error:ident {
            $(
                $(#[$of_variant:meta])*
                $variant:ident $(($($(#[$of_payload:meta])* $payload:ty),+))? => $kind:ident, $code:literal, $sentence:literal
                $(, at $field:literal)?;
            )*
        } $(or $($wrapped:ident($inner:ty)),+)? $(port $failure:literal)?
    ) => {
        $(#[$attribute])*
        #[derive(Debug, thiserror::Error)]
        pub enum $error {
            $(
                #[doc = $sentence]
                $(#[$of_variant])*
                #[error($sentence)]
                $variant $(($($(#[$of_payload])* $payload),+))?,
            )*
            $($(
                #[doc = concat!("See [`", stringify!($wrapped), "`].")]
                #[error(transparent)]
                $wrapped(#[from] $inner),
            )+)?
            #[error("{}", $crate::shared::error::failure!($($failure)?))]
            Port(#[from] $crate::shared::ports::PortError),
        }

        impl $crate::shared::error::FeatureError for $error {
            fn kind(&self) -> $crate::shared::error::ErrorKind {
                match self {
                    $(Self::$variant { .. } => $crate::shared::error::ErrorKind::$kind,)*
                    $($(Self::$wrapped(error) => $crate::shared::error::FeatureError::kind(error),)+)?
                    Self::Port(error) => $crate::shared::error::port_kind(error),
                }
            }

            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)*
                    $($(Self::$wrapped(error) => $crate::shared::error::FeatureError::code(error),)+)?
                    Self::Port(error) => $crate::shared::error::port_code(error),
                }
            }

            fn field(&self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant { .. } => Some($field),)?)*
                    $($(Self::$wrapped(error) => $crate::shared::error::FeatureError::field(error),)+)?
                    #[allow(unreachable_patterns, reason = "every variant may have a field")]
                    _ => None,
                }
            }

            fn roles(&self) -> Option<Vec<&'static str>> {
                match self {
                    $($(Self::$wrapped(error) => $crate::shared::error::FeatureError::roles(error),)+)?
                    _ => None,
                }
            }

            fn retry_after(&self) -> Option<chrono::TimeDelta> {
                match self {
                    $($(Self::$wrapped(error) => $crate::shared::error::FeatureError::retry_after(error),)+)?
                    _ => None,
                }
            }
        }
    };
}
pub use feature_error;

/// The sentence of a port's failure: the given one, or that of all features without one.
#[macro_export]
macro_rules! failure {
    () => {
        "Something went wrong on our side. Please try again."
    };
    ($sentence:literal) => {
        $sentence
    };
}
pub use failure;

/// A port that failed in a call with a sentence of its own.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct FailedCall {
    pub sentence: &'static str,
    pub source: PortError,
}

impl FeatureError for FailedCall {
    fn kind(&self) -> ErrorKind {
        port_kind(&self.source)
    }

    fn code(&self) -> &'static str {
        port_code(&self.source)
    }
}

feature_error! {
    /// The error of calls that cannot be refused: only a port can fail.
    pub enum ReadError {}
}

/// Declares the refusals that a rule answers: a plain value without a port's failure. The lines are those of [`feature_error`].
macro_rules! refusal {
    (
        $(#[$attribute:meta])*
        pub enum $refusal:ident {
            $(
                $(#[$of_variant:meta])*
                $variant:ident => $kind:ident, $code:literal, $sentence:literal;
            )*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum $refusal {
            $(
                #[doc = $sentence]
                $(#[$of_variant])*
                #[error($sentence)]
                $variant,
            )*
        }

        impl $crate::shared::error::FeatureError for $refusal {
            fn kind(&self) -> $crate::shared::error::ErrorKind {
                match self {
                    $(Self::$variant => $crate::shared::error::ErrorKind::$kind,)*
                }
            }

            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }
        }
    };
}
pub(crate) use refusal;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::permission::{Lacking, Permission};

    feature_error! {
        /// An error of these tests.
        #[allow(unreachable_pub, reason = "the macro declares public errors")]
        pub enum SampleError {
            Gone => NotFound, "sample.gone", "It is gone.";
            Many(u32) => TooMany, "sample.many", "Too many.", at "count";
        } or Lacking(Lacking)
    }

    #[test]
    fn a_refusal_has_the_kind_code_sentence_and_field_of_its_line() {
        let told = |error: SampleError| (error.kind(), error.code(), error.to_string(), error.field(), error.roles());
        assert_eq!(told(SampleError::Gone), (ErrorKind::NotFound, "sample.gone", "It is gone.".to_owned(), None, None));
        assert_eq!(told(SampleError::Many(7)), (ErrorKind::TooMany, "sample.many", "Too many.".to_owned(), Some("count"), None));
        let lacking = Lacking(Permission::ReadUsers);
        let expected = (ErrorKind::Forbidden, "auth.role_forbidden", lacking.to_string(), None, Some(vec!["owner", "manager", "support"]));
        assert_eq!(told(lacking.into()), expected);
    }

    #[test]
    fn the_failure_of_a_port_is_told_by_its_kind_alone() {
        for (error, kind, code) in [
            (PortError::unavailable("refused"), ErrorKind::Unavailable, "service.unavailable"),
            (PortError::internal("no such column"), ErrorKind::Internal, "service.internal"),
        ] {
            let error = SampleError::from(error);
            assert_eq!((error.kind(), error.code()), (kind, code));
            assert!(error.source().is_some(), "for the log");
        }
    }
}
