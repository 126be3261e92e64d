//! Adding, editing and deleting products (contract, Products).

use std::fmt::Display;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::catalog::CatalogUseCases;
use application::catalog::add_product::AddProductError;
use application::catalog::delete_product::DeleteProductError;
use application::catalog::edit_product::EditProductError;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::catalog::product::{Edit, MAX_ALT_NAMES, MAX_IMAGES, Prices, PricesError, Product, ProductChange, ProductDetails, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::catalog::shade::{HexColour, Shade};
use domain::catalog::weight::Weight;
use domain::orders::quantity::Stock;
use domain::shared::edit::Edited;
use domain::shared::error::FeatureError;
use domain::shared::money::Money;
use domain::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

use crate::cache::note_change::answering;
use crate::catalog::product_edits_json::{CreateProductRequest, ProductUpdate, ShadeInput};
use crate::catalog::products_json::{ProductJson, ProductResponse};
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::images::picture_url::parse_picture_url;
use crate::response::message_json::MessageJson;
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, create, access: Access::Staff(Permission::ManageProducts), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    route!(table, update, access: Access::Staff(Permission::DescribeProducts), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    route!(table, delete, access: Access::Staff(Permission::ManageProducts), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
}

/// Adds a product.
#[utoipa::path(post, path = "/api/products", tag = "products", operation_id = "createProduct", request_body = CreateProductRequest,
    responses((status = 201, body = ProductResponse), WithBody, ForAdmins, Conflicting, Failures))]
async fn create(
    catalog: web::Data<CatalogUseCases>,
    config: web::Data<HttpConfig>,
    admin: Admin,
    Body(body): Body<CreateProductRequest>,
) -> Result<HttpResponse, Problem> {
    let (code, details, stock) = parse_new(&body, &config)?;
    let added = catalog.add_product.run(&admin.actor, code, details, stock).await;
    let product = added.map_err(|error| match error {
        AddProductError::PictureGone => picture_gone(error),
        other => other.into(),
    })?;
    let answer = ProductResponse { message: "The Product Was Added Successfully", product: product.into() };
    Ok(HttpResponse::Created().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// Edits a product; its id cannot change. Content staff send price and stock unchanged: else it is 403 `auth.role_forbidden`.
#[utoipa::path(put, path = "/api/products/update/{productId}", tag = "products", operation_id = "updateProduct", request_body = ProductUpdate,
    params(("productId" = String, Path)),
    responses((status = 200, body = ProductResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
async fn update(
    catalog: web::Data<CatalogUseCases>,
    config: web::Data<HttpConfig>,
    code: web::Path<String>,
    admin: Admin,
    Body(body): Body<ProductUpdate>,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| EditProductError::NotFound)?;
    let (prices, change_at) = parse_update(&body, &code, &config)?;
    let edited = edit(&catalog, &admin, &code, prices, change_at).await;
    let Edited { thing: product, is_changed } = edited.map_err(edit_refusal)?;
    let answer = ProductResponse { message: "The Product Was Updated Successfully", product: product.into() };
    Ok(answering(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer), is_changed))
}

/// Deletes a product; orders keep their own copy.
#[utoipa::path(delete, path = "/api/products/{productId}", tag = "products", operation_id = "deleteProduct",
    params(("productId" = String, Path)),
    responses((status = 200, body = MessageJson), ForAdmins, Missing, Failures))]
async fn delete(catalog: web::Data<CatalogUseCases>, admin: Admin, code: web::Path<String>) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| DeleteProductError::NotFound)?;
    catalog.delete_product.run(&admin.actor, &code).await?;
    let answer = MessageJson { message: "The product was deleted successfully" };
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

