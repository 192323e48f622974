//! The results of a search for each action, and the choice of an action.

use alloc::vec::Vec;

use super::world::Seat;
use rondel_core::Random;

/// An action with the results of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// Seat that acts.
    pub seat: Seat,
    /// The action.
    pub action: A,
    /// Number of iterations that tried the action.
    pub visits: u32,
    /// Sum of the seat's rewards.
    pub total: f64,
    /// Reward that the seat gets for certain with best play. `None`: not proven.
    pub proven: Option<f64>,
}

impl<A> Candidate<A> {
    /// Returns the value of the action for its seat, from 0 to 1.
    pub fn value(&self) -> f64 {
        self.proven.unwrap_or_else(|| self.total / f64::from(self.visits.max(1)))
    }
}

/// Merges the results of several workers that searched the same position ("root parallelism"). The result
/// depends on the order of the workers, not on the order in which they finished.
pub fn merge<A: Clone + PartialEq>(workers: &[Vec<Candidate<A>>]) -> Vec<Candidate<A>> {
    let mut merged: Vec<Candidate<A>> = Vec::new();
    for found in workers.iter().flatten() {
        match merged.iter_mut().find(|known| known.seat == found.seat && known.action == found.action) {
            Some(known) => {
                known.visits += found.visits;
                known.total += found.total;
                known.proven = known.proven.or(found.proven);
            }
            None => merged.push(found.clone()),
        }
    }
    merged
}

/// Chooses an action. Returns `None` if none could be tried.
///
/// - An action that is proven to win is chosen. One that is proven to lose is only chosen if there is no
///   other.
/// - Without `sharpness`, the action with most visits is chosen ("robust child"), unless another one has a
///   higher proven value.
/// - With `sharpness`, a random action is chosen, with its visits to that power as its weight. 0 chooses any
///   action, 1 often not the best, 3 rarely another than the best.
pub fn choose<'a, A>(
    candidates: &'a [Candidate<A>],
    sharpness: Option<u32>,
    random: &mut Random,
) -> Option<&'a Candidate<A>> {
    let tried = candidates.iter().filter(|candidate| candidate.visits > 0 || candidate.proven.is_some());
    let is_lost = |candidate: &Candidate<A>| candidate.proven.is_some_and(|reward| reward <= 0.0);
    let (lost, open): (Vec<_>, Vec<_>) = tried.partition(|candidate| is_lost(candidate));
    if let Some(win) = open.iter().find(|candidate| candidate.proven.is_some_and(|reward| reward >= 1.0)) {
        return Some(win);
    }
    let open = if open.is_empty() { lost } else { open };
    match sharpness {
        None => best(&open),
        Some(power) => draw(&open, power, random),
    }
}

fn best<'a, A>(open: &[&'a Candidate<A>]) -> Option<&'a Candidate<A>> {
    let most = first_max(open, |candidate| f64::from(candidate.visits))?;
    let certain = first_max(open, |candidate| candidate.proven.unwrap_or(-1.0))?;
    Some(if certain.proven.is_some_and(|reward| reward > most.value()) { certain } else { most })
}

fn first_max<'a, A>(
    open: &[&'a Candidate<A>],
    worth: impl Fn(&Candidate<A>) -> f64,
) -> Option<&'a Candidate<A>> {
    open.iter().copied().reduce(|best, other| if worth(other) > worth(best) { other } else { best })
}

fn draw<'a, A>(open: &[&'a Candidate<A>], power: u32, random: &mut Random) -> Option<&'a Candidate<A>> {
    let most = open.iter().map(|candidate| candidate.visits).max()?.max(1);
    // Multiplication, because the results of `powf` differ between machines.
    let weight = |candidate: &Candidate<A>| {
        (0..power).fold(1.0, |weight, _| weight * f64::from(candidate.visits) / f64::from(most))
    };
    let sum: f64 = open.iter().map(|candidate| weight(candidate)).sum();
    let mut rest = random.number() * sum;
    for candidate in open {
        rest -= weight(candidate);
        if rest < 0.0 {
            return Some(candidate);
        }
    }
    open.last().copied()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn candidate(action: char, visits: u32, total: f64, proven: Option<f64>) -> Candidate<char> {
        Candidate { seat: 0, action, visits, total, proven }
    }

    fn chosen(candidates: &[Candidate<char>]) -> Option<char> {
        choose(candidates, None, &mut Random::seeded("")).map(|candidate| candidate.action)
    }

    #[test]
    fn a_win_is_taken_and_a_loss_avoided() {
        let (tried, lost) = (candidate('a', 90, 60.0, None), candidate('b', 99, 0.0, Some(0.0)));
        assert_eq!(chosen(&[tried.clone(), lost.clone()]), Some('a'));
        assert_eq!(chosen(&[tried, lost.clone(), candidate('c', 1, 1.0, Some(1.0))]), Some('c'));
        assert_eq!(chosen(&[lost]), Some('b'));
        assert_eq!(chosen(&[]), None);
    }

    #[test]
    fn a_proven_draw_is_better_than_a_losing_move_with_more_visits() {
        let draw = candidate('b', 1, 0.5, Some(0.5));
        assert_eq!(chosen(&[candidate('a', 90, 20.0, None), draw.clone()]), Some('b'));
        assert_eq!(chosen(&[candidate('a', 90, 60.0, None), draw]), Some('a'));
    }

    #[test]
    fn results_of_workers_add_up() {
        let one = vec![candidate('a', 3, 1.0, None), candidate('b', 1, 0.0, None)];
        let two = vec![candidate('b', 2, 2.0, Some(1.0))];
        assert_eq!(merge(&[one, two]), [candidate('a', 3, 1.0, None), candidate('b', 3, 2.0, Some(1.0))]);
    }

    #[test]
    fn sharpness_sets_how_often_the_best_action_is_chosen() {
        let candidates = [candidate('a', 75, 0.0, None), candidate('b', 25, 0.0, None)];
        let mut random = Random::seeded("rondel");
        let mut share = |power| {
            let chosen = (0..4_000).filter_map(|_| choose(&candidates, Some(power), &mut random));
            chosen.filter(|candidate| candidate.action == 'a').count() as f64 / 4_000.0
        };
        for (power, expected) in [(0, 0.5), (1, 0.75), (2, 0.9)] {
            assert!((share(power) - expected).abs() < 0.03, "{power}");
        }
    }
}
