//! The search: Monte Carlo tree search, in slices.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::candidates::Candidate;
use super::rewards::{share, wins_alone};
use super::tree::{Node, NodeId, Tree};
use super::world::{Played, Seat, World, pick};
use rondel_core::Random;

/// Options of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed. The same seed leads to the same choice after the same number of iterations.
    pub seed: Rc<str>,
    /// Maximum number of actions in a playout.
    pub playout_depth: u32,
    /// Maximum number of nodes of the tree. Lists of untried actions count too. With a full tree, a search
    /// goes on without adding nodes.
    pub most_nodes: usize,
}

/// Number of actions of one playout after which a search pauses if others wait for the thread. A playout may
/// be long, and a game may have no end.
pub const PAUSE: u32 = 64;

/// A search from one position. It keeps its tree between calls.
pub struct Search<A> {
    tree: Tree<A>,
    random: Random,
    playout_depth: u32,
    most_nodes: usize,
    iterations: u32,
    spoiled: u32,
    /// Playout in which the search has paused.
    unfinished: Option<Playout>,
    // Buffers, reused in each iteration.
    path: Vec<NodeId>,
    actions: Vec<A>,
    among: Vec<NodeId>,
    refused: Vec<NodeId>,
}

/// Position in which an iteration leaves the tree.
enum Leaf {
    /// A new position, to be continued by a playout.
    Fresh { certain: bool },
    /// The match is over, or no action is possible.
    End { certain: bool },
    /// The rewards are proven.
    Proven(Box<[f64]>),
    /// A seat has reached its objectives.
    Achieved { seat: Seat, score: f64 },
    /// An action failed, and the state cannot be used.
    Spoiled,
}

/// A random continuation of the match.
struct Playout {
    /// The seat that moves first, if the position is certain.
    decider: Option<Seat>,
    /// Number of actions played.
    done: u32,
    /// `true` if the first action has ended the match, without random numbers.
    is_one_action: bool,
}

/// State of an iteration after a call.
enum Iteration {
    /// It is over with rewards.
    Known,
    /// It is over without rewards, because an action failed.
    Spoiled,
    /// It is in a playout, which the next call continues.
    Paused,
}

