//! R-S4: the session ends at each request of a flow in which 50 lines are changed. It is told once,
//! the work waits, and after signing in again every line is in the service once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use backend::{Backend, Options, Pace};
use contract::{
    DataSet, Entry, LineChange, ListMovements, ListProducts, MovementKey, PauseSending, ProductRef,
    ReadOutbox, ReadSession, Refresh, Rows, SignIn, SignOut, Topic,
};
use practice::{Running, Service, sample};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::timeout;

use crate::outbox::lines;
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Proxy, Rule};
use crate::run::until_done;

/// Movements of the flow, and lines of each.
const MOVEMENTS: usize = 5;
const LINES: usize = 10;

/// Whatever takes longer has stopped.
const STOPPED: Duration = Duration::from_secs(60);

/// Runs the flow once undisturbed and then once for each of its requests; `count` times over.
///
/// # Errors
/// If the end was told twice or not at all, or a line is missing or doubled.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async move {
        let mut counts = Counts::of([("lost", 0), ("doubled", 0)]);
        for _ in 0..amount.count {
            let requests = flow(None).await?;
            check(requests > 0, || "the flow sent nothing".into())?;
            for ends_at in 1..=requests {
                for how in [How::Refused, How::Redirected] {
                    let sent = flow(Some((ends_at, how))).await;
                    let told = |words| Violation(format!("request {ends_at}, {how:?}: {words}"));
                    sent.map_err(|Violation(words)| told(words))?;
                    counts.add("ends", 1);
                }
            }
            counts.peak("peak_requests", requests as u64);
        }
        counts.add("lines", (MOVEMENTS * LINES) as u64);
        Ok(counts)
    })
}

/// How a service says that a session has ended (interface document, 5.5; some send to their sign-in
/// page).
#[derive(Clone, Copy, Debug)]
enum How {
    Refused,
    Redirected,
}

/// The flow, with the session's end at one of its requests. Answers how many it needed.
async fn flow(ends_at: Option<(usize, How)>) -> Result<usize, Violation> {
    let service = Service::start(practice::Options::default()).await?;
    let proxy = Proxy::before(service.base()).await?;
    let data = tempfile::tempdir()?;
    let options = Options { pace: quick(), ..Options::new(data.path().to_owned()) };
    let program = Backend::open(options)?;
    sign_in(&program, &proxy).await?;
    let wanted = queue(&program).await?;
    let before = proxy.exchanges().len();
    if let Some((ends_at, how)) = ends_at {
        let fault = match how {
            How::Refused => Fault::signed_out("NOBODY"),
            How::Redirected => Fault::redirect(&format!("{}/auth/login", proxy.base())),
        };
        // Of the rules that fit, the first is followed: signing in works.
        proxy.plan(Rule::on("POST", "/api/login"));
        proxy.plan(Rule::on("*", "*").from(ends_at).does(fault));
    }
    let ends = Arc::<AtomicU32>::default();
    let watch = watch_ends(program.clone(), program.changes(), Arc::clone(&ends));
    let watch = tokio::spawn(watch);
    program.pause_sending(PauseSending { paused: false }).await?;
    if ends_at.is_some() {
        // Nobody signs in again before the window has told them to.
        until("the word of the end", || async { Ok(ends.load(Ordering::Acquire) > 0) }).await?;
        proxy.forget();
        sign_in(&program, &proxy).await?;
    }
    let all_sent = || async { Ok(program.outbox(ReadOutbox {}).await?.waiting == 0) };
    until("the end of the work", all_sent).await?;
    let stuck = program.outbox(ReadOutbox {}).await?.attention;
    check(stuck == 0, || format!("{stuck} operations wait for the user"))?;
    let requests = proxy.exchanges().len() - before;
    program.sign_out(SignOut {}).await?;
    watch.await??;
    let ends = ends.load(Ordering::Acquire);
    program.close().await;
    let expected = u32::from(ends_at.is_some());
    check(ends == expected, || format!("the end was told {ends} times"))?;
    compare(&wanted, &service)?;
    proxy.stop().await;
    service.stop().await;
    Ok(requests)
}

