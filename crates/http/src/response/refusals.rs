//! The refusals that operations document, in groups: `responses((status = 200, body = X), ForAdmins, WithBody, Failures)`.

use std::collections::BTreeMap;

use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

use crate::response::problem::ProblemBody;

/// A documented problem.
fn refusal(description: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name(ProblemBody::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/problem+json", content).build().into()
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $group:ident { $($status:literal: $description:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $group;

        impl IntoResponses for $group {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(($status.to_owned(), refusal($description)),)*])
            }
        }
    )*};
}

refusals! {
    /// Of every call: failures of the shop.
    Failures {
        "500": "A failure of the shop",
        "503": "A service that the shop needs is unavailable; `Retry-After` says when to try again",
    }
    /// Of calls with a rate limit.
    Limited {
        "429": "Too many requests; `Retry-After` says when to try again",
    }
    /// Of calls with a JSON body.
    WithBody {
        "400": "The body is not JSON",
        "408": "The body took too long to arrive",
        "413": "The body is over 64 KiB",
        "415": "The body is not `application/json`, or compressed",
        "422": "Fields of the wrong type or breaking a rule, each named in `errors`",
    }
    /// Of calls with a submitted form.
    WithForm {
        "400": "The form broke off, or is not the payment gateway's",
        "408": "The body took too long to arrive",
        "413": "The body is over 16 KiB",
        "415": "The body is not `application/x-www-form-urlencoded`, or compressed",
    }
    /// Of calls with a file.
    WithUpload {
        "400": "The body is not multipart",
        "408": "The body took too long to arrive",
        "413": "The file is over 5 MB",
        "415": "The body is not `multipart/form-data`, or the file is not a picture that the shop accepts",
        "422": "No file, an empty or damaged one, or a field breaking a rule",
    }
    /// Of calls with a sheet of products.
    WithSheet {
        "400": "The body broke off",
        "408": "The body took too long to arrive",
        "413": "The file is over 10 MB",
        "415": "The body is not `text/csv`, or compressed",
        "422": "The file is no sheet of products (`errors.file`), or rows of it have `problems`; nothing was changed",
    }
    /// Of calls with validated parameters.
    WithParameters {
        "422": "Parameters breaking a rule, each named in `errors`",
    }
    /// Of calls that the shop's settings limit.
    OutsideTerms {
        "422": "The shop does not offer it for this order; `errors` says why",
    }
    /// Of calls that need a session.
    ForUsers {
        "401": "No session, or one that has ended",
    }
    /// Of calls for administrators.
    ForAdmins {
        "401": "No session, or one that has ended",
        "403": "Not an administrator",
    }
    /// Of the login.
    NotSignedIn {
        "401": "Unknown e-mail or wrong password; `user` is null",
        "403": "The password is right and the account blocked; `user` is null, `blocked` true",
    }
    /// Of calls that a signed-in user may be denied.
    Forbidden {
        "403": "Not allowed",
    }
    /// Of calls on a resource that may be absent.
    NotFound {
        "404": "Not found",
    }
    /// Of calls that may conflict with the current state.
    Conflict {
        "409": "Conflict with the current state",
    }
}
