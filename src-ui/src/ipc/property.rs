//! A property of an object of the engine.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// What an object has by this name; nothing where it has none.
pub fn get(of: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(of, &JsValue::from_str(name)).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}
