use super::super::movement::MovementWire;
use super::*;

fn nested(depth: usize, key: &str) -> Vec<u8> {
    let open = format!("{{\"id\":\"i\",\"product\":{{\"id\":\"p\"}},\"{key}\":[");
    let mut body = b"{\"data\":[{\"id\":\"m\",\"lineItems\":[".to_vec();
    body.extend(open.repeat(depth).bytes());
    body.extend("]}".repeat(depth).bytes());
    body.extend(b"]}]}");
    body
}
#[test]
fn deep() {
    for depth in [1, 10, 30, 50, 58, 60, 62, 70, 10_000] {
        for kb in [2048usize, 1024, 512, 256] {
            let body = nested(depth, "substitutions");
            let h = std::thread::Builder::new()
                .stack_size(kb * 1024)
                .spawn(move || match list::<MovementWire>(&body) {
                    Read::Value(_) => "ok".to_owned(),
                    Read::NotUnderstood(at) => at,
                    Read::Error(_) => "e".into(),
                })
                .unwrap();
            eprintln!("{depth} {kb} {:?}", h.join().unwrap());
        }
    }
}
