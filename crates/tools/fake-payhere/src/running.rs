//! A gateway that runs.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc;
use std::thread;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpServer, rt, web};
use reqwest::Client;
use reqwest::redirect::Policy;

use crate::state::State;
use crate::{checkout, control, merchant_api};

/// The merchant's account at the gateway.
#[derive(Clone, Debug)]
pub struct Account {
    /// `PAYHERE_MERCHANT_ID`.
    pub merchant_id: String,
    /// `PAYHERE_MERCHANT_SECRET`.
    pub merchant_secret: String,
    /// `PAYHERE_APP_ID`.
    pub app_id: String,
    /// `PAYHERE_APP_SECRET`.
    pub app_secret: String,
}

/// What the handlers share.
pub(crate) struct Gateway {
    pub(crate) account: Account,
    pub(crate) state: State,
    pub(crate) client: Client,
}

/// A running gateway, on a thread of its own. It ends when this value is dropped.
pub struct Fake {
    address: SocketAddr,
    handle: ServerHandle,
}

impl Fake {
    /// Starts a gateway on 127.0.0.1; port 0 takes a free one.
    ///
    /// # Errors
    /// When the port is taken, or no client for the notifications can be made.
    pub fn start(port: u16, account: Account) -> io::Result<Self> {
        let listener = TcpListener::bind((IpAddr::V4(Ipv4Addr::LOCALHOST), port))?;
        let address = listener.local_addr()?;
        let client = Client::builder().redirect(Policy::none()).no_proxy().pool_max_idle_per_host(0).build().map_err(io::Error::other)?;
        let gateway = web::Data::new(Gateway { account, state: State::default(), client });
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            rt::System::new().block_on(async move {
                let server = HttpServer::new(move || App::new().app_data(gateway.clone()).configure(routes));
                match server.workers(1).disable_signals().listen(listener).map(HttpServer::run) {
                    Ok(running) => {
                        // The receiver waits for it.
                        let _ = tell.send(Ok(running.handle()));
                        let _ = running.await;
                    }
                    Err(error) => drop(tell.send(Err(error))),
                }
            });
        });
        let handle = told.recv().map_err(io::Error::other)??;
        Ok(Self { address, handle })
    }

    /// Its address, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        // The command is sent when the future is made; its end is not awaited.
        drop(self.handle.stop(false));
    }
}

fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/pay/checkout", web::post().to(checkout::open))
        .route("/pay/finish", web::post().to(checkout::finish))
        .route("/merchant/v1/oauth/token", web::post().to(merchant_api::token))
        .route("/merchant/v1/payment/search", web::get().to(merchant_api::search))
        .route("/merchant/v1/payment/refund", web::post().to(merchant_api::refund))
        .route("/fake/behaviour", web::put().to(control::behave))
        .route("/fake/state", web::get().to(control::show))
        .route("/fake/expire-token", web::post().to(control::expire_token))
        .route("/fake/notify", web::post().to(control::notify));
}
