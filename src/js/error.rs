//! The one place that turns the engine's refusals into JavaScript errors.

use wasm_bindgen::prelude::*;

use crate::core::Refusal;

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

/// An `Error` that carries a refusal, for the calls that cannot return one.
pub fn of_refusal(refusal: &Refusal<JsValue>) -> JsValue {
    let error = JsError::new(&refusal.message);
    error.set_name("RondelError");
    error.set_code(refusal.kind.name());
    if let Some(payload) = &refusal.payload {
        error.set_payload(payload);
    }
    error.into()
}
