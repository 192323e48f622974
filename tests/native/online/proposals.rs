//! Tests of the proposals of a master: nothing changes before the owner has stored one.

use std::rc::Rc;

use rondel::core::{Action, ActionKind, Refusal, RefusalKind, State};
use rondel::sync::{Asked, Decision, Keeper, Master, Proposal, Provenance};
use serde_json::{Value, json};

use super::master::AcceptingKeeper;
use crate::support::{INVALID_MOVE, Match, NativeHost, Rules, no_op};

type Error = Refusal<Value>;

fn begin(rules: Rules<()>) -> (Match<()>, Master<NativeHost<()>, Error>) {
    let game = Match::begin(rules, 2);
    let master = Master::new(Rc::new(game.state.clone()));
    (game, master)
}

fn asked(game: &Match<()>, command: &str, seq: u64) -> Asked<Value, Error> {
    let Action { kind, .. } = game.action("0", command);
    let provenance =
        Some(Provenance { session: "tab".into(), seq, first: seq, depends_on: None, ahead: false });
    Asked { player: "0".into(), action: Ok(kind), provenance, seen: 0 }
}

fn propose(
    (game, master): &(Match<()>, Master<NativeHost<()>, Error>),
    asked: &Asked<Value, Error>,
) -> Proposal<NativeHost<()>, Error> {
    master.propose(&game.engine, &AcceptingKeeper, asked)
}

/// Returns the ack of the only session.
fn answered(master: &Master<NativeHost<()>, Error>) -> Option<(u64, Vec<(u64, String)>)> {
    let (_, ack) = master.acks("0").pop()?;
    Some((ack.last, ack.refused.into_iter().map(|(seq, error)| (seq, error.message)).collect()))
}

#[test]
fn a_dropped_proposal_has_no_effect() {
    let mut match_ = begin(Rules::new().moves("go", no_op));
    for _ in 0..3 {
        let proposal = propose(&match_, &asked(&match_.0, "go", 1));
        assert!(matches!(proposal.decision, Decision::Done));
        assert_eq!((match_.1.state().state_id, answered(&match_.1)), (0, None));
    }
    let proposal = propose(&match_, &asked(&match_.0, "go", 1));
    match_.1.commit(proposal);
    assert_eq!((match_.1.state().state_id, answered(&match_.1)), (1, Some((1, vec![]))));
    let again = propose(&match_, &asked(&match_.0, "go", 1));
    assert!(matches!(again.decision, Decision::Repeated) && again.next.is_none());
}

#[test]
fn a_refusal_is_proposed_with_the_state_as_it_is() {
    let mut match_ = begin(Rules::new().moves("go", |_| INVALID_MOVE));
    let proposal = propose(&match_, &asked(&match_.0, "go", 1));
    let next = proposal.next.as_ref().unwrap();
    assert!(Rc::ptr_eq(next.state(), match_.1.state()));
    assert_eq!(answered(&match_.1), None);
    match_.1.commit(proposal);
    assert_eq!(answered(&match_.1).unwrap().0, 1);
    // boardgame.io's client waits for no answer.
    let legacy = Asked { provenance: None, ..asked(&match_.0, "go", 1) };
    assert!(propose(&match_, &legacy).next.is_none());
}

#[test]
fn an_invalid_action_is_refused_and_stored_like_one_that_the_rules_refuse() {
    let mut match_ = begin(Rules::new().moves("go", no_op));
    let too_big = Refusal::new(RefusalKind::ActionInvalid, "arguments too big");
    let proposal = propose(&match_, &Asked { action: Err(too_big), ..asked(&match_.0, "go", 1) });
    match_.1.commit(proposal);
    assert_eq!(answered(&match_.1), Some((1, vec![(1, "arguments too big".into())])));
}

/// An owner with a full storage.
struct Full;

impl Keeper<NativeHost<()>> for Full {
    type Error = Error;

    fn error(&self, refusal: Error) -> Error {
        refusal
    }

    fn admit(&self, _: State<NativeHost<()>>) -> Result<Rc<State<NativeHost<()>>>, Error> {
        Err(Refusal::new(RefusalKind::ActionInvalid, "the log is full"))
    }
}

#[test]
fn an_action_that_the_owner_cannot_store_is_refused() {
    let (game, mut master) = begin(Rules::new().moves("go", no_op));
    let proposal = master.propose(&game.engine, &Full, &asked(&game, "go", 1));
    assert!(matches!(&proposal.decision, Decision::Refused(error) if error.message == "the log is full"));
    master.commit(proposal);
    assert_eq!((master.state().state_id, answered(&master).unwrap().1.len()), (0, 1));
}

#[test]
fn the_ledger_shortens_messages_of_refusals() {
    let long = "€".repeat(2000);
    let stage = long.clone();
    let mut match_ =
        begin(Rules::new().turn(move |turn| {
            turn.active_players(json!({ "all": stage.clone() })).stage(&long, |stage| stage)
        }));
    let proposal = propose(
        &match_,
        &Asked { action: Ok(ActionKind::Move { id: 99, args: json!([]) }), ..asked(&match_.0, "endTurn", 1) },
    );
    match_.1.commit(proposal);
    let (_, refused) = answered(&match_.1).unwrap();
    assert_eq!(refused[0].1.chars().count(), 500);
}

#[test]
fn a_leave_is_not_in_the_ledger_and_has_no_effect_in_a_finished_match() {
    let mut match_ = begin(Rules::new().moves("go", no_op));
    let leave = |(game, master): &(Match<()>, Master<NativeHost<()>, Error>), player: &str| {
        master.propose_leave(&game.engine, &AcceptingKeeper, &player.into())
    };
    assert!(matches!(leave(&match_, "7").decision, Decision::Refused(_)));
    let proposal = leave(&match_, "1");
    assert!(matches!(proposal.decision, Decision::Done));
    match_.1.commit(proposal);
    assert_eq!((match_.1.state().state_id, match_.1.state().ctx.removed.len()), (1, 1));
    let proposal = propose(&match_, &asked(&match_.0, "endGame", 1));
    match_.1.commit(proposal);
    let over = leave(&match_, "0");
    assert!(matches!(over.decision, Decision::Repeated) && over.next.is_none());
}
