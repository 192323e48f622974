//! Tests of searches over matches of the engine: turns, random numbers, stages, refusals and determinized
//! states.

use std::cell::RefCell;
use std::rc::Rc;

use rondel::bot::{Advice, MatchWorld, Search, follow_match};
use rondel::core::{ActionKind, Event, Fault, PlayerID, Random, State};
use serde_json::{Value, json};

use super::{chosen, settings};
use crate::support::{INVALID_MOVE, Match, NativeHost, Rules, Table, Thrown};

/// Nim with one pile, from which players take one to three. The last one wins. A part of the pile may be
/// hidden.
#[derive(Clone, Debug, Default, PartialEq)]
struct Nim {
    left: usize,
    secret: usize,
    winner: Option<String>,
}

type NimState = State<NativeHost<Nim>>;

fn take(t: &mut Table<'_, Nim>) -> &'static str {
    let count = t.number(0);
    if count == 0 || count > 3 || count > t.g.left {
        return INVALID_MOVE;
    }
    t.g.left -= count;
    if t.g.left == 0 {
        t.g.winner = Some(t.player().into());
    }
    ""
}

fn nim(left: usize) -> Rules<Nim> {
    let rules = Rules::new().setup(move |t: &mut Table<'_, Nim>| t.g.left = left).moves("take", take);
    rules.end_if(|t| json!(t.g.winner.clone().map(|winner| json!({ "winner": winner }))))
}

type MakeUp = fn(&mut Random) -> Result<NimState, Thrown>;

/// Advice of the game for bots.
struct Take {
    counts: Vec<usize>,
    made_up: Option<MakeUp>,
    failures: Failures,
}

/// Failed actions with their players. Without a player: the beginning of an iteration.
type Failures = Rc<RefCell<Vec<(Option<PlayerID>, Option<usize>)>>>;

impl Take {
    fn any() -> Self {
        Take { counts: vec![1, 2, 3], made_up: None, failures: Failures::default() }
    }
}

impl Advice<NativeHost<Nim>> for Take {
    type Action = usize;

    fn enumerate(&mut self, _: &NimState, _: &PlayerID, actions: &mut Vec<usize>) {
        actions.extend_from_slice(&self.counts);
    }

    fn kind_of(&self, action: &usize) -> ActionKind<Value> {
        match action {
            0 => ActionKind::Event(Event::EndTurn(None)),
            _ => ActionKind::Move { id: 0, args: json!([action]) },
        }
    }

    fn judge(&mut self, state: &NimState, players: &[PlayerID], rewards: &mut [f64]) {
        let winner = state.ctx.gameover.as_ref().and_then(|outcome| outcome["winner"].as_str());
        for (player, reward) in players.iter().zip(rewards) {
            *reward = match winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(**player == *winner)),
            };
        }
    }

    fn determinize(&mut self, random: &mut Random) -> Result<Option<NimState>, Thrown> {
        self.made_up.map(|make_up| make_up(random)).transpose()
    }

    fn is_same_g(&self, one: &Nim, other: &Nim) -> bool {
        one == other
    }

    fn determinizes(&self) -> bool {
        self.made_up.is_some()
    }

    fn note_failed(&mut self, player: Option<&PlayerID>, action: Option<&usize>, _: &Fault<Thrown, Value>) {
        self.failures.borrow_mut().push((player.cloned(), action.copied()));
    }
}

#[test]
fn a_match_is_searched_by_its_rules_and_is_left_alone() {
    let mut game = Match::begin(nim(10).turn(|turn| turn.max_moves(1)), 2);
    let mut taken = Vec::new();
    while game.state.ctx.gameover.is_none() {
        let before = crate::support::print(&game.state);
        let mut world = MatchWorld::new(&game.engine, &game.state, None, Take::any());
        let mut search = Search::new(&settings("a"));
        assert!(search.run(&mut world, 5_000), "a small game is solved");
        let count = chosen(&search.candidates());
        assert_eq!(before, crate::support::print(&game.state));
        let player = game.state.ctx.current_player.clone().unwrap();
        game.play(&player, &format!("take {count}"));
        taken.push((player.to_string(), game.state.g.left));
    }
    // A player who leaves a multiple of four wins.
    let left: Vec<usize> = taken.iter().filter(|(player, _)| player == "0").map(|(_, left)| *left).collect();
    assert_eq!(left, [8, 4, 0]);
}