async fn edit(
    catalog: &CatalogUseCases,
    Admin { principal, actor }: &Admin,
    code: &ProductCode,
    prices: NewPrices,
    change_at: impl Fn(Prices) -> ProductChange + Send + Sync,
) -> Result<Edited<Product>, EditProductError> {
    if !principal.may(Permission::UpdateProducts) {
        let prices = match prices {
            NewPrices::Both(prices) => (prices.price(), Some(prices.last_price())),
            NewPrices::KeepLast(price) => (price, None),
        };
        return catalog.edit_product.run_describing(&catalog.show_product, actor, code, prices, change_at).await;
    }
    match prices {
        NewPrices::Both(prices) => catalog.edit_product.run(actor, code, &change_at(prices)).await,
        NewPrices::KeepLast(price) => {
            catalog.edit_product.run_keeping_last_price(&catalog.show_product, actor, code, price, change_at).await
        }
    }
}

fn edit_refusal(error: EditProductError) -> Problem {
    match error {
        EditProductError::VersionConflict(ref present) => {
            let present = ProductJson::from(present.as_ref().clone());
            Problem::from(error).with("product", present)
        }
        EditProductError::PictureGone => picture_gone(error),
        EditProductError::StockChanged(present) => Problem::from(error).with("stock", present.get()),
        EditProductError::Prices(PricesError::Zero) => Problem::invalid_field("price", PricesError::Zero),
        EditProductError::Prices(above) => Problem::invalid_field("lastPrice", above),
        other => other.into(),
    }
}

/// Names the field that the picture is in.
fn picture_gone(error: impl FeatureError) -> Problem {
    let sentence = error.to_string();
    Problem::from(error).with_errors([("images".to_owned(), vec![sentence])].into())
}

fn parse_new(body: &CreateProductRequest, config: &HttpConfig) -> Result<(ProductCode, ProductDetails, Stock), Problem> {
    let mut errors = FieldErrors::default();
    let code = errors.required("productId", body.product_id.as_deref(), ProductCode::parse);
    let name = errors.required("productName", body.product_name.as_deref(), ProductName::parse);
    let alt_names = parse_alt_names(body.alt_names.as_deref().unwrap_or_default(), &mut errors);
    let images = parse_images(body.images.as_deref().unwrap_or_default(), config, &mut errors);
    let description = errors.optional("description", body.description.as_deref(), Description::parse).unwrap_or_default();
    let price = errors.required("price", body.price.clone(), RawNumber::money);
    let last_price = errors.optional("lastPrice", body.last_price.clone(), RawNumber::money);
    let prices = price.and_then(|price| both_prices(price, last_price, &mut errors));
    let stock = errors.required("stock", body.stock, Stock::parse);
    let mut label = |field: &str, text: &Option<String>| parse_label(field, text.as_deref(), &mut errors);
    let (brand, category, family) = (label("brand", &body.brand), label("category", &body.category), label("family", &body.family));
    let shade = body.shade.as_ref().and_then(|shade| parse_shade(shade, &mut errors));
    let weight = errors.optional("weightGrams", body.weight_grams, Weight::parse);
    match (code, name, prices, stock, errors.is_empty()) {
        (Some(code), Some(name), Some(prices), Some(stock), true) => {
            Ok((code, ProductDetails { name, alt_names, images, description, prices, brand, category, family, shade, weight }, stock))
        }
        _ => Err(errors.into_problem()),
    }
}

/// The prices in an edit.
enum NewPrices {
    /// Both prices.
    Both(Prices),
    /// The original price alone; the current one stays.
    KeepLast(Money),
}

