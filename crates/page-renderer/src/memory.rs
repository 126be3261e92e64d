//! The memory of a runtime: counted, and bounded without harm.
//!
//! QuickJS's own limit refuses whichever allocation passes it, and QuickJS does not survive every refusal: with small
//! ones it can run into freed memory. So small allocations are always granted and only counted; the interrupt handler
//! stops the page soon after it has passed its limit. Large ones, which a page could take many of between two looks of
//! that handler, are refused; they are strings and arrays growing, and QuickJS is prepared for that.
#![allow(unsafe_code)]

use std::ptr;
use std::rc::Rc;

use rquickjs::allocator::{Allocator, RustAllocator};

use crate::watch::Watch;

/// QuickJS allocates small objects in chunks of 4 KiB; larger blocks are strings, arrays or tables.
const LARGE: usize = 16 << 10;

/// Rust's allocator, counted by a [`Watch`].
pub(crate) struct CountedMemory(pub(crate) Rc<Watch>);

impl CountedMemory {
    fn refuses(&self, more: usize) -> bool {
        let refuses = more >= LARGE && self.0.would_pass(more);
        if refuses {
            self.0.refuse();
        }
        refuses
    }

    fn count(&self, block: *mut u8) -> *mut u8 {
        if !block.is_null() {
            // SAFETY: the block comes from `RustAllocator`.
            self.0.allocated(unsafe { RustAllocator::usable_size(block) });
        }
        block
    }
}

// SAFETY: every block comes from and goes back to `RustAllocator`, which keeps the trait's promises; null is only ever
// given back in place of a block.
unsafe impl Allocator for CountedMemory {
    fn alloc(&mut self, size: usize) -> *mut u8 {
        if self.refuses(size) { ptr::null_mut() } else { self.count(RustAllocator.alloc(size)) }
    }

    fn calloc(&mut self, count: usize, size: usize) -> *mut u8 {
        match count.checked_mul(size) {
            Some(bytes) if !self.refuses(bytes) => self.count(RustAllocator.calloc(count, size)),
            _ => ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&mut self, block: *mut u8) {
        // SAFETY: the caller promises that the block is one of ours.
        unsafe {
            self.0.freed(RustAllocator::usable_size(block));
            RustAllocator.dealloc(block);
        }
    }

    unsafe fn realloc(&mut self, block: *mut u8, new_size: usize) -> *mut u8 {
        if block.is_null() {
            return self.alloc(new_size);
        }
        // SAFETY: the caller promises that the block is one of ours; it stays valid when the answer is null.
        unsafe {
            let old_size = RustAllocator::usable_size(block);
            if self.refuses(new_size.saturating_sub(old_size)) {
                return ptr::null_mut();
            }
            let moved = RustAllocator.realloc(block, new_size);
            if !moved.is_null() {
                self.0.freed(old_size);
            }
            self.count(moved)
        }
    }

    unsafe fn usable_size(block: *mut u8) -> usize {
        // SAFETY: the caller promises that the block is one of ours.
        unsafe { RustAllocator::usable_size(block) }
    }
}
