//! Bytes on a connection, for clients that break the protocol.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// How a client leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// It closes the connection (FIN).
    Close,
    /// It resets the connection (RST).
    Reset,
}

/// Sends some bytes, waits for `delay` and leaves without reading an answer.
///
/// # Panics
/// When the server does not take the bytes.
pub async fn send_and_leave(server: SocketAddr, bytes: &[u8], delay: Duration, leaving: Leaving) {
    let mut connection = TcpStream::connect(server).await.expect("a connection");
    connection.write_all(bytes).await.expect("a server that reads");
    tokio::time::sleep(delay).await;
    if leaving == Leaving::Reset {
        connection.set_zero_linger().expect("a connection to be reset");
    }
}
