//! Growth of the engine's memory.

#![allow(
    clippy::disallowed_types,
    reason = "it counts pages of the instance, which matches do not depend on"
)]

use alloc::vec::Vec;
use core::hint::black_box;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static PAGES: AtomicUsize = AtomicUsize::new(0);

const PAGE: usize = 65_536;

/// Grows the memory by an eighth at once, if it has grown since the last call.
///
/// By default it grows by one page at a time. Each time costs the browser a garbage collection, which takes
/// longer than a hundred moves.
pub fn reserve() {
    let pages = pages();
    if pages != PAGES.load(Relaxed) {
        let mut room = Vec::<u8>::new();
        // Less than an eighth may be available, which is not an error.
        let _ = room.try_reserve_exact(pages * PAGE / 8);
        drop(black_box(room));
        PAGES.store(self::pages(), Relaxed);
    }
}

#[cfg(target_arch = "wasm32")]
fn pages() -> usize {
    core::arch::wasm32::memory_size(0)
}

#[cfg(not(target_arch = "wasm32"))]
fn pages() -> usize {
    0
}
