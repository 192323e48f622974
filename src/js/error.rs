//! The one place that turns the engine's refusals and mistakes into JavaScript values.

use wasm_bindgen::prelude::*;

use crate::core::{DefinitionError, Refusal};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Error)]
    type JsError;

    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> JsError;

    #[wasm_bindgen(method, setter)]
    fn set_name(this: &JsError, name: &str);

    #[wasm_bindgen(method, setter)]
    fn set_code(this: &JsError, code: &str);

    #[wasm_bindgen(method, setter)]
    fn set_payload(this: &JsError, payload: &JsValue);
}

/// An `Error` that says what is wrong with a game's definition, and where.
pub fn of_definition(error: &DefinitionError) -> JsValue {
    of_text("game/definition", &error.to_string(), &JsValue::UNDEFINED)
}

/// An `Error` that carries a refusal, for the calls that cannot return one.
pub fn of_refusal(refusal: &Refusal<JsValue>) -> JsValue {
    let payload = refusal.payload.clone().unwrap_or_default();
    of_text(refusal.kind.name(), &refusal.message, &payload)
}

fn of_text(code: &str, message: &str, payload: &JsValue) -> JsValue {
    let error = JsError::new(message);
    error.set_name("RondelError");
    error.set_code(code);
    if !payload.is_undefined() {
        error.set_payload(payload);
    }
    error.into()
}
