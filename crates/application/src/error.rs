//! The common parts of all use-case errors.

use std::error::Error;

use chrono::TimeDelta;
use domain::accounts::permission::Lacking;
use domain::shared::ports::PortError;

/// The kind of an error. The set is closed, so that HTTP maps each kind to a status once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The input breaks a rule.
    Invalid,
    /// The requested entity does not exist.
    NotFound,
    /// It does not go with the current state.
    Conflict,
    /// The request has no valid session.
    Unauthenticated,
    /// The user may not do this.
    Forbidden,
    /// Too often.
    TooMany,
    /// A service is not available; a retry may succeed.
    Unavailable,
    /// The shop is broken.
    Internal,
}

/// The error of one use case. `Display` is the sentence a person may read.
pub trait UseCaseError: Error + Send + Sync + 'static {
    /// Which sort of refusal it is.
    fn kind(&self) -> ErrorKind;

    /// A stable code for programs, such as `order.out_of_stock`.
    fn code(&self) -> &'static str;

    /// The permission that the user's role lacks, if that is the reason.
    fn lacking(&self) -> Option<Lacking> {
        None
    }

    /// After how long it is worth trying again, when that is known.
    fn retry_after(&self) -> Option<TimeDelta> {
        None
    }
}

/// The stable name of the refusal of a member of staff whose role lacks the permission.
pub const ROLE_FORBIDDEN: &str = "auth.role_forbidden";

/// The kind of a port's failure.
#[must_use]
pub const fn port_kind(error: &PortError) -> ErrorKind {
    if error.is_unavailable() { ErrorKind::Unavailable } else { ErrorKind::Internal }
}

/// The stable name of a port's failure.
#[must_use]
pub const fn port_code(error: &PortError) -> &'static str {
    if error.is_unavailable() { "service.unavailable" } else { "service.internal" }
}

/// The error of use cases that cannot be refused: only a port can fail.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl UseCaseError for ReadError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Port(e) => port_code(e),
        }
    }
}

/// The error of reading a page of a list.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// The cursor is not one of this list.
    #[error("This page of the list does not exist.")]
    InvalidCursor,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl UseCaseError for ListError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::InvalidCursor => ErrorKind::Invalid,
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::InvalidCursor => "list.invalid_cursor",
            Self::Port(e) => port_code(e),
        }
    }
}

/// A page, or the refusal of its cursor.
pub(crate) fn page_or_invalid<T>(answer: domain::shared::page::PageAnswer<T>) -> Result<domain::shared::page::Page<T>, ListError> {
    match answer {
        domain::shared::page::PageAnswer::Page(page) => Ok(page),
        domain::shared::page::PageAnswer::InvalidCursor => Err(ListError::InvalidCursor),
    }
}

/// Declares [`UseCaseError`] for an error enum that has a `Port(PortError)` variant: kind and code per variant. After `lacking` stands
/// the name of a variant that holds a [`Lacking`], if there is one.
macro_rules! use_case_error {
    ($error:ident { $($variant:pat => $kind:ident, $code:expr;)* } $(lacking $lacking:ident)?) => {
        impl $crate::error::UseCaseError for $error {
            #[allow(unused_variables, reason = "a variant may name its value for the code")]
            fn kind(&self) -> $crate::error::ErrorKind {
                match self {
                    $($variant => $crate::error::ErrorKind::$kind,)*
                    $(Self::$lacking(_) => $crate::error::ErrorKind::Forbidden,)?
                    Self::Port(e) => $crate::error::port_kind(e),
                }
            }

            fn code(&self) -> &'static str {
                match self {
                    $($variant => $code,)*
                    $(Self::$lacking(_) => $crate::error::ROLE_FORBIDDEN,)?
                    Self::Port(e) => $crate::error::port_code(e),
                }
            }

            $(fn lacking(&self) -> Option<domain::accounts::permission::Lacking> {
                if let Self::$lacking(lacking) = self { Some(*lacking) } else { None }
            })?
        }
    };
}
pub(crate) use use_case_error;