#[test]
fn a_listed_illegal_action_is_reported_and_not_chosen() {
    let game = Match::begin(nim(6).turn(|turn| turn.max_moves(1)), 2);
    let advice = Take::any();
    let failures = Rc::clone(&advice.failures);
    let mut world = MatchWorld::new(&game.engine, &game.state, None, advice);
    let mut search = Search::new(&settings("a"));
    assert!(search.run(&mut world, 1_000));
    assert_eq!(chosen(&search.candidates()), 2);
    let failures = failures.borrow();
    // The tree lists actions. Playouts draw any of them: taking one is always possible.
    assert!(failures.iter().any(|(player, action)| player.is_some() && *action > Some(1)), "{failures:?}");
    assert!(failures.iter().all(|(player, action)| player.is_some() && *action != Some(1)), "{failures:?}");
}

#[test]
fn events_are_actions_too() {
    let game = Match::begin(nim(4), 2);
    let advice = Take { counts: vec![0, 1, 2, 3], ..Take::any() };
    let mut world = MatchWorld::new(&game.engine, &game.state, None, advice);
    let mut search = Search::new(&settings("a"));
    search.run(&mut world, 400);
    // A player may take several times, so ending the turn is worse while something is left.
    assert_ne!(chosen(&search.candidates()), 0);
}

#[test]
fn the_searcher_acts_first_among_several_players_and_nothing_is_proven() {
    let rules = || nim(2).turn(|turn| turn.active_players(json!({ "all": null })));
    let game = Match::begin(rules(), 3);
    for searcher in ["0", "2"] {
        let mut world = MatchWorld::new(&game.engine, &game.state, Some(searcher.into()), Take::any());
        let mut search = Search::new(&settings("a"));
        assert!(!search.run(&mut world, 200));
        let candidates = search.candidates();
        assert!(candidates.iter().all(|candidate| candidate.seat.to_string() == searcher));
        assert!(candidates.iter().all(|candidate| candidate.proven.is_none()));
        assert_eq!(chosen(&candidates), 2);
    }
}

#[test]
fn a_search_draws_random_numbers_from_its_own_seed() {
    // Taking one surely wins against a random win in three of four cases.
    let rules = Rules::new()
        .moves("take", |t: &mut Table<'_, Nim>| {
            let wins = t.number(0) == 1 || t.random() < 0.25;
            t.g.winner = Some(if wins { t.player().to_string() } else { "1".into() });
        })
        .end_if(|t| json!(t.g.winner.clone().map(|winner| json!({ "winner": winner }))));
    let game = Match::begin(rules, 2);
    let advice = Take { counts: vec![2, 3], ..Take::any() };
    let mut world = MatchWorld::new(&game.engine, &game.state, None, advice);
    let mut search = Search::new(&settings("a"));
    assert!(!search.run(&mut world, 2_000), "nothing is certain");
    for candidate in search.candidates() {
        assert!((candidate.value() - 0.25).abs() < 0.05, "{candidate:?}");
    }
    let mut world = MatchWorld::new(&game.engine, &game.state, None, Take::any());
    assert!(search_of(&mut world).contains(&1));
}

fn search_of(world: &mut MatchWorld<'_, NativeHost<Nim>, Take>) -> Vec<usize> {
    let mut search = Search::new(&settings("a"));
    search.run(world, 50);
    vec![chosen(&search.candidates())]
}

#[test]
fn a_search_determinizes_states_and_does_not_read_the_real_one() {
    fn with_seven(_: &mut Random) -> Result<NimState, Thrown> {
        Ok(Match::begin(nim(7).turn(|turn| turn.max_moves(1)), 2).state)
    }
    // The match has six left, of which the bot must not know.
    let mut game = Match::begin(nim(6).turn(|turn| turn.max_moves(1)), 2);
    game.state.g.secret = 42;
    let advice = Take { made_up: Some(with_seven), ..Take::any() };
    let mut world = MatchWorld::new(&game.engine, &game.state, None, advice);
    let mut search = Search::new(&settings("a"));
    assert!(!search.run(&mut world, 3_000), "nothing is proven of states that are made up");
    assert_eq!(chosen(&search.candidates()), 3);
}

