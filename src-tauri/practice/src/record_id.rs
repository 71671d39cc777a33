//! Ids derived from what a record is, so that they are the same in every run.
//!
//! Used by the sample data, and by the store for records that the document shows but that have no
//! table of their own.

/// The id of a sample record: 32 lower-case hex digits derived from its kind and key, such as
/// `id("user", "aokafor")`, `id("location", "Central store")`, `id("bin", "A-01-03")`,
/// `id("product", "GLV-2207")`, `id("stocklist", "STL-0107")`.
pub fn id(kind: &str, key: &str) -> String {
    digits(kind, key).iter().map(|digit| char::from(*digit)).collect()
}

/// A number below `below` that looks random but is the same in every run: for quantities and choices.
pub(crate) fn pick(kind: &str, key: &str, below: usize) -> usize {
    (hash(kind, key, 0) % below.max(1) as u64) as usize
}

/// FNV-1a, 64 bits, of kind and key.
const fn hash(kind: &str, key: &str, seed: u64) -> u64 {
    let mut hash = add(0xcbf2_9ce4_8422_2325 ^ seed, kind.as_bytes());
    hash = add(hash, b"/");
    hash = add(hash, key.as_bytes());
    // Short keys differ in their last letters only; mixing spreads that over all bits.
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 32)
}

const fn add(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// The 32 hex digits of an id.
pub(crate) const fn digits(kind: &str, key: &str) -> [u8; 32] {
    let halves = [hash(kind, key, 0), hash(kind, key, 0x5eed)];
    let mut digits = [b'0'; 32];
    let mut at = 0;
    while at < 32 {
        let nibble = (halves[at / 16] >> ((at % 16) * 4)) & 15;
        digits[at] = b"0123456789abcdef"[nibble as usize];
        at += 1;
    }
    digits
}
