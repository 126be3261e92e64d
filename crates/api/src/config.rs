//! The configuration: environment variables, read once, checked together (contract, Configuration).

pub(crate) mod backup;
pub(crate) mod effective;
pub(crate) mod environment;
mod error;
pub(crate) mod images;
mod mail;
mod parsers;
mod payments;
mod reader;
mod sign_in;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use adapter_auth::DataKey;
use adapter_mail::{Sender, SmtpServer};
use adapter_payhere::PayHereSettings;
use application::content::current_content::ShopDetails;
use domain::accounts::password::Password;
use domain::content::identity::{ConfiguredShop, DEMO_SHOP, is_demo_shop};
use domain::shared::calendar::ShopCalendar;
use domain::shared::email::EmailAddress;
use shop_http::server::config::HttpConfig;

use crate::config::backup::BackupConfig;
use crate::config::effective::EffectiveConfig;
use crate::config::error::ConfigMistakes;
use crate::config::images::ImageConfig;
use crate::config::mail::MailConfig;
pub(crate) use crate::config::parsers::LogFormat;
use crate::config::parsers::{
    parse_database_url, parse_folder_url, parse_host, parse_log_filter, parse_log_format, parse_origin, parse_public_url, parse_ratio,
    parse_scale, parse_secret,
};
use crate::config::reader::EnvReader;
use crate::config::sign_in::SignInConfig;

/// The content and format of the log.
#[derive(Clone, Debug)]
pub(crate) struct LogConfig {
    pub(crate) format: LogFormat,
    /// Which lines there are, as `tracing-subscriber` reads it (`RUST_LOG`).
    pub(crate) filter: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TraceConfig {
    /// The collector's address, to which `/v1/traces` is added.
    pub(crate) endpoint: String,
    /// The name of the shop in its traces.
    pub(crate) service_name: String,
    /// The share of the traces begun here that is sent, from 0 to 1.
    pub(crate) ratio: f64,
}

/// Where the data lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseConfig {
    /// In a private PostgreSQL that this process starts and stops.
    Embedded,
    External(String),
}

/// The first administrator, made when there is none.
#[derive(Clone, Debug)]
pub(crate) struct FirstAdmin {
    pub(crate) email: EmailAddress,
    pub(crate) password: Password,
}

#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) bind: SocketAddr,
    /// Database, images, mails and the generated key live in here.
    pub(crate) data_dir: PathBuf,
    pub(crate) database: DatabaseConfig,
    /// The replica that answers reads of the catalogue and reports, if there is one.
    pub(crate) replica: Option<String>,
    /// The key that signs tokens; if missing, one is generated into the data folder.
    pub(crate) jwt_secret: Option<String>,
    /// The keys that encrypt secrets, the newest first; if there is none, one is generated where the signing key is.
    pub(crate) data_keys: Vec<DataKey>,
    pub(crate) first_admin: Option<FirstAdmin>,
    pub(crate) calendar: ShopCalendar,
    /// The configuration of the HTTP server.
    pub(crate) http: HttpConfig,
    /// How mail leaves the shop.
    pub(crate) mail: MailConfig,
    /// Where pictures are kept.
    pub(crate) images: ImageConfig,
    /// The third-party sign-in provider, if there is one.
    pub(crate) sign_in: Option<SignInConfig>,
    /// The shop's account at the payment gateway, if there is one.
    pub(crate) payments: Option<PayHereSettings>,
    /// The schedule and the passphrase of backups.
    pub(crate) backup: BackupConfig,
    pub(crate) log: LogConfig,
    /// The address of the metrics; none by default.
    pub(crate) metrics_bind: Option<SocketAddr>,
    /// Where traces go; nowhere by default.
    pub(crate) traces: Option<TraceConfig>,
    /// Each variable with its value, for people.
    pub(crate) effective: EffectiveConfig,
}

