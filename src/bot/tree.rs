//! The tree of a search: tried actions and their results.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::rewards::wins_alone;
use super::world::Seat;

/// Index of a node.
pub(super) type NodeId = usize;

/// A tree of nodes. Its edges are actions, not positions ("open loop"): with random numbers, an action leads
/// to another position each time, and a node contains the average of the results.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    /// Number of untried actions that the nodes listed.
    listed: usize,
}

/// A node: the continuations of one action.
pub(super) struct Node<A> {
    /// Seat and action that lead to the node. `None`: the root.
    pub edge: Option<(Seat, A)>,
    pub children: Vec<NodeId>,
    /// Untried actions. `None`: not enumerated, or different each time.
    pub untried: Option<Vec<A>>,
    pub visits: u32,
    /// Number of times that the action could have been chosen.
    pub available: u32,
    /// Number of times that the action failed or was refused.
    pub failures: u32,
    /// Sum of the rewards of the player who makes the action.
    pub total: f64,
    /// Rewards of all seats with best play, once proven.
    pub proven: Option<Box<[f64]>>,
}

/// Weight of exploration against exploitation.
///
/// UCB1 (Auer, Cesa-Bianchi, Fischer, 2002) proves its bound with sqrt(2) for rewards in [0, 1]; boardgame.io
/// uses this value. Cowling et al. found 0.7 best over several games.
///
/// Measured in tic-tac-toe with 1,000 iterations, as losing replies to the centre and to a corner: 1 of
/// 20,000 and 2 of 10,000 searches with 0.65; 6 and 6 with 0.7; 0 and 3 with 0.6; 0 and 12 with 0.5.
const EXPLORATION: f64 = 0.65;

/// Number of listed actions that take the memory of one node.
const LISTED_PER_NODE: usize = 16;

impl<A: Clone + PartialEq> Tree<A> {
    pub const ROOT: NodeId = 0;

    pub fn new() -> Self {
        Tree { nodes: vec![Node::new(None)], listed: 0 }
    }

