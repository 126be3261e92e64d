//! The route table: one registration per handler for both the router and the OpenAPI document.
//!
//! An annotation declares the following, because clients are generated from it and `make fuzz` sends generated requests to
//! every operation (`tests/api/documentation.rs` checks most of it):
//!
//! - `tag` and `operation_id`; `security`, 401, 403 and 429 follow from the rules that the route declares, and failures are documented
//!   for every route;
//! - every other answer: the good ones with their body and headers, 304 for what carries an `ETag`, and the groups of
//!   [`crate::response::refusals`] that apply: `WithBody`, `WithUpload` or `WithParameters`, `Forbidden`, `NotFound`, `Conflict`;
//! - of every parameter and field what its rule can say in a schema: `max_length`, `pattern` (`r"\S"` for what must not be
//!   blank), `format = IdnEmail`, `minimum` and `maximum`, `max_items`, an enum's type in place of `String`. Fields that a
//!   handler checks are `Option`s with `required = true, nullable = false`; whole numbers are read by
//!   [`crate::extract::integer`]. A rule that no schema can say belongs into `.ci/fuzz/schemathesis.toml` with its reason.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::dev::Handler;
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::web::ServiceConfig;
use actix_web::{FromRequest, Resource, Responder, Route, Scope, guard, web};
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::openapi::path::{HttpMethod, Operation, ParameterIn, Paths};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{RefOr, Response, Schema};
use utoipa::{IntoResponses as _, Path};

use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, ForUsers, Limited};
use crate::routing::pattern::RoutePattern;
use crate::routing::rules::{Access, Limit, RouteRules, enforce};

/// Registers a handler of the same file, which carries a `#[utoipa::path]` annotation, with the rules of its route. A route without
/// the first three rules does not compile; a confirmed session is needed where the route says so.
macro_rules! route {
    ($table:ident, $handler:ident, access: $access:expr, limit: $limit:expr, changes: $changes:expr) => {
        $crate::routing::table::route!(
            $table, $handler, access: $access, limit: $limit, changes: $changes,
            confirmed: $crate::routing::rules::Confirmation::NotNeeded
        )
    };
    ($table:ident, $handler:ident, access: $access:expr, limit: $limit:expr, changes: $changes:expr, confirmed: $confirmed:expr) => {
        pastey::paste! {
            $table.add::<[<__path_ $handler>], _, _>(
                $handler,
                $crate::routing::rules::RouteRules { access: $access, limit: $limit, changes: $changes, confirmed: $confirmed },
            )
        }
    };
}
pub(crate) use route;

/// The handlers of the shop, by address.
#[derive(Default)]
pub struct RouteTable {
    resources: BTreeMap<String, Vec<(Method, RouteRules, Route)>>,
    // Not the operations themselves: each worker makes a table at the start, and only the document needs them.
    documented: Vec<(Document, RouteRules)>,
}

/// Adds the operations and schemas of an annotation.
type Document = fn(RouteRules, &mut Paths, &mut Schemas);
/// Schemas by name.
type Schemas = Vec<(String, RefOr<Schema>)>;

impl RouteTable {
    /// Registers `handler` at the address and method of its annotation `P`, under these rules.
    pub fn add<P, F, Args>(&mut self, handler: F, rules: RouteRules)
    where
        P: Path + SchemaReferences + for<'t> Tags<'t>,
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        for http_method in P::methods() {
            let method = method_of(&http_method);
            let route = route_for(&method).to(handler.clone()).wrap(from_fn(move |request, next| enforce(rules, request, next)));
            self.resources.entry(P::path()).or_default().push((method, rules, route));
        }
        self.documented.push((document::<P>, rules));
    }

    /// The methods served at each address.
    #[must_use]
    pub fn routes(&self) -> Vec<(String, Vec<Method>)> {
        self.resources.iter().map(|(path, routes)| (path.clone(), routes.iter().map(|(m, ..)| m.clone()).collect())).collect()
    }

    /// The address, method and rules of every route.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &Method, RouteRules)> {
        self.resources.iter().flat_map(|(path, routes)| routes.iter().map(|(method, rules, _)| (path.as_str(), method, *rules)))
    }

    /// The operations and schemas for the OpenAPI document.
    #[must_use]
    pub fn into_openapi_parts(self) -> (Paths, Vec<(String, RefOr<Schema>)>) {
        let (mut paths, mut schemas) = (Paths::default(), Schemas::default());
        for (document, rules) in self.documented {
            document(rules, &mut paths, &mut schemas);
        }
        (paths, schemas)
    }

    /// The names of the query parameters of all routes.
    #[must_use]
    pub fn query_parameters(self) -> BTreeSet<String> {
        let items = self.into_openapi_parts().0.paths.into_values();
        let operations = items.flat_map(|item| [item.get, item.post, item.put, item.delete]).flatten();
        let parameters = operations.filter_map(|operation| operation.parameters).flatten();
        let named = parameters.filter_map(|parameter| if let RefOr::T(parameter) = parameter { Some(parameter) } else { None });
        named.filter(|parameter| parameter.parameter_in == ParameterIn::Query).map(|parameter| parameter.name).collect()
    }

    /// Registers the handlers, in a scope for each feature (`/api/orders`): the router tries one address after the other, and each with
    /// parameters costs it a regular expression. Each address answers other methods with 405 and `Allow`, with or without a session.
    pub fn register(self, config: &mut ServiceConfig) {
        // Addresses without parameters come first: `/api/orders/quote` is not an order number.
        let mut resources: Vec<_> = self.resources.into_iter().collect();
        resources.sort_by_key(|(path, _)| path.matches('{').count());
        let mut scopes: BTreeMap<String, Scope> = BTreeMap::new();
        for (path, routes) in resources {
            let Some((feature, rest)) = split_feature(&path) else {
                config.service(resource(&path, &path, routes));
                continue;
            };
            let scope = scopes.remove(feature).unwrap_or_else(|| web::scope(feature));
            scopes.insert(feature.to_owned(), scope.service(resource(&path, rest, routes)));
        }
        for scope in scopes.into_values() {
            config.service(scope);
        }
    }
}

