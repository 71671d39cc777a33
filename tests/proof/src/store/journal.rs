//! R-D11: whatever is changed in the journal is found. In a journal made by real work, each byte of
//! every column of every entry is changed, each entry taken out, each pair of neighbours swapped, and
//! the tail cut at every length; after each change the program's own check must name the entry.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use backend::{Backend, Options};
use contract::{
    CheckJournal, CreateCategory, DropOperation, EditOperation, OpenProfile, Operation,
    OperationKey, PauseSending, Profile, RestoreOperation, SignIn,
};
use practice::{Service, sample};
use rusqlite::types::Value;
use rusqlite::{Connection, params};

use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::run::until_done;

/// How many entries the journal has at least.
const ENTRIES: u64 = 300;
const ENTRIES_IN_A_LONG_RUN: u64 = 1_000;

/// Journals that are tampered with at the same time.
const SIDE_BY_SIDE: u64 = 2;

/// Every column, and whether it is a text.
const COLUMNS: [(&str, bool); 12] = [
    ("entry", false),
    ("at", false),
    ("who", true),
    ("operation", true),
    ("movement", true),
    ("event", true),
    ("asked", true),
    ("before", true),
    ("after", true),
    ("failure", true),
    ("milliseconds", false),
    ("hash", false),
];

/// Tampers with `count` journals.
///
/// # Errors
/// If a change was not found, or one was found where there is none.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let entries = if amount.long { ENTRIES_IN_A_LONG_RUN } else { ENTRIES };
    let mut counts = Counts::default();
    for journal in 0..amount.count {
        let random = Random::new(amount.start).branch(&format!("journal {journal}"));
        let data = tempfile::tempdir()?;
        let profile = until_done(work(data.path(), entries, &mut random.branch("work")))?;
        let suffer = &|part: u64| {
            until_done(async {
                let victim = Victim::of(data.path(), &profile).await?;
                victim.suffer(part, &mut random.branch(&format!("part {part}"))).await
            })
        };
        thread::scope(|scope| {
            let start = |part| scope.spawn(move || suffer(part));
            let parts: Vec<_> = (0..SIDE_BY_SIDE).map(start).collect();
            for part in parts {
                let part = part.join().map_err(|_| Violation("a part panicked".into()))?;
                counts.take_in(&part?);
            }
            Ok::<_, Violation>(())
        })?;
    }
    Ok(counts)
}

/// Works until the journal is as long as this: sent, refused, kept, changed, given up, taken up
/// again.
async fn work(data: &Path, entries: u64, random: &mut Random) -> Result<Profile, Violation> {
    let service = Service::start(practice::Options::default()).await?;
    let (server, user_name) = (service.base().to_owned(), sample::USERS[0].username.to_owned());
    let profile = Profile { server, user_name };
    let backend = Backend::open(Options::new(data.to_path_buf()))?;
    let sign_in = SignIn {
        server: profile.server.clone(),
        user_name: profile.user_name.clone(),
        password: sample::PASSWORD.to_owned(),
        allow_plain_http: false,
        remember: false,
    };
    backend.sign_in(sign_in).await?;
    let sent = entries / 4;
    let mut paused = false;
    loop {
        let written = backend.check_journal(CheckJournal {}).await?.entries;
        if written >= entries {
            break;
        }
        if written >= sent && !paused {
            paused = true;
            backend.pause_sending(PauseSending { paused }).await?;
        }
        let name = format!("Dressings {:x}", random.next());
        let key =
            OperationKey(backend.create_category(CreateCategory { key: None, name }).await?.key);
        if paused {
            second_thoughts(&backend, key, random).await?;
        }
    }
    backend.close().await;
    service.stop().await;
    Ok(profile)
}

async fn second_thoughts(
    backend: &Backend,
    operation: OperationKey,
    random: &mut Random,
) -> Result<(), Violation> {
    if random.once_in(3) {
        let with = Operation::CreateCategory { name: format!("Gloves {:x}", random.next()) };
        backend.edit_operation(EditOperation { operation, with }).await?;
    }
    if random.once_in(3) {
        backend.drop_operation(DropOperation { operation }).await?;
        if random.once_in(2) {
            backend.restore_operation(RestoreOperation { operation }).await?;
        }
    }
    Ok(())
}

/// A copy of a profile, opened by the program, with a second hand in its file.
struct Victim {
    _data: tempfile::TempDir,
    backend: Backend,
    hand: Connection,
    entries: i64,
}

impl Victim {
    async fn of(from: &Path, profile: &Profile) -> Result<Self, Violation> {
        let data = tempfile::tempdir()?;
        let file = copy(from, data.path())?;
        let backend = Backend::open(Options::new(data.path().to_path_buf()))?;
        backend.open_profile(OpenProfile { profile: profile.clone() }).await?;
        let hand = Connection::open(file)?;
        // What this hand does need not last, and the journal's own guards are no part of the row.
        hand.execute_batch(
            "PRAGMA synchronous = OFF;
             DROP TRIGGER journal_is_never_changed;
             DROP TRIGGER journal_is_never_cut;",
        )?;
        let entries = hand.query_row("SELECT count(*) FROM journal", [], |row| row.get(0))?;
        Ok(Self { _data: data, backend, hand, entries })
    }

    /// Every change of the entries that are this part's; the cut last, which is not mended.
    async fn suffer(&self, part: u64, random: &mut Random) -> Result<Counts, Violation> {
        let mut counts = Counts::default();
        self.must_be_whole().await?;
        let step = usize::try_from(SIDE_BY_SIDE).unwrap_or(1);
        let first = i64::try_from(part).unwrap_or_default() + 1;
        for entry in (first..=self.entries).step_by(step) {
            counts.add("entries", 1);
            for column in COLUMNS {
                self.change_each_byte(entry, column, random, &mut counts).await?;
            }
            self.swap_with_the_next(entry, &mut counts).await?;
            self.take_out(entry, &mut counts).await?;
        }
        self.must_be_whole().await?;
        if part == 0 {
            self.cut_the_tail(&mut counts).await?;
        }
        self.backend.close().await;
        Ok(counts)
    }