    pub fn node(&self, id: NodeId) -> Option<&Node<A>> {
        self.nodes.get(id)
    }

    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node<A>> {
        self.nodes.get_mut(id)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the memory of the tree, measured in nodes.
    pub fn weight(&self) -> usize {
        self.nodes.len() + self.listed / LISTED_PER_NODE
    }

    /// Stores these untried actions at a node, and takes out its former list.
    pub fn leave(&mut self, id: NodeId, actions: &mut Vec<A>) {
        let Some(node) = self.nodes.get_mut(id) else { return };
        if node.untried.is_none() {
            self.listed += actions.len();
        }
        core::mem::swap(actions, node.untried.get_or_insert_default());
    }

    pub fn children(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node<A>)> {
        let ids = self.node(id).map_or(&[][..], |node| &node.children);
        ids.iter().filter_map(|child| Some((*child, self.node(*child)?)))
    }

    /// Returns the child for this action of this seat.
    pub fn find(&self, id: NodeId, seat: Seat, action: &A) -> Option<NodeId> {
        let is_it =
            |node: &Node<A>| matches!(&node.edge, Some((mover, done)) if *mover == seat && done == action);
        self.children(id).find(|(_, node)| is_it(node)).map(|(child, _)| child)
    }

    pub fn add(&mut self, parent: NodeId, seat: Seat, action: A) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node::new(Some((seat, action))));
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.children.push(id);
        }
        id
    }

    /// Returns the child to try next by UCT. A proven child counts with its proven value, without a bonus for
    /// exploration.
    pub fn select(&self, among: &[NodeId]) -> Option<NodeId> {
        let mut best: Option<(f64, NodeId)> = None;
        for id in among {
            let Some(node) = self.node(*id) else { continue };
            let worth = node.proven_reward().unwrap_or_else(|| node.mean() + node.bonus());
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// Derives what is proven of a node from its children: MCTS-Solver (Winands, Björnsson and Saito,
    /// "Monte-Carlo Tree Search Solver", 2008), extended to any number of seats. Each seat chooses its best
    /// action. If two actions are equally good for it but not for the others, nothing is proven.
    pub fn prove(&mut self, id: NodeId) {
        let Some(node) = self.node(id) else { return };
        if node.proven.is_some() {
            return;
        }
        let mut is_certain = node.untried.as_ref().is_some_and(Vec::is_empty);
        let mut best: Option<(f64, &[f64])> = None;
        let mut is_tied = false;
        for (_, child) in self.children(id) {
            let (Some(reward), Some(rewards)) = (child.proven_reward(), child.proven.as_deref()) else {
                is_certain = false;
                continue;
            };
            match best {
                Some((most, _)) if reward < most => {}
                Some((most, others)) if reward == most => is_tied |= others != rewards,
                _ => (best, is_tied) = (Some((reward, rewards)), false),
            }
        }
        let wins = |(most, rewards): (f64, &[f64])| most >= 1.0 && wins_alone(rewards);
        let is_certain = best.is_some_and(wins) || (is_certain && !is_tied);
        let proven = best.filter(|_| is_certain).map(|(_, rewards)| Box::from(rewards));
        if let Some(node) = self.node_mut(id) {
            node.proven = proven;
        }
    }

    /// Makes a node the root and drops all nodes outside of its subtree. Works in place, because a tree may
    /// be large.
    pub fn keep_below(&mut self, root: NodeId) {
        // New indices of the remaining nodes. A child always comes after its parent.
        let mut places: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        mark(&mut places, root, Self::ROOT);
        let mut count = 0;
        for id in root..self.nodes.len() {
            if places.get(id).is_none_or(Option::is_none) {
                continue;
            }
            for child in self.nodes.get(id).map_or(&[][..], |node| &node.children) {
                mark(&mut places, *child, Self::ROOT);
            }
            mark(&mut places, id, count);
            self.nodes.swap(id, count);
            count += 1;
        }
        self.nodes.truncate(count);
        self.nodes.shrink_to_fit();
        for child in self.nodes.iter_mut().flat_map(|node| &mut node.children) {
            *child = places.get(*child).copied().flatten().unwrap_or(*child);
        }
        self.listed = self.nodes.iter().filter_map(|node| node.untried.as_ref()).map(Vec::len).sum();
        if let Some(root) = self.nodes.first_mut() {
            (root.edge, root.proven) = (None, None);
        }
        // The proof for the root is recomputed from its children, one of which will be chosen.
        self.prove(Self::ROOT);
    }
}

fn mark(places: &mut [Option<NodeId>], id: NodeId, place: NodeId) {
    if let Some(known) = places.get_mut(id) {
        *known = Some(place);
    }
}

impl<A> Node<A> {
    fn new(edge: Option<(Seat, A)>) -> Self {
        Node {
            edge,
            children: Vec::new(),
            untried: None,
            visits: 0,
            available: 0,
            failures: 0,
            total: 0.0,
            proven: None,
        }
    }

    /// Returns the proven reward of the player who makes the action.
    pub fn proven_reward(&self) -> Option<f64> {
        let (seat, _) = self.edge.as_ref()?;
        self.proven.as_ref()?.get(*seat).copied()
    }

    /// Returns the mean reward of the action.
    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// Returns `true` if the action fails most of the time, because it depends on drawn or dealt values.
    pub fn mostly_fails(&self) -> bool {
        self.failures > 8 + 2 * self.visits
    }

    fn bonus(&self) -> f64 {
        let (available, visits) = (f64::from(self.available.max(1)), f64::from(self.visits.max(1)));
        EXPLORATION * sqrt(ln(available) / visits)
    }
}

/// Returns the natural logarithm of a positive number. Uses only operations with the same results on all
/// machines: the same seed must lead to the same move natively, on a page and on a server.
fn ln(x: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    let exponent = f64::from(((bits >> 52) & 0x7ff) as i32 - 1023);
    let mantissa = f64::from_bits((bits & MANTISSA) | (1023 << 52));
    // ln(m) = 2 artanh((m - 1) / (m + 1)). For m in [1, 2), ten terms have an error below 1e-10.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let terms = (0..10).rev().map(|term| 1.0 / f64::from(2 * term + 1));
    2.0 * s * terms.fold(0.0, |sum, factor| sum * s * s + factor) + exponent * core::f64::consts::LN_2
}

/// Returns the square root of a non-negative number by Newton's method. The module has no standard library.
fn sqrt(x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    // Half the exponent is right within a few per cent. Each step doubles the number of correct digits.
    let guess = f64::from_bits((x.to_bits() >> 1) + (511_u64 << 52) + (1 << 51));
    (0..4).fold(guess, |root, _| 0.5 * (root + x / root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_roots_are_those_of_the_library() {
        for x in 1..5_000 {
            let x = f64::from(x);
            assert!((ln(x) - x.ln()).abs() < 1e-9, "{x}");
            assert!((sqrt(x / 7.0) - (x / 7.0).sqrt()).abs() < 1e-9, "{x}");
        }
    }

    #[test]
    fn moving_the_root_keeps_the_order_of_nodes() {
        let mut tree: Tree<char> = Tree::new();
        let a = tree.add(Tree::<char>::ROOT, 0, 'a');
        let b = tree.add(Tree::<char>::ROOT, 0, 'b');
        let (c, e) = (tree.add(a, 1, 'c'), tree.add(b, 1, 'e'));
        let (d, f) = (tree.add(a, 1, 'd'), tree.add(b, 1, 'f'));
        for (parent, action) in [(d, 'x'), (f, 'y'), (e, 'z'), (c, 'w'), (f, 'u')] {
            tree.add(parent, 0, action);
        }
        tree.leave(a, &mut vec!['p']);
        tree.leave(f, &mut vec!['q'; 32]);
        tree.keep_below(b);
        let below = |id| -> Vec<char> {
            tree.children(id).filter_map(|(_, node)| node.edge.map(|(_, action)| action)).collect()
        };
        assert_eq!((tree.len(), tree.weight(), below(Tree::<char>::ROOT)), (6, 8, vec!['e', 'f']));
        let below = |action| tree.find(Tree::<char>::ROOT, 1, &action).map(below);
        assert_eq!((below('e'), below('f')), (Some(vec!['z']), Some(vec!['y', 'u'])));
        assert!(tree.node(Tree::<char>::ROOT).is_some_and(|root| root.edge.is_none()));
    }

    #[test]
    fn a_seat_chooses_its_best_action_and_ties_prove_nothing_for_others() {
        let proven = |rewards: &[&[f64]]| {
            let mut tree: Tree<usize> = Tree::new();
            for (action, rewards) in rewards.iter().enumerate() {
                let child = tree.add(Tree::<usize>::ROOT, 0, action);
                if let Some(node) = tree.node_mut(child) {
                    node.proven = (!rewards.is_empty()).then(|| Box::from(*rewards));
                }
            }
            if let Some(root) = tree.node_mut(Tree::<usize>::ROOT) {
                root.untried = Some(Vec::new());
            }
            tree.prove(Tree::<usize>::ROOT);
            tree.node(Tree::<usize>::ROOT)
                .and_then(|root| root.proven.as_ref().map(|rewards| rewards.to_vec()))
        };
        assert_eq!(proven(&[&[1.0, 0.0], &[]]), Some(vec![1.0, 0.0]));
        assert_eq!(proven(&[&[0.5, 0.5], &[]]), None);
        assert_eq!(proven(&[&[0.5, 0.5], &[0.0, 1.0]]), Some(vec![0.5, 0.5]));
        assert_eq!(proven(&[&[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]]), None);
    }
}