/// The first two parts of an address of the interface (`/api/orders`), and the rest.
fn split_feature(path: &str) -> Option<(&str, &str)> {
    let end = path.strip_prefix("/api/")?.find('/').map_or(path.len(), |end| "/api/".len() + end);
    path.split_at_checked(end)
}

/// Documents a route of these rules by its annotation.
fn document<P>(rules: RouteRules, paths: &mut Paths, schemas: &mut Schemas)
where
    P: Path + SchemaReferences + for<'t> Tags<'t>,
{
    for method in P::methods() {
        let mut operation = P::operation();
        operation.security = security(rules.access);
        for (status, response) in refusals(rules) {
            operation.responses.responses.entry(status).or_insert(response);
        }
        name_roles(&mut operation, rules.access);
        operation.tags = Some(P::tags().into_iter().map(ToOwned::to_owned).collect());
        paths.add_path_operation(P::path(), vec![method], operation);
    }
    P::schemas(schemas);
}

/// A GET route answers HEAD too; the server leaves the body out.
fn route_for(method: &Method) -> Route {
    if *method == Method::GET { web::route().guard(guard::Any(guard::Get()).or(guard::Head())) } else { web::method(method.clone()) }
}

/// The security requirement that documents an access.
fn security(access: Access) -> Option<Vec<SecurityRequirement>> {
    let bearer = || SecurityRequirement::new("bearer", Vec::<String>::new());
    match access {
        Access::Public => None,
        Access::OptionalSession | Access::Buyer => Some(vec![SecurityRequirement::default(), bearer()]),
        Access::OrderHolder => Some(vec![bearer(), SecurityRequirement::new("orderKey", Vec::<String>::new())]),
        Access::SignedIn | Access::OwnAccount | Access::Staff(_) => Some(vec![bearer()]),
    }
}

/// The refusals that follow from the rules of a route, and failures.
fn refusals(rules: RouteRules) -> BTreeMap<String, RefOr<Response>> {
    let mut refusals = Failures::responses();
    if rules.limit != Limit::Unlimited {
        refusals.extend(Limited::responses());
    }
    match rules.access {
        Access::Public | Access::OptionalSession => {}
        Access::SignedIn | Access::OwnAccount | Access::OrderHolder | Access::Buyer => refusals.extend(ForUsers::responses()),
        Access::Staff(_) => refusals.extend(ForAdmins::responses()),
    }
    refusals
}

/// Names the roles that may call a route of staff, in its description of 403.
fn name_roles(operation: &mut Operation, access: Access) {
    let Access::Staff(permission) = access else { return };
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("403") {
        let roles = permission.holders().iter().map(|role| role.as_str()).collect::<Vec<_>>().join(", ");
        response.description = format!("Not an administrator with one of the roles {roles}; `roles` names them");
    }
}

/// The handlers of an address, `relative` to its scope.
fn resource(path: &str, relative: &str, routes: Vec<(Method, RouteRules, Route)>) -> Resource {
    let mut methods: Vec<String> = routes.iter().map(|(m, ..)| m.to_string()).collect();
    if methods.iter().any(|m| m == "GET") {
        methods.push("HEAD".to_owned());
    }
    let allow = methods.join(", ");
    let mut resource = web::resource(relative.to_owned()).app_data(RoutePattern(path.to_owned()));
    for (.., route) in routes {
        resource = resource.route(route);
    }
    resource.default_service(web::to(move || {
        let allow = allow.clone();
        async move { Err::<&'static str, _>(Problem::method_not_allowed(allow)) }
    }))
}

fn method_of(method: &HttpMethod) -> Method {
    match method {
        HttpMethod::Get => Method::GET,
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Options => Method::OPTIONS,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Trace => Method::TRACE,
    }
}
