//! The limits: a minimal server for answers of the same size, and for one row of the database, on the libraries of the shop.

use std::collections::HashMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;

use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpResponse, HttpServer, web};
use adapter_postgres::{PoolOptions, Postgres};
use domain::catalog::ports::ProductRepository as _;
use domain::catalog::product_code::ProductCode;

use crate::Error;
use crate::cli::LimitOptions;

/// A finished body.
struct Body {
    encoding: Option<String>,
    bytes: Bytes,
}

/// Finished bodies by name.
type Bodies = HashMap<String, Body>;

/// Serves `/memory/<name>` and `/row/<product code>` until it is killed.
///
/// # Errors
/// When the address is taken or the database cannot be reached.
pub(crate) fn serve(options: &LimitOptions) -> Result<(), Error> {
    let listener = TcpListener::bind(options.bind)?;
    let bodies = Data::new(read_bodies(&options.bodies)?);
    actix_web::rt::System::new().block_on(async {
        let postgres = Data::new(Postgres::connect(&options.database_url, PoolOptions::default()).await?);
        let app = move || {
            let app = App::new().app_data(bodies.clone()).app_data(postgres.clone());
            app.route("/memory/{name}", web::get().to(from_memory)).route("/row/{code}", web::get().to(one_row))
        };
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        Ok(HttpServer::new(app).workers(workers).listen(listener)?.run().await?)
    })
}

fn read_bodies(folder: &Path) -> Result<Bodies, Error> {
    let mut bodies = Bodies::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let encoding = name.rsplit('.').next().filter(|e| *e != "identity").map(str::to_owned);
        bodies.insert(name, Body { encoding, bytes: fs::read(&path)?.into() });
    }
    Ok(bodies)
}

async fn from_memory(bodies: Data<Bodies>, name: web::Path<String>) -> HttpResponse {
    let Some(body) = bodies.get(name.as_str()) else { return HttpResponse::NotFound().finish() };
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_TYPE, "application/json"));
    if let Some(encoding) = &body.encoding {
        response.insert_header((CONTENT_ENCODING, encoding.as_str()));
    }
    response.body(body.bytes.clone())
}

/// Reads one product by its unique code.
async fn one_row(postgres: Data<Postgres>, code: web::Path<String>) -> HttpResponse {
    let Ok(code) = ProductCode::parse(&code) else { return HttpResponse::NotFound().finish() };
    match postgres.offers(&[code]).await {
        Ok(offers) if offers.len() == 1 => HttpResponse::Ok().body("1"),
        _ => HttpResponse::InternalServerError().finish(),
    }
}