    async fn change_each_byte(
        &self,
        entry: i64,
        (column, is_text): (&str, bool),
        random: &mut Random,
        counts: &mut Counts,
    ) -> Result<(), Violation> {
        let read = format!("SELECT {column} FROM journal WHERE entry = ?1");
        let was: Value = self.hand.query_row(&read, [entry], |row| row.get(0))?;
        let new = if is_text { "CAST(?1 AS TEXT)" } else { "?1" };
        let write = format!("UPDATE journal SET {column} = {new} WHERE entry = ?2");
        for (byte, changed) in changes(&was, random).into_iter().enumerate() {
            let now = match (&changed, column) {
                (Value::Integer(number), "entry") => *number,
                _ => entry,
            };
            if column == "entry" && (1..=self.entries).contains(&now) {
                // Two entries cannot have one number; that they change places is tried apart.
                continue;
            }
            self.hand.prepare_cached(&write)?.execute(params![changed, entry])?;
            // An entry with a number before the first stands before the first.
            let expected = if now < 1 { 1 } else { entry };
            self.must_find(expected, || format!("byte {byte} of {column} of entry {entry}"))
                .await?;
            self.hand.prepare_cached(&write)?.execute(params![was, now])?;
            counts.add("bytes", 1);
        }
        Ok(())
    }

    async fn swap_with_the_next(&self, entry: i64, counts: &mut Counts) -> Result<(), Violation> {
        if entry == self.entries {
            return Ok(());
        }
        let swap = format!(
            "UPDATE journal SET entry = -1 WHERE entry = {entry};
             UPDATE journal SET entry = {entry} WHERE entry = {entry} + 1;
             UPDATE journal SET entry = {entry} + 1 WHERE entry = -1;"
        );
        self.hand.execute_batch(&swap)?;
        self.must_find(entry, || format!("entry {entry} in the place of the next")).await?;
        self.hand.execute_batch(&swap)?;
        counts.add("swaps", 1);
        Ok(())
    }

    async fn take_out(&self, entry: i64, counts: &mut Counts) -> Result<(), Violation> {
        self.hand.execute_batch(&format!(
            "CREATE TEMP TABLE taken AS SELECT * FROM journal WHERE entry = {entry};
             DELETE FROM journal WHERE entry = {entry};"
        ))?;
        self.must_find(entry, || format!("entry {entry} taken out")).await?;
        self.hand
            .execute_batch("INSERT INTO journal SELECT * FROM taken; DROP TABLE temp.taken;")?;
        counts.add("taken_out", 1);
        Ok(())
    }

    async fn cut_the_tail(&self, counts: &mut Counts) -> Result<(), Violation> {
        for left in (0..self.entries).rev() {
            self.hand.execute("DELETE FROM journal WHERE entry > ?1", [left])?;
            self.must_find(left + 1, || format!("the journal cut to {left} entries")).await?;
            counts.add("cuts", 1);
        }
        Ok(())
    }

    async fn must_find(&self, entry: i64, what: impl FnOnce() -> String) -> Result<(), Violation> {
        let found = self.backend.check_journal(CheckJournal {}).await?.fault;
        let expected = u64::try_from(entry).ok();
        check(found == expected, || format!("{}: the check named {found:?}", what()))
    }

    async fn must_be_whole(&self) -> Result<(), Violation> {
        let found = self.backend.check_journal(CheckJournal {}).await?;
        let entries = u64::try_from(self.entries).unwrap_or_default();
        let whole = found.fault.is_none() && found.entries == entries;
        check(whole, || format!("a journal nobody touched: {found:?} of {entries}"))
    }
}

/// The value with each of its bytes changed; nothing becomes something empty, and the other way.
fn changes(was: &Value, random: &mut Random) -> Vec<Value> {
    let mut other = |byte: u8| byte ^ random.next().to_le_bytes()[0].max(1);
    let mut each_byte = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let one = |at: usize| {
            let mut changed = bytes.to_vec();
            changed[at] = other(changed[at]);
            changed
        };
        (0..bytes.len()).map(one).collect()
    };
    match was {
        // In a column of texts they become one with nothing in it, and one of one digit.
        Value::Null => vec![Value::Integer(0)],
        Value::Integer(number) => {
            let changed = each_byte(&number.to_le_bytes()).into_iter();
            changed
                .filter_map(|b| b.try_into().ok().map(i64::from_le_bytes))
                .map(Value::Integer)
                .collect()
        }
        Value::Text(text) => each_byte(text.as_bytes()).into_iter().map(Value::Blob).collect(),
        Value::Blob(bytes) => each_byte(bytes).into_iter().map(Value::Blob).collect(),
        Value::Real(_) => Vec::new(),
    }
}

/// Copies the one profile of a data folder, and answers where its database is.
fn copy(from: &Path, to: &Path) -> Result<PathBuf, Violation> {
    let profiles = fs::read_dir(from.join("profiles"))?.next();
    let folder = profiles.ok_or_else(|| Violation("there is no profile".into()))??.path();
    let copied = to.join("profiles").join(folder.file_name().unwrap_or_default());
    fs::create_dir_all(&copied)?;
    fs::copy(folder.join("profile.sqlite"), copied.join("profile.sqlite"))?;
    Ok(copied.join("profile.sqlite"))
}
