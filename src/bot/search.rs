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

/// How a search goes about it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The same seed leads to the same choice after the same number of iterations.
    pub seed: Rc<str>,
    /// After how many actions a playout is cut short.
    pub playout_depth: u32,
    /// How many nodes the tree may have; lists of what is yet to be tried count as well. A search whose tree is full goes on in
    /// it, and adds nothing.
    pub most_nodes: usize,
}

/// Actions of one playout after which a search pauses where others wait for the thread: a playout may be long, and a game
/// may have no end.
pub const PAUSE: u32 = 64;

/// The search from one position. It goes on when it is asked to, and forgets nothing in between.
pub struct Search<A> {
    tree: Tree<A>,
    random: Random,
    playout_depth: u32,
    most_nodes: usize,
    iterations: u32,
    spoiled: u32,
    /// The playout in which the search has paused.
    unfinished: Option<Playout>,
    // Reused from one iteration to the next.
    path: Vec<NodeId>,
    actions: Vec<A>,
    among: Vec<NodeId>,
    refused: Vec<NodeId>,
}

/// Where an iteration stands when it leaves the tree.
enum Leaf {
    /// The position has been played to, and is played out from here.
    Fresh { certain: bool },
    /// The match is over, or nobody can do anything.
    End { certain: bool },
    /// It is known what everybody gets.
    Proven(Box<[f64]>),
    /// A seat has reached its objectives.
    Achieved { seat: Seat, score: f64 },
    /// The position is lost.
    Spoiled,
}

/// A random continuation of the match.
struct Playout {
    /// The seat that moves first, if the position is certain.
    decider: Option<Seat>,
    /// Number of actions played.
    done: u32,
    /// Whether the first action has ended the match, without chance.
    is_one_action: bool,
}

/// Where a call of the search leaves an iteration.
enum Iteration {
    /// It is over, and the rewards are known.
    Known,
    /// It is over: an action failed, and nothing is known.
    Spoiled,
    /// Its playout goes on in the next call.
    Paused,
}

impl<A: Clone + PartialEq> Search<A> {
    /// A search that knows nothing yet.
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

    /// Makes so many iterations, fewer if more would find nothing out: true then.
    pub fn run<W: World<Action = A>>(&mut self, world: &mut W, iterations: u32) -> bool {
        self.run_with_pauses(world, iterations, u32::MAX)
    }

    /// Does the same, but returns after so many actions of one playout. The next call resumes that playout: the world must be
    /// where this call has left it.
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

    /// Whether the search has paused in a playout.
    pub fn is_paused(&self) -> bool {
        self.unfinished.is_some()
    }

    /// What has been found out about each action that can be done now.
    pub fn candidates(&self) -> Vec<Candidate<A>> {
        self.tree.children(Tree::<A>::ROOT).filter_map(|(_, node)| candidate(node)).collect()
    }

    /// Keeps what is known of the positions after this action, and forgets the rest. Call it with each action of the match,
    /// in turn. A search that does not know the action begins again.
    pub fn follow(&mut self, seat: Seat, action: &A) {
        match self.tree.find(Tree::<A>::ROOT, seat, action) {
            Some(child) => self.tree.keep_below(child),
            None => self.tree = Tree::new(),
        }
        (self.iterations, self.spoiled, self.unfinished) = (0, 0, None);
    }

    /// Whether more iterations would find nothing out: the position is solved, or all that can be done fails.
    fn is_done(&self) -> bool {
        let nothing_works =
            |root: &Node<A>| root.children.is_empty() && root.untried.as_ref().is_some_and(Vec::is_empty);
        self.is_solved() || self.tree.node(Tree::<A>::ROOT).is_some_and(nothing_works)
    }

    /// Whether it is certain what the position is worth.
    pub fn is_solved(&self) -> bool {
        self.tree.node(Tree::<A>::ROOT).is_some_and(|root| root.proven.is_some())
    }

    /// How many iterations have been made from this position.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// How many of them led to nothing, since an action failed.
    pub fn spoiled(&self) -> u32 {
        self.spoiled
    }

    /// How many nodes the tree has.
    pub fn size(&self) -> usize {
        self.tree.len()
    }

    /// What has been found out about each action of a node below the position, with the node that it leads to.
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

    /// Plays down the tree to a position that is not in it, which is added.
    fn descend<W: World<Action = A>>(&mut self, world: &mut W) -> Leaf {
        self.path.clear();
        self.path.push(Tree::<A>::ROOT);
        let mut node = Tree::<A>::ROOT;
        let mut certain = !world.is_dealt_anew();
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
                    // There is no space for what could be done, or there is nothing.
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

    /// The child to go on to: an action that has not been tried, else the most promising one.
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
            // What is left is not enumerated again.
            self.tree.leave(node, &mut self.actions);
        }
        chosen
    }

    /// Does not choose an action that has failed again: where it would always fail, for good; elsewhere in this iteration,
    /// and for good if it fails most of the time.
    fn give_up(&mut self, parent: NodeId, child: NodeId, certain: bool) {
        self.refused.push(child);
        if let Some(child) = self.tree.node_mut(child) {
            child.failures += 1;
        }
        if certain && let Some(parent) = self.tree.node_mut(parent) {
            parent.children.retain(|other| *other != child);
        }
    }

    /// Finds out what everybody gets where an iteration has left the tree.
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
                if certain && world.is_judged_for_good() {
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
        if playout.is_one_action && world.is_judged_for_good() {
            self.note_decided(playout.decider, rewards);
        }
        Iteration::Known
    }

    /// Notes that the seat which moves next wins by a "decisive move" (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in
    /// Monte-Carlo Tree Search Algorithms", 2010), if it does. They look for one among all moves of a position; here it is noted where
    /// a playout has begun with one, which costs nothing.
    fn note_decided(&mut self, decider: Option<Seat>, rewards: &[f64]) {
        let wins = decider.and_then(|seat| rewards.get(seat)).is_some_and(|reward| *reward >= 1.0);
        // Of the position that is searched an action has to be found, not only that there is one.
        if wins && wins_alone(rewards) && self.path.len() > 1 {
            self.note_proven(rewards);
        }
    }

    /// Notes what is certain of the position where the iteration has left the tree.
    fn note_proven(&mut self, rewards: &[f64]) {
        if let Some(node) = self.path.last().and_then(|last| self.tree.node_mut(*last)) {
            node.proven = Some(Box::from(rewards));
        }
    }

    /// Adds to each node of the path what the player who chose it has got, and notes what is certain now.
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

/// What a seat that has just acted has achieved of its objectives, while the match goes on.
fn achieved<W: World>(world: &mut W, seat: Seat) -> Option<f64> {
    world.mover().and_then(|_| world.objective(seat))
}
