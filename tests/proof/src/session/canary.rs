//! R-S1, R-S2: password and session are in no file, no log and no message, whatever is done. Every
//! flow in which they are used is run at the finest log level, ended in order and killed; then all
//! that the program wrote is searched for them, in every form.

use std::time::Duration;

use practice::{Running, Service, sample};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::secrets::{Searched, Secret, find, find_in_folder};
use super::stage::{Around, Console, Home, Said};
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Proxy, Rule};
use crate::random::Random;
use crate::responder::answer;
use crate::run::until_done;

/// Logins of one run.
const LOGINS: usize = 4;

/// Runs all flows `count` times.
///
/// # Errors
/// If a secret was found, or a flow did not go as it should.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async move {
        let mut counts = Counts::of([("hits", 0)]);
        for round in 0..amount.count {
            let random = Random::new(amount.start).branch(&format!("secrets {round}"));
            flows(random, &mut counts).await?;
        }
        Ok(counts)
    })
}

/// What must not be found.
struct Secrets {
    password: String,
    wrong: String,
    sessions: Vec<String>,
    of_nobody: [String; 2],
    route: String,
}

impl Secrets {
    async fn new(service: &Running, mut random: Random) -> Result<Self, Violation> {
        let mut sessions = Vec::new();
        for _ in 0..LOGINS {
            sessions.push(session_of(service).await?);
        }
        let mut unique = |word: &str| format!("{word}{:016x}", random.next());
        Ok(Self {
            // Letters that look different in each form.
            password: unique("Kanarie/ü+\"7&%"),
            wrong: unique("Falsch?ß&"),
            sessions,
            of_nobody: [unique("NOBODY"), unique("NOBODY")],
            route: unique("ROUTE"),
        })
    }

    fn all(&self) -> Vec<Secret> {
        let mut all = vec![
            Secret::new("the password", &self.password),
            Secret::new("a wrong password", &self.wrong),
            Secret::new("the load balancer's cookie", &self.route),
        ];
        let sessions = self.sessions.iter().chain(&self.of_nobody);
        all.extend(sessions.map(|session| Secret::new("a session", session)));
        all
    }
}

async fn flows(random: Random, counts: &mut Counts) -> Result<(), Violation> {
    let service = Service::start(practice::Options::default()).await?;
    let secrets = Secrets::new(&service, random).await?;
    let proxy = Proxy::before(service.base()).await?;
    plan(&proxy, &secrets);
    let home = Home::new()?;
    let mut console = Console::start(&home, Around::Keyring)?;
    ended_in_order(&mut console, &proxy, &secrets).await?;
    let first = console.end().await?;
    let mut console = Console::start(&home, Around::Keyring)?;
    killed(&mut console, &proxy).await?;
    let second = console.kill().await?;
    used(&proxy, &secrets)?;
    search(&secrets.all(), &home, &[first, second], counts)?;
    proxy.stop().await;
    service.stop().await;
    Ok(())
}

/// The service knows one password for all; here each run has its own, and the sessions are real.
fn plan(proxy: &Proxy, secrets: &Secrets) {
    let login = || Rule::on("POST", "/api/login");
    proxy.plan(login().nth(1).does(Fault::signed_out(&secrets.of_nobody[0])));
    for (number, session) in secrets.sessions.iter().enumerate() {
        let headers = format!(
            "Content-Type: text/html\r\n\
             Set-Cookie: JSESSIONID={session}; Path=/stockroom; HttpOnly\r\n\
             Set-Cookie: route={}; Path=/\r\n",
            secrets.route
        );
        let accepted = answer("200 OK", &headers, b"Authentication was successful");
        proxy.plan(login().nth(number + 2).does(Fault::Instead(accepted)));
    }
    let ends = Fault::signed_out(&secrets.of_nobody[1]);
    proxy.plan(Rule::on("GET", "/api/stocklists").nth(1).does(ends));
}

