//! Tests of senders who are not players of the match: their answers, and that the ledger stores nothing of
//! them.

use std::rc::Rc;

use rondel::codes::MOST_OTHERS;
use rondel::core::{Action, Refusal, TurnOrder};
use rondel::sync::{Asked, Decision, Master, Proposal, Provenance};
use serde_json::{Value, json};

use super::master::AcceptingKeeper;
use crate::support::{Match, NativeHost, Rules, Thrown, no_op};

/// A match of two at its master.
struct Room {
    game: Match<()>,
    master: Master<NativeHost<()>, Refusal<Value>>,
}

impl Room {
    fn open(rules: Rules<()>) -> Self {
        let game = Match::begin(rules, 2);
        let master = Master::new(Rc::new(game.state.clone()));
        Room { game, master }
    }

    /// Makes a move of the player in the present state. Stores the result.
    fn go(&mut self, player: &str, made: Option<Provenance>) -> Decision<Refusal<Value>> {
        let mut proposal = self.propose(player, made);
        let decision = std::mem::replace(&mut proposal.decision, Decision::Repeated);
        self.master.commit(proposal);
        decision
    }

    /// Returns the proposal for a move of the player.
    fn propose(
        &self,
        player: &str,
        provenance: Option<Provenance>,
    ) -> Proposal<NativeHost<()>, Refusal<Value>> {
        let Action { kind, .. } = self.game.action(player, "go");
        let seen = self.master.state().state_id;
        let asked = Asked { player: player.into(), action: Ok(kind), provenance, seen };
        self.master.propose(&self.game.engine, &AcceptingKeeper, &asked)
    }
}

fn made(seq: u64, first: u64) -> Option<Provenance> {
    Some(Provenance { session: "tab".into(), seq, first, depends_on: None, ahead: false })
}

/// Returns the numbers of the refused actions of a stranger, or `None` if they wait for no answer.
fn refused(decision: Decision<Refusal<Value>>) -> Option<(u64, Vec<u64>)> {
    let Decision::TurnedAway { error, ack } = decision else { panic!("not turned away: {decision:?}") };
    assert_eq!(error.message, "there is no such player in this match");
    ack.map(|ack| (ack.last, ack.refused.into_iter().map(|(seq, _)| seq).collect()))
}

#[test]
fn a_stranger_gets_refusals_for_all_pending_actions_and_leaves_no_trace() {
    let mut room = Room::open(Rules::new().moves("go", no_op));
    assert_eq!(refused(room.go("7", made(3, 2))), Some((3, vec![2, 3])));
    assert_eq!(refused(room.go("7", None)), None);
    assert!(room.master.acks("7").is_empty());
    assert_eq!(room.master.state().state_id, 0);
}

#[test]
fn a_thousand_players_without_a_seat_are_remembered_and_the_next_is_turned_away() {
    let guests: Vec<String> = (0..=MOST_OTHERS).map(|number| format!("guest {number}")).collect();
    let order = ["0"].into_iter().chain(guests.iter().map(String::as_str)).map(Into::into).collect();
    let rules = Rules::new()
        .moves("go", no_op)
        .turn(|turn| turn.order(TurnOrder::Custom(order)).active_players(json!({ "all": null })));
    let mut room = Room::open(rules);
    let (last, others) = guests.split_last().unwrap();
    for guest in others {
        assert!(matches!(room.go(guest, made(1, 1)), Decision::Done));
    }
    assert_eq!(refused(room.go(last, made(1, 1))), Some((1, vec![1])));
    assert!(room.master.acks(last).is_empty());
    for known in ["0", &others[0]] {
        assert!(matches!(room.go(known, made(2, 2)), Decision::Done));
    }
}

#[test]
fn exceptions_of_the_game_only_reach_the_owner_of_the_master() {
    let room = Room::open(Rules::new().moves("go", |_| Err::<Value, _>(Thrown("the deck is 7 3 5".into()))));
    let proposal = room.propose("0", made(1, 1));
    assert_eq!(proposal.thrown, Some(Thrown("the deck is 7 3 5".into())));
    let Decision::Refused(error) = proposal.decision else { panic!("{:?}", proposal.decision) };
    assert_eq!(error.message, "the game threw an error");
}
