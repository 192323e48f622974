//! Rewards: the value of the end of a match for each seat, from 0 to 1.

use super::world::Seat;

/// Divides 1 among the winners, and gives the others 0. Without winners it is a draw: 0.5 for each seat.
pub fn share_among_winners(winners: &[Seat], rewards: &mut [f64]) {
    let is_draw = winners.is_empty();
    for (seat, reward) in rewards.iter_mut().enumerate() {
        *reward = if is_draw {
            0.5
        } else if winners.contains(&seat) {
            1.0 / winners.len() as f64
        } else {
            0.0
        };
    }
}

/// Gives a seat its score, clamped to 0 to 1, and divides the rest among the others.
pub(super) fn share(score: f64, seat: Seat, rewards: &mut [f64]) {
    let score = score.clamp(0.0, 1.0);
    let rest = (1.0 - score) / rewards.len().saturating_sub(1).max(1) as f64;
    for (other, reward) in rewards.iter_mut().enumerate() {
        *reward = if other == seat { score } else { rest };
    }
}

/// Returns `true` if one seat gets everything. The others then have no preference among such endings.
pub(super) fn wins_alone(rewards: &[f64]) -> bool {
    rewards.iter().filter(|reward| **reward > 0.0).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_share_and_a_draw_is_half() {
        let mut rewards = [9.0; 3];
        share_among_winners(&[1], &mut rewards);
        assert_eq!(rewards, [0.0, 1.0, 0.0]);
        share_among_winners(&[0, 2], &mut rewards);
        assert_eq!(rewards, [0.5, 0.0, 0.5]);
        share_among_winners(&[], &mut rewards);
        assert_eq!(rewards, [0.5; 3]);
        share(0.4, 0, &mut rewards);
        assert_eq!(rewards, [0.4, 0.3, 0.3]);
    }
}
