//! R-S1's look into the window. [`WATCH`] runs in each page before it begins, a journey runs [`COLLECT`]
//! wherever it likes, and hands what the latter returned to [`found`].

use serde_json::Value;

use super::secrets::{Secret, find};

/// Notes every message between page and process from here on, both ways, and those of the page before
/// where it is loaded anew: it runs first in each. The name of a window outlives its page, and is nothing
/// that a page stores.
pub const WATCH: &str = r#"(() => {
    if (location.protocol !== "tauri:") return;
    const before = window.name.startsWith("watched") ? JSON.parse(window.name.slice(7)) : [[], []];
    window.name = "";
    const messages = before[0];
    Object.defineProperty(window, "__messages", { value: messages });
    const text = (body) =>
        body == null ? "" : typeof body === "string" ? body : new TextDecoder().decode(body);
    // Events do not come as answers; asked for before the watch, these questions are not noted.
    const events = before[1];
    Object.defineProperty(window, "__events", { value: events });
    window.addEventListener("pagehide", () => {
        window.name = "watched" + JSON.stringify([messages, events]);
    });
    const native = window.__TAURI_INTERNALS__;
    for (const event of ["changed", "closing"]) {
        const handler = native.transformCallback((told) => events.push(JSON.stringify(told)));
        native.invoke("plugin:event|listen", { event, target: { kind: "Any" }, handler });
    }
    const send = window.fetch;
    window.fetch = async (...given) => {
        const [address, options] = given;
        // The page's own files are no messages.
        if (!String(address?.url ?? address).startsWith("ipc:")) return send.apply(window, given);
        const message = { address: String(address?.url ?? address), asked: "", answered: "" };
        message.asked = text(options?.body);
        messages.push(message);
        const answer = await send.apply(window, given);
        // Noted before the page has it: what the page knows is never more than what is noted.
        message.answered = await answer.clone().text();
        return answer;
    };
})();"#;

/// Gathers what the page knows: the messages and events noted, its content, fields, cookies, storage
/// and list of loads.
pub const COLLECT: &str = r#"
    const fields = [...document.querySelectorAll("input, textarea, select")];
    return {
        messages: window.__messages ?? null,
        events: window.__events ?? null,
        content: document.documentElement.outerHTML,
        fields: fields.filter((field) => field.type !== "password").map((field) => field.value),
        cookies: document.cookie,
        local: JSON.stringify({ ...window.localStorage }),
        session: JSON.stringify({ ...window.sessionStorage }),
        loads: JSON.stringify(performance.getEntries()),
        address: location.href,
    };
"#;

/// Where secrets stand in what was collected. The password may stand in its own field, which is not
/// collected, and in what the page asks in `sign_in`, and nowhere else. That nothing was watched is
/// found too.
#[must_use]
pub fn found(secrets: &[Secret], collected: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut look = |text: &str, place: &str| {
        let hits = find(secrets, text.as_bytes());
        found.extend(hits.into_iter().map(|hit| format!("{hit} in {place}")));
    };
    for message in collected["messages"].as_array().into_iter().flatten() {
        let part = |name: &str| message[name].as_str().unwrap_or_default();
        let command = part("address").rsplit('/').next().unwrap_or_default().to_owned();
        look(part("address"), &format!("the address of {command}"));
        look(part("answered"), &format!("the answer to {command}"));
        if command != "sign_in" {
            look(part("asked"), &format!("the question {command}"));
        }
    }
    for (place, value) in collected.as_object().into_iter().flatten() {
        if place != "messages" {
            look(&text_of(value), &format!("the page's {place}"));
        }
    }
    if collected["messages"].as_array().is_none_or(Vec::is_empty) {
        found.push("no message was watched".to_owned());
    }
    found
}

/// A text as it is, anything else as JSON.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(messages: &Value, cookies: &str) -> Vec<String> {
        let collected = json!({ "messages": messages, "cookies": cookies, "fields": ["aokafor"] });
        found(&[Secret::new("the password", "CANARY")], &collected)
    }

    #[test]
    fn the_password_may_stand_in_the_one_message_that_signs_in() {
        let message = |command: &str, asked: &str, answered: &str| json!([{ "address": format!("ipc://localhost/{command}"), "asked": asked, "answered": answered }]);
        assert_eq!(page(&message("sign_in", "CANARY", "{}"), ""), [""; 0]);
        assert_eq!(page(&message("sign_in", "CANARY", "CANARY"), "").len(), 1);
        assert_eq!(page(&message("save_draft", "CANARY", "{}"), "").len(), 1);
        assert_eq!(page(&message("session", "{}", "{}"), "a=CANARY").len(), 1);
        assert_eq!(page(&json!([]), "").len(), 1, "nothing watched proves nothing");
    }
}
