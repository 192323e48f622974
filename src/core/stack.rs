//! Persistent stacks.

use alloc::rc::Rc;
use core::fmt;

/// A persistent stack. Versions share their tails, so pushing and popping take constant time.
pub struct Stack<T>(Option<Rc<Node<T>>>);

struct Node<T> {
    item: T,
    below: Stack<T>,
    depth: usize,
}

impl<T> Stack<T> {
    /// Creates a stack with one item.
    pub fn of(item: T) -> Self {
        Stack::default().push(item)
    }

    /// Returns this stack with one more item on top.
    pub fn push(&self, item: T) -> Self {
        let depth = self.depth() + 1;
        Stack(Some(Rc::new(Node { item, below: self.clone(), depth })))
    }

    /// Returns the top item and the stack below it.
    pub fn pop(&self) -> Option<(&T, &Stack<T>)> {
        self.0.as_ref().map(|node| (&node.item, &node.below))
    }

    /// Returns the number of items.
    pub fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.depth)
    }

    /// Returns the number of items at the bottom that this stack shares with another version of it.
    pub fn shared_with(&self, other: &Self) -> usize {
        let (mut one, mut two) = (self, other);
        while let (Some(first), Some(second)) = (&one.0, &two.0) {
            if Rc::ptr_eq(first, second) {
                return first.depth;
            }
            let (below_one, below_two) = (&first.below, &second.below);
            if first.depth >= second.depth {
                one = below_one;
            }
            if first.depth <= second.depth {
                two = below_two;
            }
        }
        0
    }

    /// Iterates over the items from the top down.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        core::iter::successors(self.0.as_ref(), |node| node.below.0.as_ref()).map(|node| &node.item)
    }
}

impl<T> fmt::Debug for Stack<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a stack of {}", self.depth())
    }
}

impl<T> Clone for Stack<T> {
    fn clone(&self) -> Self {
        Stack(self.0.clone())
    }
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Stack(None)
    }
}

impl<T> Drop for Stack<T> {
    // Recursive drops would overflow the call stack on a long history.
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(node) = rest {
            rest = Rc::into_inner(node).and_then(|mut node| node.below.0.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn an_older_version_keeps_its_items() {
        let one = Stack::of(1);
        let two = one.push(2);
        assert_eq!((one.depth(), two.depth()), (1, 2));
        assert_eq!(two.iter().copied().collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn stacks_know_the_items_that_they_share() {
        let one = Stack::of(1);
        let three = one.push(2).push(3);
        let other = one.push(2);
        assert_eq!((three.shared_with(&one), one.shared_with(&three), three.shared_with(&three)), (1, 1, 3));
        assert_eq!((three.shared_with(&other), other.shared_with(&three)), (1, 1));
        assert_eq!(three.shared_with(&Stack::of(1)), 0);
        assert_eq!(three.shared_with(&Stack::default()), 0);
    }

    #[test]
    fn a_very_long_history_is_dropped_without_overflowing() {
        let mut history = Stack::default();
        for item in 0..1_000_000 {
            history = history.push(item);
        }
        assert_eq!(history.depth(), 1_000_000);
    }
}
