//! Valid and invalid configurations, and their messages.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::*;

fn read(vars: &[(&str, &str)]) -> Result<Config, ConfigMistakes> {
    Config::from_env(|name| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
}

#[test]
fn everything_has_a_default() {
    let config = read(&[]).unwrap();
    assert_eq!(config.http.public_url, "http://127.0.0.1:8080");
    assert_eq!(config.database, DatabaseConfig::Embedded);
    assert_eq!(config.calendar.zone_name(), "Asia/Colombo");
    assert!(config.first_admin.is_none() && config.jwt_secret.is_none());
}

#[test]
fn the_days_of_the_shop_and_the_times_it_shows_are_of_one_zone() {
    for zone in ["Asia/Colombo", "Europe/Paris"] {
        let config = read(&[("TIME_ZONE", zone)]).unwrap();
        assert_eq!((config.calendar.zone_name(), config.http.shop.time_zone.as_str()), (zone, zone));
    }
}

#[test]
fn all_mistakes_are_reported_at_once_by_name() {
    let names = [
        "BIND",
        "PUBLIC_URL",
        "TIME_ZONE",
        "RATE_LIMIT_SCALE",
        "LOG_FORMAT",
        "RUST_LOG",
        "METRICS_BIND",
        "TRUSTED_PROXIES",
        "CORS_ORIGINS",
        "JWT_SECRET",
        "DATA_KEY",
        "DATABASE_URL",
        "DATABASE_READ_URL",
        "ADMIN_EMAIL",
        "SMTP_URL",
        "MAIL_FROM",
        "SHOP_EMAIL",
        "S3_ENDPOINT",
        "S3_ACCESS_KEY_ID",
        "IMAGES_PUBLIC_URL",
        "OAUTH_CLIENT_SECRET",
        "OAUTH_AUTHORIZE_URL",
        "OAUTH_TOKEN_URL",
        "OAUTH_TOKENINFO_URL",
        "OAUTH_USERINFO_URL",
        "PAYHERE_MODE",
        "PAYHERE_MERCHANT_ID",
        "PAYHERE_APP_ID",
        "PAYHERE_URL",
    ];
    let vars: Vec<_> = names.iter().map(|n| (*n, "???")).collect();
    let told = read(&vars).unwrap_err().to_string();
    for name in names.iter().chain(&["ADMIN_PASSWORD", "S3_BUCKET", "S3_SECRET_ACCESS_KEY", "OAUTH_CLIENT_ID", "PAYHERE_APP_SECRET"]) {
        assert!(told.contains(name), "{name} is missing in: {told}");
    }
}

#[test]
fn limits_are_scaled_within_reason() {
    for scale in ["0", "0.0", "0.000001", "0.5", "1000000"] {
        assert!(read(&[("RATE_LIMIT_SCALE", scale)]).is_ok(), "{scale}");
    }
    for scale in ["-1", "1e-9", "1e7", "inf", "NaN", "one"] {
        assert!(read(&[("RATE_LIMIT_SCALE", scale)]).is_err(), "{scale}");
    }
}

#[test]
fn a_log_that_is_not_said_is_the_usual_one() {
    for text in ["", "info,actix_server=warn"] {
        assert_eq!(read(&[("RUST_LOG", text)]).unwrap().log.filter, "info,actix_server=warn");
    }
    assert!(read(&[("RUST_LOG", "info,access=off")]).is_ok() && read(&[("RUST_LOG", "info,access=loud")]).is_err());
}

#[test]
fn a_public_url_loses_its_slash_and_may_have_no_path() {
    assert_eq!(read(&[("PUBLIC_URL", "https://shop.example/")]).unwrap().http.public_url, "https://shop.example");
    assert!(read(&[("PUBLIC_URL", "https://shop.example/lk")]).is_err());
    assert!(read(&[("JWT_SECRET", "too short")]).is_err());
    let (new, old) = ("A".repeat(43), "B".repeat(42) + "A");
    assert_eq!(read(&[("DATA_KEY", &format!("{new}=, {old}="))]).unwrap().data_keys.len(), 2, "a new key in front of the old one");
    assert!(read(&[("DATA_KEY", &new[1..])]).is_err());
}

#[test]
fn the_way_to_the_database_is_checked_at_the_start() {
    for url in ["postgres://shop@db/shop?sslmode=verify-full", "host=db user=shop sslmode=require", "postgres://shop@%2Frun%2Fpg/shop"] {
        assert_eq!(read(&[("DATABASE_URL", url)]).unwrap().database, DatabaseConfig::External(url.to_owned()));
    }
    for (url, sentence) in [
        ("postgres://shop:hunter22@db/shop?sslmode=allow", "DATABASE_URL sslmode must be disable, prefer, require"),
        ("postgres://shop:hunter22@db/shop?sslrootcert=/nowhere.pem&sslmode=verify-ca", "DATABASE_URL sslrootcert: /nowhere.pem"),
        ("https://shop:hunter22@db/shop", "DATABASE_URL must be a PostgreSQL URL"),
    ] {
        let told = read(&[("DATABASE_URL", url)]).unwrap_err().to_string();
        assert!(told.contains(sentence) && !told.contains("hunter22"), "{told}");
    }
}

#[test]
fn a_replica_is_one_of_a_database_that_is_named() {
    let (database, replica) = (("DATABASE_URL", "postgres://shop@db/shop"), ("DATABASE_READ_URL", "postgres://shop@copy/shop"));
    assert_eq!(read(&[database, replica]).unwrap().replica.as_deref(), Some("postgres://shop@copy/shop"));
    assert_eq!(read(&[database]).unwrap().replica, None);
    let told = read(&[replica]).unwrap_err().to_string();
    assert!(told.contains("DATABASE_READ_URL is the replica of DATABASE_URL, which is not set"), "{told}");
}

/// The variables that `.env.example` names.
fn example() -> BTreeSet<String> {
    let lines = include_str!("../../../../.env.example").lines().filter_map(|line| line.strip_prefix('#'));
    let names = lines.filter_map(|line| line.split_once('=')).map(|(name, _)| name.to_owned());
    names.filter(|name| name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')).collect()
}

#[test]
fn the_example_names_every_variable_and_no_other() {
    let asked = RefCell::new(BTreeSet::new());
    let ask = |name: &str| {
        asked.borrow_mut().insert(name.to_owned());
        None
    };
    Config::from_env(ask).unwrap();
    assert_eq!(asked.into_inner(), example());
}

#[test]
fn pictures_go_to_a_folder_or_to_the_bucket_that_is_named() {
    assert!(matches!(read(&[]).unwrap().images, ImageConfig::Folder));
    let bucket = [("S3_BUCKET", "images"), ("S3_ACCESS_KEY_ID", "id"), ("S3_SECRET_ACCESS_KEY", "hunter2")];
    let config = read(&bucket).unwrap();
    let ImageConfig::Bucket(settings) = &config.images else { panic!("{:?}", config.images) };
    assert_eq!((settings.bucket.as_str(), settings.secret_access_key.as_deref()), ("images", Some("hunter2")));
    assert!(!format!("{config:?}").contains("hunter2"));
    for (alone, missing) in
        [("S3_REGION", "S3_BUCKET"), ("S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"), ("S3_SECRET_ACCESS_KEY", "S3_ACCESS_KEY_ID")]
    {
        let told = read(&[(alone, "x")]).unwrap_err().to_string();
        assert!(told.contains(&format!("{missing} is needed together with")), "{told}");
    }
    let url = |text| read(&[("IMAGES_PUBLIC_URL", text)]).map(|config| config.http.images_public_url);
    assert_eq!(url("https://cdn.example/shop/"), Ok(Some("https://cdn.example/shop".to_owned())));
    assert!(url("https://cdn.example/shop?x=1").is_err() && url("cdn.example").is_err());
}

#[test]
fn sign_in_is_googles_where_the_shop_is_a_client() {
    assert!(read(&[("OAUTH_AUTHORIZE_URL", "https://login.example/auth")]).unwrap().sign_in.is_none());
    let config = read(&[("OAUTH_CLIENT_ID", "shop"), ("OAUTH_CLIENT_SECRET", "hunter2")]).unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    let (google, sign_in) = (config.http.google.unwrap(), config.sign_in.unwrap());
    assert_eq!((google.client_id.as_str(), sign_in.provider.provider.name.as_str()), ("shop", "accounts.google.com"));
    assert!(sign_in.provider.provider.is_google);
    assert_eq!(google.authorize_url, "https://accounts.google.com/o/oauth2/v2/auth");
    assert_eq!(sign_in.provider.tokeninfo_url.as_str(), "https://oauth2.googleapis.com/tokeninfo");
    let other = read(&[("OAUTH_CLIENT_ID", "shop"), ("OAUTH_AUTHORIZE_URL", "http://login.example:8090/auth")]).unwrap().sign_in.unwrap();
    assert_eq!((other.provider.provider.name.as_str(), other.provider.client_secret), ("login.example", None));
    let is_google = |authorize_url| {
        read(&[("OAUTH_CLIENT_ID", "shop"), ("OAUTH_AUTHORIZE_URL", authorize_url)]).unwrap().sign_in.unwrap().provider.provider.is_google
    };
    assert!(is_google("https://accounts.google.com/o/oauth2/v2/auth"), "named or not");
    for other in ["https://login.example/auth", "http://accounts.google.com/o/oauth2/v2/auth", "https://accounts.google.com.login.example/"]
    {
        assert!(!is_google(other), "{other}");
    }
    assert!(read(&[("OAUTH_CLIENT_SECRET", "hunter2")]).is_err());
}

/// The account of a shop at the gateway, with other values of some variables.
fn payments(changes: &[(&str, &str)]) -> Result<Config, ConfigMistakes> {
    let account = [
        ("PAYHERE_MODE", "sandbox"),
        ("PAYHERE_MERCHANT_ID", "1211149"),
        ("PAYHERE_MERCHANT_SECRET", "hunter2"),
        ("PAYHERE_APP_ID", "app"),
        ("PAYHERE_APP_SECRET", "hunter3"),
        ("PUBLIC_URL", "https://shop.example"),
    ];
    let kept = account.into_iter().filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    read(&kept.chain(changes.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn payments_go_to_the_gateway_of_the_mode() {
    assert!(read(&[]).unwrap().payments.is_none() && payments(&[("PAYHERE_MODE", "off")]).unwrap().payments.is_none());
    let here = [("PAYHERE_MODE", "test"), ("PAYHERE_URL", "http://127.0.0.1:8090"), ("PUBLIC_URL", "http://127.0.0.1:8080")];
    for (changes, origin) in [
        (&[("PAYHERE_MODE", "sandbox")][..], "https://sandbox.payhere.lk"),
        (&[("PAYHERE_MODE", "live")], "https://www.payhere.lk"),
        (&here, "http://127.0.0.1:8090"),
    ] {
        let config = payments(changes).unwrap();
        assert_eq!(config.http.payment_origin.as_deref(), Some(origin));
        let settings = config.payments.clone().unwrap();
        assert_eq!(
            (settings.base_url.origin().ascii_serialization().as_str(), settings.public_url),
            (origin, config.http.public_url.clone())
        );
        assert!(settings.app.is_some() && !format!("{config:?}").contains("hunter"), "{config:?}");
    }
    let without_app = payments(&[("PAYHERE_APP_ID", ""), ("PAYHERE_APP_SECRET", "")]).unwrap().payments.unwrap();
    assert_eq!(without_app.app, None);
}

#[test]
fn mistakes_in_the_account_at_the_gateway_stop_the_start() {
    for (changes, told) in [
        (&[("PAYHERE_MODE", "production")][..], "PAYHERE_MODE must be"),
        (&[("PAYHERE_MERCHANT_ID", "")], "PAYHERE_MERCHANT_ID is needed"),
        (&[("PAYHERE_MERCHANT_ID", "12 34")], "PAYHERE_MERCHANT_ID must be"),
        (&[("PAYHERE_MERCHANT_SECRET", "")], "PAYHERE_MERCHANT_SECRET is needed"),
        (&[("PAYHERE_APP_ID", "")], "PAYHERE_APP_ID is needed"),
        (&[("PAYHERE_APP_SECRET", "")], "PAYHERE_APP_SECRET is needed"),
        (&[("PAYHERE_MODE", "live"), ("PUBLIC_URL", "http://shop.example")], "PUBLIC_URL must be https"),
        (&[("PAYHERE_MODE", "test")], "PAYHERE_URL is needed"),
        (&[("PAYHERE_URL", "http://127.0.0.1:8090")], "PAYHERE_URL is for PAYHERE_MODE=test alone"),
        (&[("PAYHERE_MODE", "test"), ("PAYHERE_URL", "http://gateway.example:8090")], "PAYHERE_URL must be an http URL of this machine"),
        (&[("PAYHERE_MODE", "test"), ("PAYHERE_URL", "http://localhost.example")], "PAYHERE_URL must be an http URL of this machine"),
    ] {
        let mistakes = payments(changes).unwrap_err().to_string();
        assert!(mistakes.contains(told) && !mistakes.contains("hunter"), "{told}: {mistakes}");
    }
}
