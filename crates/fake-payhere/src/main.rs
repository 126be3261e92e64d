//! `fake-payhere`: the fake gateway on this machine, until it is stopped. It reads `FAKE_PAYHERE_PORT` [8090] and the account that the
//! shop uses: `PAYHERE_MERCHANT_ID`, `PAYHERE_MERCHANT_SECRET`, `PAYHERE_APP_ID`, `PAYHERE_APP_SECRET`.
#![expect(clippy::print_stdout, reason = "a program of its own, which says where it is")]

use std::env;
use std::error::Error;

use fake_payhere::{Account, Fake};

fn main() -> Result<(), Box<dyn Error>> {
    let var = |name: &str| env::var(name).map_err(|_| format!("{name} is not set"));
    let port = env::var("FAKE_PAYHERE_PORT").map_or(Ok(8090), |port| port.parse())?;
    let account = Account {
        merchant_id: var("PAYHERE_MERCHANT_ID")?,
        merchant_secret: var("PAYHERE_MERCHANT_SECRET")?,
        app_id: var("PAYHERE_APP_ID")?,
        app_secret: var("PAYHERE_APP_SECRET")?,
    };
    let fake = Fake::start(port, account)?;
    println!("The fake gateway is open at {}", fake.url());
    fake.wait();
    Ok(())
}