async fn ended_in_order(
    console: &mut Console,
    proxy: &Proxy,
    secrets: &Secrets,
) -> Result<(), Violation> {
    let profile = profile(proxy);
    let sign_in = |password: &str| json!({ "server": proxy.base(), "user_name": "aokafor", "password": password, "remember": true });
    console.reply("check_server", json!({ "server": proxy.base() })).await?;
    let wrong = console.ask("sign_in", sign_in(&secrets.wrong)).await?;
    check(wrong == Err("not_accepted".into()), || format!("a wrong password: {wrong:?}"))?;
    console.reply("sign_in", sign_in(&secrets.password)).await?;
    work(console).await?;
    let ended = console.ask("refresh", json!({ "what": { "stocklists": {} } })).await?;
    check(ended == Err("signed_out".into()), || format!("the session ended, and {ended:?}"))?;
    console.reply("sign_in", sign_in(&secrets.password)).await?;
    let kept = console.reply("keychain", json!({ "profile": profile })).await?;
    check(kept["remembered"] == true, || format!("the keychain says {kept}"))?;
    console.reply("lock", json!({})).await?;
    console.reply("sign_in_remembered", json!({ "profile": profile })).await?;
    work(console).await?;
    console.reply("sign_out", json!({})).await?;
    Ok(())
}

/// Killed with a session that stands, after which its files are as they are.
async fn killed(console: &mut Console, proxy: &Proxy) -> Result<(), Violation> {
    console.reply("sign_in_remembered", json!({ "profile": profile(proxy) })).await?;
    work(console).await
}

/// Reads and writes, so that there are calls, answers and files.
async fn work(console: &mut Console) -> Result<(), Violation> {
    console.reply("refresh", json!({ "what": "movements" })).await?;
    console.reply("create_category", json!({ "name": "Dressings" })).await?;
    console.reply("list_movements", json!({ "rows": { "count": 5 } })).await?;
    // The change is on its way by itself.
    for _ in 0..200 {
        let waits = console.reply("outbox", json!({})).await?;
        if waits["waiting"] == 0 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(Violation("a change was not sent".into()))
}

/// A search that could find nothing proves nothing: the secrets were really used.
fn used(proxy: &Proxy, secrets: &Secrets) -> Result<(), Violation> {
    let exchanges = proxy.exchanges();
    let sent = |secret: &str, path: &str| {
        let form = [Secret::new("it", secret)];
        exchanges.iter().any(|exchange| {
            exchange.path.starts_with(path) && !find(&form, &exchange.request).is_empty()
        })
    };
    let unused = |what: &str| format!("{what} was never used");
    check(sent(&secrets.password, "/api/login"), || unused("the password"))?;
    check(sent(&secrets.wrong, "/api/login"), || unused("the wrong password"))?;
    for session in &secrets.sessions {
        check(sent(session, "/api/stockMovements"), || unused("a session"))?;
    }
    check(sent(&secrets.route, "/api/stockMovements"), || unused("the route"))?;
    for session in &secrets.of_nobody {
        check(!sent(session, "/"), || "a session of nobody was sent".into())?;
    }
    Ok(())
}

fn search(
    secrets: &[Secret],
    home: &Home,
    said: &[Said],
    counts: &mut Counts,
) -> Result<(), Violation> {
    let mut searched = Searched::default();
    let mut found = find_in_folder(secrets, home.path(), &mut searched)?;
    for said in said {
        let fine = String::from_utf8_lossy(&said.log).contains("TRACE");
        check(fine, || "the log is not at its finest level".into())?;
        for (name, bytes) in [("standard output", &said.output), ("the log", &said.log)] {
            searched.bytes += bytes.len() as u64;
            found.extend(find(secrets, bytes).into_iter().map(|hit| format!("{hit} in {name}")));
        }
    }
    let data = home.data().join("profiles");
    check(data.is_dir(), || "no data was written".into())?;
    check(found.is_empty(), || found.join("; "))?;
    counts.add("files", searched.files);
    counts.add("bytes", searched.bytes);
    counts.add("secrets", secrets.len() as u64);
    Ok(())
}

fn profile(proxy: &Proxy) -> Value {
    json!({ "server": proxy.base(), "user_name": "aokafor" })
}

/// A session of the first sample user, by a login of our own: what a proxy can give to a client that
/// signs in with another password.
///
/// # Errors
/// If the service gives none.
pub async fn session_of(service: &Running) -> Result<String, Violation> {
    let address = service.base().trim_start_matches("http://");
    let (host, path) = address.split_once('/').unwrap_or((address, ""));
    let user = sample::USERS[0].username;
    let body = json!({ "username": user, "password": sample::PASSWORD }).to_string();
    let request = format!(
        "POST /{path}/api/login HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut socket = TcpStream::connect(host).await?;
    socket.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await?;
    let session = answer.split_once("JSESSIONID=").and_then(|(_, rest)| rest.split(';').next());
    session.map(str::to_owned).ok_or_else(|| Violation("the service gave no session".into()))
}
