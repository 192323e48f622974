//! The `unsafe` code of the boundary between a game's module and its host: imports, exported symbols, and
//! bytes in memory.
//!
//! Only numbers cross. An outgoing text is a pointer to its bytes and their number, valid during the call. An
//! incoming text is written to a buffer, whose pointer `rondel_room` returns to the host. The crate `rondel`
//! defines the symbols.

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Calls a function of the host: `import!(name(argument: Type = value, …) -> Type)`.
#[macro_export]
macro_rules! import {
    ($name:ident($($argument:ident: $ty:ty = $value:expr),* $(,)?) $(-> $returned:ty)?) => {{
        #[link(wasm_import_module = "rondel")]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "JavaScript names, and only numbers cross")]
        // SAFETY: in WebAssembly, an import is defined by its name and its types of numbers. A host with a
        // function of another type fails when it instantiates the module. The function accesses only the
        // memory of a pointer and a length, which is borrowed during the call, and the buffer.
        unsafe extern "C" {
            safe fn $name($($argument: $ty),*) $(-> $returned)?;
        }
        $name($($value),*)
    }};
}

/// Exports a function of the module under a name: `export!("name", (argument: Type, …) -> Type { … })`.
#[macro_export]
macro_rules! export {
    ($name:expr, ($($argument:ident: $ty:ty),* $(,)?) $(-> $returned:ty)? $body:block) => {
        const _: () = {
            // SAFETY: the name is unique. All names begin with the name of a class, as `wasm-bindgen` writes
            // it, or with `rondel_`. The linker fails if two are the same.
            #[unsafe(export_name = $name)]
            #[allow(clippy::too_many_arguments, reason = "only numbers cross")]
            extern "C" fn exported($($argument: $ty),*) $(-> $returned)? $body
        };
    };
}

/// Returns the text of `length` bytes that the host has written to the buffer.
pub fn text(length: usize) -> String {
    let mut bytes = BUFFER.take();
    bytes.truncate(length);
    // A host writes UTF-8. Invalid bytes are replaced, and do no other harm.
    String::from_utf8(bytes).unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

/// Stores a text in the buffer, which the host reads after the call. Returns its length in bytes.
pub fn leave(text: String) -> usize {
    let bytes = text.into_bytes();
    let length = bytes.len();
    BUFFER.set(bytes);
    length
}

// Exported by modules only.
#[cfg(target_arch = "wasm32")]
export!("rondel_room", (length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        if buffer.len() < length {
            buffer.resize(length, 0);
        }
        buffer.as_mut_ptr()
    })
});
