//! A wire between backend and service. Cut, it takes no connections; muted, it lets requests through
//! and keeps the answers back, from a certain request on.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicBool, Ordering},
};

use parking_lot::Mutex;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    select,
    sync::watch,
    task::{JoinHandle, JoinSet},
};

pub struct Wire {
    /// The service's address at this end.
    pub base: String,
    near: SocketAddr,
    far: SocketAddr,
    /// No answer comes through after a request that begins like this.
    muted: watch::Sender<Option<Vec<u8>>>,
    at_work: Mutex<Option<JoinHandle<()>>>,
}

impl Wire {
    /// A wire to the service at this address.
    pub async fn to(base: &str) -> Self {
        let far = base.trim_start_matches("http://").split('/').next().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = listener.local_addr().unwrap();
        let base = base.replace(far, &near.to_string());
        let (muted, _) = watch::channel(None);
        let far = far.parse().unwrap();
        let wire = Self { base, near, far, muted, at_work: Mutex::default() };
        wire.carry(listener);
        wire
    }

    /// Breaks all connections, and takes no more.
    pub async fn cut(&self) {
        let at_work = self.at_work.lock().take();
        if let Some(at_work) = at_work {
            at_work.abort();
            let _ = at_work.await;
        }
    }

    /// Takes connections again.
    pub async fn mend(&self) {
        self.carry(TcpListener::bind(self.near).await.unwrap());
    }

    /// Keeps back the answers to requests that begin like this, on the connections they come on, for
    /// as long as these last.
    pub fn mute(&self, request: &str) {
        self.muted.send_replace(Some(request.as_bytes().to_owned()));
    }

    /// Lets everything through on new connections.
    pub fn unmute(&self) {
        self.muted.send_replace(None);
    }

    fn carry(&self, listener: TcpListener) {
        let (far, muted) = (self.far, self.muted.subscribe());
        let at_work = tokio::spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((near, _)) = listener.accept().await {
                open.spawn(join(near, far, muted.clone()));
            }
        });
        *self.at_work.lock() = Some(at_work);
    }
}

/// Carries everything both ways until one side ends, or for ever nothing back after a request that is
/// not to be answered.
async fn join(near: TcpStream, far: SocketAddr, muted: watch::Receiver<Option<Vec<u8>>>) {
    let Ok(far) = TcpStream::connect(far).await else { return };
    let (mut asked, mut answered) = near.into_split();
    let (mut answers, mut asks) = far.into_split();
    let is_mute = AtomicBool::new(false);
    let there = async {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(length @ 1..) = asked.read(&mut buffer).await {
            let request = &buffer[..length];
            if muted.borrow().as_ref().is_some_and(|begin| request.starts_with(begin)) {
                is_mute.store(true, Ordering::Relaxed);
            }
            if asks.write_all(request).await.is_err() {
                break;
            }
        }
    };
    let back = async {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(length @ 1..) = answers.read(&mut buffer).await {
            let is_mute = is_mute.load(Ordering::Relaxed);
            if !is_mute && answered.write_all(&buffer[..length]).await.is_err() {
                break;
            }
        }
    };
    select! {
        () = there => {}
        () = back => {}
    }
}
