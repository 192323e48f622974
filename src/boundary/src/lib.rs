//! What needs `unsafe` where the module of a game meets its host: imports, exported symbols, and bytes in memory.
//!
//! Numbers alone cross. A text that goes out is a pointer to its bytes and their number, for as long as the call takes; one that
//! comes in is written to the buffer, whose pointer `rondel_room` returns to the host. The crate `rondel` defines the symbols.

use std::cell::RefCell;

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Calls a function that the host gives to the module: `import!(name(argument: Type = value, …) -> Type)`.
#[macro_export]
macro_rules! import {
    ($name:ident($($argument:ident: $ty:ty = $value:expr),* $(,)?) $(-> $returned:ty)?) => {{
        #[link(wasm_import_module = "rondel")]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "by the names of JavaScript's, and numbers alone cross")]
        // SAFETY: in WebAssembly an import is declared by nothing but its name and numbers; a host that gives a function of
        // another type fails when the module is instantiated. It touches no memory but what a pointer and a length give, which is
        // borrowed for as long as the call takes, and the buffer.
        unsafe extern "C" {
            safe fn $name($($argument: $ty),*) $(-> $returned)?;
        }
        $name($($value),*)
    }};
}

/// Exports a function from the module under a name: `export!("name", (argument: Type, …) -> Type { … })`.
#[macro_export]
macro_rules! export {
    ($name:expr, ($($argument:ident: $ty:ty),* $(,)?) $(-> $returned:ty)? $body:block) => {
        const _: () = {
            // SAFETY: the name stands for nothing else. All of them begin with the name of a class, as `wasm-bindgen` writes it, or
            // with `rondel_`, and the linker ends with an error where two are the same.
            #[unsafe(export_name = $name)]
            #[allow(clippy::too_many_arguments, reason = "numbers alone cross, and each is one")]
            extern "C" fn exported($($argument: $ty),*) $(-> $returned)? $body
        };
    };
}

/// The text of so many bytes that the host has written to the buffer.
pub fn text(length: usize) -> String {
    let mut bytes = ROOM.take();
    bytes.truncate(length);
    // A host writes UTF-8. What is not UTF-8 is replaced, and does no other harm.
    String::from_utf8(bytes).unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

/// Leaves a text in the buffer for the host, which reads it when the call has returned. Returns its number of bytes.
pub fn leave(text: String) -> usize {
    let bytes = text.into_bytes();
    let length = bytes.len();
    ROOM.set(bytes);
    length
}

// Of a module alone: elsewhere nobody asks for it.
#[cfg(target_arch = "wasm32")]
export!("rondel_room", (length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        if room.len() < length {
            room.resize(length, 0);
        }
        room.as_mut_ptr()
    })
});