impl Config {
    /// Reads the variables through `get`.
    ///
    /// # Errors
    /// Every mistake, by variable.
    pub(crate) fn from_env(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigMistakes> {
        let mut reader = EnvReader::new(get);
        let bind =
            reader.parsed("BIND", "127.0.0.1:8080", |t| t.parse().map_err(|_| "must be an address and a port, such as 127.0.0.1:8080"));
        let default_url = format!("http://{}", bind.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080))));
        let public_url = reader.parsed("PUBLIC_URL", &default_url, parse_public_url);
        let calendar = reader.parsed("TIME_ZONE", "Asia/Colombo", ShopCalendar::parse);
        let rate_limit_scale = reader.parsed("RATE_LIMIT_SCALE", "1", parse_scale);
        let log_format = reader.parsed("LOG_FORMAT", "pretty", parse_log_format);
        let log_filter = reader.parsed("RUST_LOG", "info,actix_server=warn", parse_log_filter);
        let trusted_proxies =
            reader.list("TRUSTED_PROXIES", |t| t.parse::<IpAddr>().map_err(|_| "must be IP addresses with commas in between"));
        let metrics_bind =
            reader.optional("METRICS_BIND", |t| t.parse().map_err(|_| "must be an address and a port, such as 127.0.0.1:9464"));
        let traces = reader.traces();
        let cors_origins = reader.list("CORS_ORIGINS", parse_origin);
        let image_url_hosts = reader.list("IMAGE_URL_HOSTS", parse_host);
        let jwt_secret = reader.optional("JWT_SECRET", parse_secret);
        let data_keys = reader.list("DATA_KEY", DataKey::parse);
        let database = reader.optional("DATABASE_URL", parse_database_url);
        let replica = reader.replica();
        let first_admin = reader.first_admin();
        let shop = reader.shop(calendar.unwrap_or_default());
        let mail = reader.mail(&shop.email);
        let images = reader.images();
        let images_public_url = reader.optional("IMAGES_PUBLIC_URL", parse_folder_url);
        let sign_in = reader.sign_in();
        let payments = reader.payments(public_url.as_deref());
        let backup = reader.backup(&images);
        let data_dir = PathBuf::from(reader.text("DATA_DIR", "./data"));
        let effective = reader.effective();
        reader.mistakes.check()?;
        let missing = || ConfigMistakes::default();
        Ok(Self {
            bind: bind.ok_or_else(missing)?,
            data_dir,
            database: database.map_or(DatabaseConfig::Embedded, DatabaseConfig::External),
            replica,
            jwt_secret,
            data_keys,
            first_admin,
            calendar: calendar.ok_or_else(missing)?,
            http: HttpConfig {
                public_url: public_url.ok_or_else(missing)?,
                shop,
                cors_origins,
                trusted_proxies,
                rate_limit_scale: rate_limit_scale.ok_or_else(missing)?,
                image_url_hosts,
                images_public_url,
                google: sign_in.as_ref().map(SignInConfig::for_browsers),
                payment_origin: payments.as_ref().map(|payments| payments.base_url.origin().ascii_serialization()),
            },
            mail: mail.ok_or_else(missing)?,
            images,
            sign_in,
            payments,
            backup: backup.ok_or_else(missing)?,
            log: LogConfig { format: log_format.ok_or_else(missing)?, filter: log_filter.ok_or_else(missing)? },
            metrics_bind,
            traces,
            effective,
        })
    }
}

impl<G: Fn(&str) -> Option<String>> EnvReader<G> {
    fn first_admin(&mut self) -> Option<FirstAdmin> {
        let email = self.optional("ADMIN_EMAIL", EmailAddress::parse);
        let password = self.optional("ADMIN_PASSWORD", Password::choose);
        match (self.raw("ADMIN_EMAIL"), self.raw("ADMIN_PASSWORD")) {
            (Some(_), None) => self.mistakes.add("ADMIN_PASSWORD", "is needed together with ADMIN_EMAIL"),
            (None, Some(_)) => self.mistakes.add("ADMIN_EMAIL", "is needed together with ADMIN_PASSWORD"),
            _ => {}
        }
        Some(FirstAdmin { email: email?, password: password? })
    }

    /// The replica of the operator's database, if there is one. The private database has none.
    fn replica(&mut self) -> Option<String> {
        let url = self.optional("DATABASE_READ_URL", parse_database_url);
        if url.is_some() && self.raw("DATABASE_URL").is_none() {
            self.mistakes.add("DATABASE_READ_URL", "is the replica of DATABASE_URL, which is not set");
        }
        url
    }

    /// The collector of traces, if there is one. All variables are checked in any case.
    fn traces(&mut self) -> Option<TraceConfig> {
        let endpoint = self.optional("OTEL_EXPORTER_OTLP_ENDPOINT", parse_folder_url);
        let ratio = self.parsed("OTEL_TRACES_SAMPLER_ARG", "1", parse_ratio);
        let service_name = self.text("OTEL_SERVICE_NAME", "araliya");
        Some(TraceConfig { endpoint: endpoint?, service_name, ratio: ratio? })
    }

    fn mail(&mut self, shop_email: &str) -> Option<MailConfig> {
        let server = self.optional("SMTP_URL", SmtpServer::parse);
        let address = self.noted("SHOP_EMAIL", EmailAddress::parse(shop_email));
        let sender = self.optional("MAIL_FROM", Sender::parse);
        address.map(|_| MailConfig { server, sender })
    }

    /// The shop's data; by default those of the demo shop. A shop with another name has no telephone number, address and hours by default.
    fn shop(&self, calendar: ShopCalendar) -> ShopDetails {
        let name = self.text("SHOP_NAME", DEMO_SHOP.name);
        let nameless = ConfiguredShop { name: &name, phone: "", email: "hello@shop.example", address: "", opening_hours: "" };
        let default = if is_demo_shop(&name) { DEMO_SHOP } else { nameless };
        ShopDetails {
            phone: self.text("SHOP_PHONE", default.phone),
            email: self.text("SHOP_EMAIL", default.email),
            address: self.text("SHOP_ADDRESS", default.address),
            opening_hours: self.text("SHOP_OPENING_HOURS", default.opening_hours),
            name: name.clone(),
            time_zone: calendar.zone_name().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