/// Milliseconds where people have seconds.
fn quick() -> Pace {
    Pace {
        absence_settles: Duration::from_millis(100),
        first_pause: Duration::from_millis(10),
        longest_pause: Duration::from_millis(50),
        answer_within: Duration::from_millis(1),
        ..Pace::default()
    }
}

async fn sign_in(program: &Backend, proxy: &Proxy) -> Result<(), Violation> {
    let request = SignIn {
        server: proxy.base().to_owned(),
        user_name: sample::USERS[0].username.to_owned(),
        password: sample::PASSWORD.to_owned(),
        allow_plain_http: false,
        remember: false,
    };
    program.sign_in(request).await?;
    Ok(())
}

/// A line by its product and quantity; each is there once.
type Line = (String, u32);

/// Queues new lines for some movements, and sends nothing yet.
async fn queue(program: &Backend) -> Result<Vec<Line>, Violation> {
    let (movements, products) = (movements(program).await?, products(program).await?);
    program.pause_sending(PauseSending { paused: true }).await?;
    let mut wanted = Vec::new();
    for (number, movement) in movements.into_iter().enumerate() {
        for line in 0..LINES {
            let product = products[number * LINES + line].clone();
            let quantity = u32::try_from(1_000 + number * LINES + line)?;
            wanted.push((product.id.to_string(), quantity));
            let change =
                LineChange::Create { product, quantity, sort_order: None, recipient: None };
            lines::change(program, movement, vec![change]).await?;
        }
    }
    Ok(wanted)
}

async fn movements(program: &Backend) -> Result<Vec<MovementKey>, Violation> {
    program.refresh(Refresh { what: DataSet::Movements }).await?;
    let list = ListMovements {
        rows: Rows::first(u32::try_from(MOVEMENTS)?),
        filter: Default::default(),
        group: None,
        folded: Vec::new(),
        today: None,
    };
    let page = program.list_movements(list).await?;
    let rows = page.rows.iter().filter_map(Entry::row);
    Ok(rows.map(|row| row.key).collect())
}

async fn products(program: &Backend) -> Result<Vec<ProductRef>, Violation> {
    program.refresh(Refresh { what: DataSet::Products }).await?;
    let rows = Rows::first(u32::try_from(MOVEMENTS * LINES)?);
    let page = program.list_products(ListProducts { rows, filter: Default::default() }).await?;
    let products = page.rows.into_iter().map(|row| ProductRef {
        id: row.product.id,
        code: None,
        name: None,
        description: None,
        category: None,
    });
    Ok(products.collect())
}

/// Waits until it is so.
async fn until<F>(what: &str, is_so: impl Fn() -> F) -> Result<(), Violation>
where
    F: Future<Output = Result<bool, Violation>>,
{
    let waited = timeout(STOPPED, async {
        while !is_so().await? {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok::<_, Violation>(())
    });
    waited.await.map_err(|_| Violation(format!("{what} never came")))?
}

/// Counts how often a session that stood was told to have ended, as a window would see it, until the
/// user signs out.
async fn watch_ends(
    program: Backend,
    mut changes: Receiver<Vec<Topic>>,
    ends: Arc<AtomicU32>,
) -> Result<(), Violation> {
    let mut stood = true;
    loop {
        match changes.recv().await {
            Ok(topics) if !topics.contains(&Topic::Session) => continue,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return Ok(()),
        }
        let state = program.session(ReadSession {}).await?;
        if state.profile.is_none() {
            return Ok(());
        }
        if stood && !state.signed_in {
            ends.fetch_add(1, Ordering::AcqRel);
        }
        stood = state.signed_in;
    }
}

/// Every line once in the service's own log of what it did.
fn compare(wanted: &[Line], service: &Running) -> Result<(), Violation> {
    let mut made = BTreeMap::<Line, u32>::new();
    for effect in service.effects() {
        if effect.operation == "createItem" {
            let product = effect.detail["product"].as_str().unwrap_or_default().to_owned();
            let quantity = effect.detail["quantityRequested"].as_u64().unwrap_or_default();
            *made.entry((product, u32::try_from(quantity)?)).or_default() += 1;
        }
    }
    for line in wanted {
        let times = made.remove(line).unwrap_or_default();
        check(times == 1, || format!("the line {line:?} was made {times} times"))?;
    }
    check(made.is_empty(), || format!("nobody asked for {made:?}"))
}
