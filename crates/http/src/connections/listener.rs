//! The listening socket.

use std::io;
use std::net::{SocketAddr, TcpListener};

use socket2::SockRef;
use tokio::net::TcpSocket;

/// Connections that may wait to be accepted. The standard library asks for 128: of a burst of 500 the rest would repeat their
/// handshake after 1 s, 3 s and 7 s. The kernel's own bound is `net.core.somaxconn`, 4,096 by default.
const BACKLOG: u32 = 4_096;

/// Bytes of an answer that the kernel takes before it can send them. By default it takes up to 4 MiB for each connection, so
/// that a few hundred clients that read nothing would hold gigabytes.
const UNSENT: u32 = 128 * 1_024;

/// Listens at an address. It is called within a runtime.
///
/// # Errors
/// When the address is taken or does not belong to this machine.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Like the standard library: connections of an earlier process that are still closing do not block the address.
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit this option.
    SockRef::from(&socket).set_tcp_notsent_lowat(UNSENT)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::{Ipv4Addr, TcpStream};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn five_hundred_connections_need_not_wait_to_be_accepted() {
        let listener = listen((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let address = listener.local_addr().unwrap();
        // The test accepts nothing: a connection beyond the backlog would not be established.
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_secs(20)).unwrap();
        let connected: Vec<TcpStream> = (0..500).map(connect).collect();
        assert_eq!(connected.len(), 500);
    }

    #[tokio::test]
    async fn the_kernel_holds_little_for_a_client_that_reads_nothing() {
        let listener = listen((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let client = TcpSocket::new_v4().unwrap();
        client.set_recv_buffer_size(4_096).unwrap();
        let client = client.connect(listener.local_addr().unwrap()).await.unwrap();
        listener.set_nonblocking(false).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        server.set_nonblocking(true).unwrap();
        let mut held = 0;
        while let Ok(written) = server.write(&[0; 16 * 1_024]) {
            held += written;
        }
        assert!((16 * 1_024..1_024 * 1_024).contains(&held), "{held} bytes");
        drop(client);
    }

    #[tokio::test]
    async fn a_taken_address_is_refused() {
        let first = listen((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let second = listen(first.local_addr().unwrap());
        assert_eq!(second.unwrap_err().kind(), io::ErrorKind::AddrInUse);
    }
}