#[test]
fn a_failed_determinization_is_reported_and_ends_the_search() {
    let game = Match::begin(nim(6), 2);
    let advice = Take { made_up: Some(|_| Err(Thrown("no".into()))), ..Take::any() };
    let failures = Rc::clone(&advice.failures);
    let mut world = MatchWorld::new(&game.engine, &game.state, None, advice);
    let mut search = Search::new(&settings("a"));
    search.run(&mut world, 20);
    assert_eq!((search.spoiled(), search.candidates().len()), (20, 0));
    assert_eq!(*failures.borrow(), vec![(None, None); 20]);
}

/// Returns two copies of a match, and a search with 1,000 iterations in it.
fn searched(rules: impl Fn() -> Rules<Nim>) -> (Match<Nim>, Match<Nim>, Search<usize>) {
    let (from, game) = (Match::begin(rules(), 2), Match::begin(rules(), 2));
    let mut search = Search::new(&settings("a"));
    search.run(&mut MatchWorld::new(&from.engine, &from.state, None, Take::any()), 1_000);
    (from, game, search)
}

fn visits(search: &Search<usize>) -> u32 {
    search.candidates().iter().map(|candidate| candidate.visits).sum()
}

#[test]
fn a_search_reuses_its_tree_after_tried_actions() {
    let rules = || nim(40).turn(|turn| turn.max_moves(1));
    let (from, mut game, mut search) = searched(rules);
    let size = search.size();
    game.play("0", "take 1").play("1", "take 3");
    let mut world = MatchWorld::new(&from.engine, &from.state, None, Take::any());
    assert!(follow_match(&mut world, &mut search, &game.state));
    assert!(search.iterations() == 0 && visits(&search) > 20 && search.size() < size);
    search.run(&mut MatchWorld::new(&game.engine, &game.state, None, Take::any()), 1_000);
    // The search does not contain earlier positions.
    let mut world = MatchWorld::new(&game.engine, &game.state, None, Take::any());
    assert!(!follow_match(&mut world, &mut search, &from.state));
    assert!(search.iterations() == 1_000 && visits(&search) > 1_000);
}

#[test]
fn a_search_does_not_reuse_its_tree_for_other_matches() {
    let rules = || nim(40).turn(|turn| turn.max_moves(1));
    let follows = |change: fn(&mut NimState)| {
        let (from, mut game, mut search) = searched(rules);
        game.play("0", "take 1").play("1", "take 3");
        change(&mut game.state);
        let known = visits(&search);
        let mut world = MatchWorld::new(&from.engine, &from.state, None, Take::any());
        let follows = follow_match(&mut world, &mut search, &game.state);
        assert_eq!(known == visits(&search), !follows);
        follows
    };
    assert!(follows(|_| {}));
    assert!(!follows(|state| state.g.left = 39));
    assert!(!follows(|state| state.g.secret = 1));
    assert!(!follows(|state| Rc::make_mut(&mut state.ctx).turn += 1));
    assert!(!follows(|state| Rc::make_mut(&mut state.ctx).current_player = Some("1".into())));
    assert!(!follows(|state| state.state_id += 1));
    assert!(!follows(|state| state.state_id += 100));
}

#[test]
fn a_search_does_not_reuse_its_tree_after_random_numbers_or_determinized_states() {
    fn by_dice(t: &mut Table<'_, Nim>) {
        t.g.left = t.g.left.saturating_sub(if t.random() < 2.0 { t.number(0) } else { 1 });
    }
    let dice = || Rules::new().moves("take", by_dice).turn(|turn| turn.max_moves(1));
    let (from, mut game, mut search) = searched(dice);
    game.play("0", "take 1").play("1", "take 3");
    let mut world = MatchWorld::new(&from.engine, &from.state, None, Take::any());
    assert!(!follow_match(&mut world, &mut search, &game.state));

    let (from, game, mut search) = searched(|| nim(40));
    let advice = Take { made_up: Some(|_| Ok(Match::begin(nim(40), 2).state)), ..Take::any() };
    let mut world = MatchWorld::new(&from.engine, &from.state, None, advice);
    assert!(!follow_match(&mut world, &mut search, &game.state));
}