impl<A: Clone + PartialEq> Search<A> {
    /// Creates a search without any results.
    pub fn new(settings: &Settings) -> Self {
        Search {
            tree: Tree::new(),
            random: Random::seeded(Rc::clone(&settings.seed)),
            playout_depth: settings.playout_depth,
            most_nodes: settings.most_nodes,
            iterations: 0,
            spoiled: 0,
            unfinished: None,
            path: Vec::new(),
            actions: Vec::new(),
            among: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Makes `iterations` iterations. Returns `true` if more would not change the result; it may then make
    /// fewer.
    pub fn run<W: World<Action = A>>(&mut self, world: &mut W, iterations: u32) -> bool {
        self.run_with_pauses(world, iterations, u32::MAX)
    }

    /// As [`Search::run`], but returns after `pause` actions of one playout. The next call resumes that
    /// playout, and needs the world in the same state.
    pub fn run_with_pauses<W: World<Action = A>>(
        &mut self,
        world: &mut W,
        iterations: u32,
        pause: u32,
    ) -> bool {
        let mut rewards = vec![0.0; world.seats()];
        for _ in 0..iterations {
            let iteration = match self.unfinished.take() {
                Some(playout) => self.play_out(world, playout, pause, &mut rewards),
                None if self.is_done() => break,
                None => self.begin_iteration(world, pause, &mut rewards),
            };
            match iteration {
                Iteration::Known => self.learn(&rewards),
                Iteration::Spoiled => self.spoiled += 1,
                Iteration::Paused => return false,
            }
            self.iterations += 1;
        }
        self.is_done()
    }

    /// Returns `true` if the search has paused in a playout.
    pub fn is_paused(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Returns the results for each possible action.
    pub fn candidates(&self) -> Vec<Candidate<A>> {
        self.tree.children(Tree::<A>::ROOT).filter_map(|(_, node)| candidate(node)).collect()
    }

    /// Moves the root of the tree to the child of this action and drops the rest. Call it with each action of
    /// the match in order. If the tree does not contain the action, the search starts again.
    pub fn follow(&mut self, seat: Seat, action: &A) {
        match self.tree.find(Tree::<A>::ROOT, seat, action) {
            Some(child) => self.tree.keep_below(child),
            None => self.tree = Tree::new(),
        }
        (self.iterations, self.spoiled, self.unfinished) = (0, 0, None);
    }

    /// Returns `true` if more iterations would not change the result: the position is solved, or all actions
    /// fail.
    fn is_done(&self) -> bool {
        let nothing_works =
            |root: &Node<A>| root.children.is_empty() && root.untried.as_ref().is_some_and(Vec::is_empty);
        self.is_solved() || self.tree.node(Tree::<A>::ROOT).is_some_and(nothing_works)
    }

    /// Returns `true` if the value of the position is proven.
    pub fn is_solved(&self) -> bool {
        self.tree.node(Tree::<A>::ROOT).is_some_and(|root| root.proven.is_some())
    }

    /// Returns the number of iterations from this position.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Returns the number of iterations without result because an action failed.
    pub fn spoiled(&self) -> u32 {
        self.spoiled
    }

    /// Returns the number of nodes of the tree.
    pub fn size(&self) -> usize {
        self.tree.len()
    }

    /// Returns the results for each action of a node, with the child nodes. Node 0 is the position itself.
    pub fn below(&self, node: usize) -> Vec<(usize, Candidate<A>)> {
        self.tree.children(node).filter_map(|(id, node)| Some((id, candidate(node)?))).collect()
    }

    fn is_full(&self) -> bool {
        self.tree.weight() >= self.most_nodes
    }

    fn begin_iteration<W: World<Action = A>>(
        &mut self,
        world: &mut W,
        pause: u32,
        rewards: &mut [f64],
    ) -> Iteration {
        if !world.begin(&mut self.random) {
            return Iteration::Spoiled;
        }
        let leaf = self.descend(world);
        self.settle(world, leaf, pause, rewards)
    }

    /// Plays from the root of the tree to a position outside of it, and adds that position.
    fn descend<W: World<Action = A>>(&mut self, world: &mut W) -> Leaf {
        self.path.clear();
        self.path.push(Tree::<A>::ROOT);
        let mut node = Tree::<A>::ROOT;
        let mut certain = !world.deals_each_time();
        loop {
            if let Some(proven) =
                self.tree.node(node).and_then(|node| node.proven.clone()).filter(|_| certain)
            {
                return Leaf::Proven(proven);
            }
            let Some(seat) = world.mover() else { return Leaf::End { certain } };
            certain &= !world.is_turn_shared();
            if self.is_full() && self.tree.children(node).next().is_none() {
                return Leaf::Fresh { certain };
            }
            self.refused.clear();
            let (next, played, is_new) = loop {
                let Some((next, is_new)) = self.choose(world, node, seat, certain) else {
                    // The tree is full, or there are no actions.
                    return if self.is_full() {
                        Leaf::Fresh { certain }
                    } else {
                        Leaf::End { certain: false }
                    };
                };
                let Some((_, action)) = self.tree.node(next).and_then(|next| next.edge.as_ref()) else {
                    return Leaf::Spoiled;
                };
                match world.play(seat, action) {
                    Played::Refused => self.give_up(node, next, certain),
                    played => break (next, played, is_new),
                }
            };
            if played == Played::Spoiled {
                self.give_up(node, next, certain);
                return Leaf::Spoiled;
            }
            certain &= played == Played::Done;
            self.path.push(next);
            node = next;
            if let Some(score) = achieved(world, seat) {
                return Leaf::Achieved { seat, score };
            }
            if is_new {
                return match world.mover() {
                    None => Leaf::End { certain },
                    Some(_) => Leaf::Fresh { certain },
                };
            }
        }
    }

    /// Chooses a child: an untried action, else the most promising one.
    fn choose<W: World<Action = A>>(
        &mut self,
        world: &mut W,
        node: NodeId,
        seat: Seat,
        certain: bool,
    ) -> Option<(NodeId, bool)> {
        self.among.clear();
        self.actions.clear();
        let is_known = certain && self.tree.node(node)?.untried.is_some();
        if !is_known {
            world.enumerate(seat, &mut self.actions);
        }
        if is_known {
            self.among.extend_from_slice(&self.tree.node(node)?.children);
            core::mem::swap(&mut self.actions, self.tree.node_mut(node)?.untried.as_mut()?);
        } else {
            let (tree, among) = (&self.tree, &mut self.among);
            self.actions.retain(|action| match tree.find(node, seat, action) {
                Some(child) => {
                    if !among.contains(&child) {
                        among.push(child);
                    }
                    false
                }
                None => true,
            });
        }
        let (tree, refused) = (&self.tree, &self.refused);
        self.among
            .retain(|id| !refused.contains(id) && tree.node(*id).is_some_and(|child| !child.mostly_fails()));
        for child in &self.among {
            if let Some(child) = self.tree.node_mut(*child) {
                child.available += 1;
            }
        }
        let picked = if self.is_full() { None } else { pick(&mut self.random, &mut self.actions) };
        let chosen = match picked {
            Some(action) => Some((self.tree.add(node, seat, action), true)),
            None => self.tree.select(&self.among).map(|child| (child, false)),
        };
        if certain {
            // The remaining actions are not enumerated again.
            self.tree.leave(node, &mut self.actions);
        }
        chosen
    }

    /// Excludes an action that failed. An action that always fails is excluded permanently. Otherwise it is
    /// excluded from this iteration, and permanently if it fails most of the time.
    fn give_up(&mut self, parent: NodeId, child: NodeId, certain: bool) {
        self.refused.push(child);
        if let Some(child) = self.tree.node_mut(child) {
            child.failures += 1;
        }
        if certain && let Some(parent) = self.tree.node_mut(parent) {
            parent.children.retain(|other| *other != child);
        }
    }

    /// Determines the rewards for the position in which an iteration has left the tree.
    fn settle<W: World<Action = A>>(
        &mut self,
        world: &mut W,
        leaf: Leaf,
        pause: u32,
        rewards: &mut [f64],
    ) -> Iteration {
        match leaf {
            Leaf::Spoiled => return Iteration::Spoiled,
            Leaf::Proven(proven) => {
                rewards.iter_mut().zip(proven).for_each(|(reward, known)| *reward = known)
            }
            Leaf::Achieved { seat, score } => share(score, seat, rewards),
            Leaf::End { certain } => {
                world.judge(rewards);
                if certain && world.is_judgement_final() {
                    self.note_proven(rewards);
                }
            }
            Leaf::Fresh { certain } => {
                let decider = world.mover().filter(|_| certain && !world.is_turn_shared());
                let playout = Playout { decider, done: 0, is_one_action: false };
                return self.play_out(world, playout, pause, rewards);
            }
        }
        Iteration::Known
    }

    /// Plays at random to the end, or to the next pause.
    fn play_out<W: World<Action = A>>(
        &mut self,
        world: &mut W,
        mut playout: Playout,
        pause: u32,
        rewards: &mut [f64],
    ) -> Iteration {
        let end = playout.done.saturating_add(pause);
        while playout.done < self.playout_depth {
            if playout.done >= end {
                self.unfinished = Some(playout);
                return Iteration::Paused;
            }
            let Some(seat) = world.mover() else { break };
            let Some(played) = world.play_any(seat, &mut self.random, &mut self.actions) else { break };
            if played == Played::Spoiled {
                return Iteration::Spoiled;
            }
            if let Some(score) = achieved(world, seat) {
                share(score, seat, rewards);
                return Iteration::Known;
            }
            if playout.done == 0 && played == Played::Done && world.mover().is_none() {
                playout.is_one_action = true;
            }
            playout.done += 1;
        }
        world.judge(rewards);
        if playout.is_one_action && world.is_judgement_final() {
            self.note_decided(playout.decider, rewards);
        }
        Iteration::Known
    }

    /// Notes that the next seat wins by a "decisive move", if it does (Teytaud and Teytaud, "On the Huge
    /// Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms", 2010). The authors search for one
    /// among all moves of a position. This search only notes it if a playout begins with one, which costs
    /// nothing.
    fn note_decided(&mut self, decider: Option<Seat>, rewards: &[f64]) {
        let wins = decider.and_then(|seat| rewards.get(seat)).is_some_and(|reward| *reward >= 1.0);
        // The root needs an action, not only the proof that one exists.
        if wins && wins_alone(rewards) && self.path.len() > 1 {
            self.note_proven(rewards);
        }
    }

    /// Notes the proven rewards of the position in which the iteration has left the tree.
    fn note_proven(&mut self, rewards: &[f64]) {
        if let Some(node) = self.path.last().and_then(|last| self.tree.node_mut(*last)) {
            node.proven = Some(Box::from(rewards));
        }
    }

    /// Adds to each node of the path the reward of its player, and updates what is proven.
    fn learn(&mut self, rewards: &[f64]) {
        let mut is_child_proven = true;
        for id in self.path.iter().rev() {
            if is_child_proven {
                self.tree.prove(*id);
            }
            let Some(node) = self.tree.node_mut(*id) else { continue };
            node.visits += 1;
            let seat = node.edge.as_ref().map(|(seat, _)| *seat);
            node.total += seat.and_then(|seat| rewards.get(seat)).copied().unwrap_or(0.0);
            is_child_proven = node.proven.is_some();
        }
    }
}

fn candidate<A: Clone>(node: &Node<A>) -> Option<Candidate<A>> {
    let (seat, action) = node.edge.clone()?;
    Some(Candidate { seat, action, visits: node.visits, total: node.total, proven: node.proven_reward() })
}

/// Returns what a seat that has just acted has achieved of its objectives, if the match goes on.
fn achieved<W: World>(world: &mut W, seat: Seat) -> Option<f64> {
    world.mover().and_then(|_| world.objective(seat))
}
