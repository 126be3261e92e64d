//! `fake-payhere`: the fake gateway on this machine, until it is stopped, or the process that started it ends. It reads
//! `FAKE_PAYHERE_PORT` [8090; 0 takes a free one] and the account that the shop uses: `PAYHERE_MERCHANT_ID`,
//! `PAYHERE_MERCHANT_SECRET`, `PAYHERE_APP_ID`, `PAYHERE_APP_SECRET`.
#![expect(clippy::print_stdout, reason = "a program of its own, which says where it is")]

use std::env;
use std::error::Error;
use std::os::unix::process::parent_id;
use std::thread::sleep;
use std::time::Duration;

use fake_payhere::{Account, Fake};

/// The time between two looks for the process that started this one.
const LOOKS: Duration = Duration::from_millis(500);

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
    let starter = parent_id();
    while parent_id() == starter {
        sleep(LOOKS);
    }
    Ok(())
}
