//! Connections: how many there are at once, how long they may wait, and cutting one without an
//! answer.
//!
//! Used by the service's start (listener), by the middleware that lets requests in, and by the
//! fault middleware (cutting). Everything else about a connection is left to axum.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep};

/// Connections that are open at once.
const MOST: usize = 64;
/// How long a connection may go on without a whole head of a request.
const IDLE: Duration = Duration::from_secs(30);

/// A handle on one client's connection, in the request's `ConnectInfo`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cut: AtomicBool,
    shut: AtomicBool,
    gone: AtomicBool,
    /// Requests being served, and those that were.
    serving: AtomicUsize,
    served: AtomicUsize,
    reader: Mutex<Option<Waker>>,
    /// Told whenever a connection ends or comes to rest.
    room: Arc<Notify>,
}

/// A request on its way through the service; over when dropped.
pub(crate) struct Serving(Line);

impl Drop for Serving {
    fn drop(&mut self) {
        let state = &self.0.0;
        state.served.fetch_add(1, Ordering::SeqCst);
        state.serving.fetch_sub(1, Ordering::SeqCst);
        state.room.notify_one();
    }
}

impl Line {
    /// From now on nothing is written to the client; the connection closes at the next attempt.
    pub(crate) fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
    }

    /// Begins to serve a request: meanwhile the connection is not closed for waiting.
    pub(crate) fn serve(&self) -> Serving {
        self.0.serving.fetch_add(1, Ordering::SeqCst);
        Serving(self.clone())
    }

    /// Closes the connection to make room for another.
    fn shut(&self) {
        self.0.shut.store(true, Ordering::SeqCst);
        if let Some(waker) = self.reader().take() {
            waker.wake();
        }
    }

    fn reader(&self) -> MutexGuard<'_, Option<Waker>> {
        self.0.reader.lock()
    }

    fn is_serving(&self) -> bool {
        self.0.serving.load(Ordering::SeqCst) > 0
    }

    fn served(&self) -> usize {
        self.0.served.load(Ordering::SeqCst)
    }

    fn check_shut(&self) -> io::Result<()> {
        if self.0.shut.load(Ordering::SeqCst) {
            return Err(io::Error::new(io::ErrorKind::ConnectionAborted, "closed to make room"));
        }
        Ok(())
    }

    fn check(&self) -> io::Result<()> {
        if self.0.cut.load(Ordering::SeqCst) {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "cut by a fault"));
        }
        self.check_shut()
    }
}

/// A loopback listener whose connections carry a [`Line`].
pub(crate) struct Door {
    listener: TcpListener,
    idle: Duration,
    /// Connections, in the order in which they came.
    open: Vec<Line>,
    room: Arc<Notify>,
}

impl Door {
    /// A door with the usual limits.
    pub(crate) fn new(listener: TcpListener) -> Door {
        Door { listener, idle: IDLE, open: Vec::new(), room: Arc::default() }
    }

    /// Waits until one more connection fits. One that waits gives way to it: first the oldest of
    /// those that never brought a whole request, so that nobody who asks for nothing keeps
    /// others out.
    async fn make_room(&mut self) {
        loop {
            self.open.retain(|line| !line.0.gone.load(Ordering::SeqCst));
            if self.open.len() < MOST {
                return;
            }
            let waiting = self.open.iter().enumerate().filter(|(_, line)| !line.is_serving());
            if let Some((at, _)) = waiting.min_by_key(|(_, line)| line.served() > 0) {
                self.open.remove(at).shut();
                return;
            }
            self.room.notified().await;
        }
    }
}

impl Listener for Door {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        // axum's own accept waits and goes on after a failed accept.
        let (stream, address) = Listener::accept(&mut self.listener).await;
        self.make_room().await;
        // Without it small answers wait for the client's acknowledgements.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "nodelay could not be set");
        }
        let line = Line(Arc::new(State { room: self.room.clone(), ..State::default() }));
        self.open.push(line.clone());
        (Wire::new(stream, line, self.idle), address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Door>> for Line {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Line {
        stream.io().line.clone()
    }
}

/// A connection that refuses to write once its line is cut, and to wait for too long.
pub(crate) struct Wire {
    stream: TcpStream,
    line: Line,
    idle: Duration,
    patience: Pin<Box<Sleep>>,
    /// Requests that were served when the patience began.
    served: usize,
}

impl Wire {
    fn new(stream: TcpStream, line: Line, idle: Duration) -> Wire {
        Wire { stream, line, idle, patience: Box::pin(tokio::time::sleep(idle)), served: 0 }
    }

    /// Whether no whole head of a request has come for too long. Single bytes of one are no
    /// reason to wait longer.
    fn is_out_of_patience(&mut self, cx: &mut Context<'_>) -> bool {
        if self.line.is_serving() {
            return false;
        }
        let served = self.line.served();
        if served != self.served {
            self.served = served;
            self.patience.as_mut().reset(Instant::now() + self.idle);
        }
        self.patience.as_mut().poll(cx).is_ready()
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.line.0.gone.store(true, Ordering::SeqCst);
        self.line.0.room.notify_one();
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        *self.line.reader() = Some(cx.waker().clone());
        self.line.check_shut()?;
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if polled.is_pending() && self.is_out_of_patience(cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        polled
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.line.check()?;
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.line.check()?;
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.line.check()?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_head_that_never_ends_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut door = Door { idle: Duration::from_millis(1), ..Door::new(listener) };
        let mut client = TcpStream::connect(door.local_addr().unwrap()).await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
        let (mut wire, _) = door.accept().await;
        let mut read = Vec::new();
        let end = wire.read_to_end(&mut read).await.unwrap_err();
        assert_eq!(end.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn one_that_is_served_is_left_alone_and_the_oldest_that_waits_gives_way() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut door = Door::new(listener);
        let address = door.local_addr().unwrap();
        let (mut clients, mut wires) = (Vec::new(), Vec::new());
        for _ in 0..MOST {
            clients.push(TcpStream::connect(address).await.unwrap());
            wires.push(door.accept().await.0);
        }
        let serving = wires[0].line.serve();
        clients.push(TcpStream::connect(address).await.unwrap());
        wires.push(door.accept().await.0);
        let shut: Vec<usize> = (0..=MOST).filter(|at| wires[*at].line.check().is_err()).collect();
        assert_eq!(shut, [1]);
        drop(serving);
    }
}