/// The prices of an edit, and a function that adds the other changes to them.
fn parse_update(
    body: &ProductUpdate,
    code: &ProductCode,
    config: &HttpConfig,
) -> Result<(NewPrices, impl Fn(Prices) -> ProductChange + use<>), Problem> {
    let mut errors = FieldErrors::default();
    if body.product_id.as_deref().is_some_and(|id| !id.eq_ignore_ascii_case(code.as_str())) {
        errors.add("productId", "cannot be changed");
    }
    let name = errors.required("productName", body.product_name.as_deref(), ProductName::parse);
    let alt_names = body.alt_names.as_ref().map(|names| parse_alt_names(names.as_deref().unwrap_or_default(), &mut errors));
    let images = parse_images(body.images.as_deref().unwrap_or_default(), config, &mut errors);
    let text = body.description.as_ref().map(|text| text.as_deref().unwrap_or_default());
    let description = errors.optional("description", text, Description::parse);
    let prices = parse_new_prices(body, &mut errors);
    let to = errors.optional("stock", body.stock, Stock::parse);
    let expected = errors.optional("expectedStock", body.expected_stock, Stock::parse);
    let mut label = |field: &str, edit: &Option<Option<String>>| {
        edit_of(edit.as_ref(), |text| parse_label(field, text.map(String::as_str), &mut errors))
    };
    let (brand, category, family) = (label("brand", &body.brand), label("category", &body.category), label("family", &body.family));
    let shade = edit_of(body.shade.as_ref(), |shade| shade.and_then(|s| parse_shade(s, &mut errors)));
    let weight = edit_of(body.weight_grams.as_ref(), |grams| errors.optional("weightGrams", grams.copied(), Weight::parse));
    let expected_version = body.version;
    match (name, prices, errors.is_empty()) {
        (Some(name), Some(prices), true) => Ok((prices, move |prices| ProductChange {
            name: name.clone(),
            alt_names: alt_names.clone(),
            images: images.clone(),
            description: description.clone(),
            prices,
            brand: brand.clone(),
            category: category.clone(),
            family: family.clone(),
            shade: shade.clone(),
            weight: weight.clone(),
            stock: to.map(|to| StockChange { to, expected }),
            expected_version,
        })),
        _ => Err(errors.into_problem()),
    }
}

fn parse_new_prices(body: &ProductUpdate, errors: &mut FieldErrors) -> Option<NewPrices> {
    let price = errors.required("price", body.price.clone(), RawNumber::money)?;
    let Some(last_price) = body.last_price.clone() else { return Some(NewPrices::KeepLast(price)) };
    let last_price = errors.optional("lastPrice", last_price, RawNumber::money);
    both_prices(price, last_price, errors).map(NewPrices::Both)
}

fn both_prices(price: Money, last_price: Option<Money>, errors: &mut FieldErrors) -> Option<Prices> {
    let field = if price == Money::ZERO { "price" } else { "lastPrice" };
    errors.optional(field, Some(price), |price| Prices::new(price, last_price))
}

fn parse_alt_names(names: &[String], errors: &mut FieldErrors) -> Vec<AltName> {
    parse_list("altNames", names, MAX_ALT_NAMES, AltName::parse, errors)
}

fn parse_images(urls: &[String], config: &HttpConfig, errors: &mut FieldErrors) -> Vec<PictureUrl> {
    parse_list("images", urls, MAX_IMAGES, |url| parse_picture_url(url, config), errors)
}

fn parse_list<T, E: Display>(
    field: &str,
    texts: &[String],
    most: usize,
    parse: impl Fn(&str) -> Result<T, E>,
    errors: &mut FieldErrors,
) -> Vec<T> {
    if texts.len() > most {
        errors.add(field, format!("must have at most {most} entries"));
        return Vec::new();
    }
    let parsed =
        texts.iter().enumerate().filter_map(|(index, text)| errors.optional(&format!("{field}[{index}]"), Some(text.as_str()), &parse));
    parsed.collect()
}

/// A label; blank text is none.
fn parse_label(field: &str, text: Option<&str>, errors: &mut FieldErrors) -> Option<Label> {
    errors.optional(field, text.filter(|t| !t.trim().is_empty()), Label::parse)
}

fn parse_shade(shade: &ShadeInput, errors: &mut FieldErrors) -> Option<Shade> {
    let name = errors.required("shade.name", shade.name.as_deref(), Label::parse);
    let hex = errors.required("shade.hex", shade.hex.as_deref(), HexColour::parse);
    Some(Shade { name: name?, hex: hex? })
}

/// Absent keeps the value; null and blank clear it.
fn edit_of<T, V>(given: Option<&Option<T>>, parse: impl FnOnce(Option<&T>) -> Option<V>) -> Edit<V> {
    match given {
        None => Edit::Keep,
        Some(value) => parse(value.as_ref()).map_or(Edit::Clear, Edit::Set),
    }
}
