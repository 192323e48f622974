//! Clocks: the time of players, deadlines, and time-outs.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use rondel::core::{Action, ActionKind, Clock, ClockOrder, Moment, Time, Timeout};
use serde_json::json;

use crate::support::{Failure, Match, Rules, describe, no_op};

const SECOND: f64 = 1000.0;

/// A match with a clock that the test sets.
struct Timed {
    game: Match<Vec<String>>,
    now: Rc<Cell<f64>>,
    acted: Rc<Cell<Option<f64>>>,
}

impl Timed {
    fn begin(rules: Rules<Vec<String>>, num_players: u32) -> Self {
        let (now, acted) = (Rc::new(Cell::new(0.0)), Rc::new(Cell::new(None)));
        let (time, told) = (Rc::clone(&now), Rc::clone(&acted));
        let source = move || {
            let now = time.get();
            Some(Moment { now, acted: told.get().unwrap_or(now) })
        };
        Timed { game: Match::begin(rules.clock(Rc::new(source)), num_players), now, acted }
    }

    /// Makes a move at this moment, in seconds.
    fn at(&mut self, seconds: f64, player: &str, command: &str) -> &mut Self {
        self.now.set(seconds * SECOND);
        self.game.play(player, command);
        self
    }

    fn clock(&self) -> &Clock {
        self.game.state.ctx.clock.as_deref().expect("the game has time")
    }

    /// Returns the time that a player has, in seconds.
    fn left(&self, player: &str) -> Option<f64> {
        self.clock().left.find(player).map(|left| left / SECOND)
    }

    fn deadline(&self, player: &str) -> Option<f64> {
        self.clock().deadlines.find(player).map(|deadline| deadline / SECOND)
    }

    fn times_out(&mut self, seconds: f64, player: &str) -> Result<(), Failure> {
        self.now.set(seconds * SECOND);
        let deadline = self.clock().deadlines.find(player).unwrap_or(f64::NAN);
        self.time_out(player, deadline, false)
    }

    fn time_out(&mut self, player: &str, deadline: f64, has_failed: bool) -> Result<(), Failure> {
        let kind = ActionKind::Timeout(Timeout { player: player.into(), deadline, has_failed, chosen: None });
        self.game.act(Action { kind, player_id: Some(player.into()), credentials: None })
    }

    fn order(&mut self, seconds: f64, order: ClockOrder) -> &mut Self {
        self.now.set(seconds * SECOND);
        let kind = ActionKind::Clock(order);
        self.game.act(Action { kind, player_id: None, credentials: None }).unwrap_or_else(|failure| {
            panic!("the clock takes no order: {}", describe(&failure));
        });
        self
    }

    fn current(&self) -> &str {
        self.game.state.ctx.current_player.as_deref().expect("somebody's turn")
    }
}

fn seconds(seconds: u64) -> Time {
    Time::from(Duration::from_secs(seconds))
}

fn bank(seconds: u64) -> Time {
    Time::default().bank(Duration::from_secs(seconds))
}

/// A move ends the turn.
fn turns(time: Time) -> Rules<Vec<String>> {
    Rules::new().moves("go", no_op).turn(|turn| turn.max_moves(1).time(time))
}

#[test]
fn a_game_without_time_has_no_clock() {
    let game: Match<Vec<String>> = Match::begin(Rules::new().moves("go", no_op), 2);
    assert!(game.state.ctx.clock.is_none());
}

#[test]
fn a_limit_is_for_each_turn() {
    let mut timed = Timed::begin(turns(seconds(60)), 2);
    assert_eq!((timed.left("0"), timed.deadline("0"), timed.left("1")), (Some(60.0), Some(60.0), None));
    timed.at(50.0, "0", "go");
    assert_eq!((timed.left("0"), timed.left("1"), timed.deadline("1")), (None, Some(60.0), Some(110.0)));
}

#[test]
fn a_bank_is_for_the_whole_match_and_everybody_has_it_from_the_start() {
    let mut timed = Timed::begin(turns(bank(300)), 2);
    assert_eq!((timed.left("0"), timed.left("1"), timed.deadline("1")), (Some(300.0), Some(300.0), None));
    timed.at(10.0, "0", "go").at(40.0, "1", "go").at(45.0, "0", "go");
    assert_eq!((timed.left("0"), timed.left("1")), (Some(285.0), Some(270.0)));
    assert_eq!(timed.deadline("1"), Some(45.0 + 270.0));
}

#[test]
fn a_bank_is_used_when_the_limit_is_spent() {
    let time = seconds(10).bank(Duration::from_secs(60));
    let mut timed = Timed::begin(turns(time), 2);
    assert_eq!(timed.left("0"), Some(70.0));
    timed.at(8.0, "0", "go").at(8.0, "1", "go");
    assert_eq!(timed.left("0"), Some(70.0), "the limit was enough");
    timed.at(33.0, "0", "go");
    assert_eq!(timed.left("0"), Some(45.0), "of 25 seconds, 15 are the bank's");
}

#[test]
fn an_increment_is_added_at_the_end_of_a_turn() {
    let mut timed = Timed::begin(turns(bank(300).increment(Duration::from_secs(3))), 2);
    timed.at(10.0, "0", "go");
    assert_eq!(timed.left("0"), Some(293.0));
    let mut timed = Timed::begin(turns(seconds(60).increment(Duration::from_secs(5))), 2);
    timed.at(10.0, "0", "go").at(20.0, "1", "go");
    assert_eq!(timed.left("0"), Some(65.0), "without a bank it prolongs the limit");
}

#[test]
fn a_delay_passes_before_any_other_time_is_used() {
    let mut timed = Timed::begin(turns(bank(300).delay(Duration::from_secs(5))), 2);
    timed.at(4.0, "0", "go");
    assert_eq!(timed.left("0"), Some(300.0));
    timed.at(16.0, "1", "go");
    assert_eq!(timed.left("1"), Some(293.0));
}

#[test]
fn time_out_ends_the_turn_once_and_not_before_the_deadline() {
    let mut timed = Timed::begin(turns(seconds(60)), 2);
    assert!(timed.times_out(59.0, "0").is_err());
    assert!(timed.times_out(62.0, "1").is_err());
    timed.times_out(62.0, "0").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!((timed.current(), timed.deadline("1")), ("1", Some(122.0)));
    assert!(timed.time_out("0", 60.0 * SECOND, false).is_err(), "a second alarm does nothing");
    assert_eq!(timed.game.ask("last entries"), "0 timeout [0 turn 1]; endTurn [0 turn 1 automatic]");
}

#[test]
fn time_out_ends_a_turn_before_its_min_moves() {
    let rules = Rules::new().moves("go", no_op).turn(|turn| turn.min_moves(2).time(seconds(60)));
    let mut timed = Timed::begin(rules, 2);
    timed.times_out(62.0, "0").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!(timed.current(), "1");
}

#[test]
fn on_timeout_may_change_the_game_and_call_events() {
    let rules = turns(seconds(60));
    let rules = rules.turn(|turn| {
        turn.on_timeout(|t| {
            let player = t.player().to_owned();
            t.g.push(format!("{player} is late"));
            t.call_with("endGame", json!({ "loser": player }));
        })
    });
    let mut timed = Timed::begin(rules, 2);
    timed.times_out(62.0, "0").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!(timed.game.state.g, ["0 is late"]);
    assert!(timed.game.state.ctx.gameover.is_some());
    assert!(timed.clock().deadlines.is_empty(), "nobody is waited for any more");
}

#[test]
fn the_turn_ends_if_on_timeout_leaves_its_player_waited_for() {
    let rules = turns(seconds(60)).turn(|turn| turn.on_timeout(|t| t.g.push("late".into())));
    let mut timed = Timed::begin(rules, 2);
    timed.times_out(62.0, "0").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!((timed.game.state.g.len(), timed.current()), (1, "1"));
}

#[test]
fn on_timeout_that_has_failed_does_not_run() {
    let rules = turns(seconds(60)).turn(|turn| turn.on_timeout(|t| t.g.push("late".into())));
    let mut timed = Timed::begin(rules, 2);
    timed.now.set(62.0 * SECOND);
    timed.time_out("0", 60.0 * SECOND, true).unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!((timed.game.state.g.len(), timed.current()), (0, "1"));
}

#[test]
fn a_stage_has_a_time_of_its_own_and_leaves_the_turns_time_alone() {
    let rules = Rules::new()
        .moves("attack", |t| {
            t.call_with("setActivePlayers", json!({ "others": "defend", "revert": true, "maxMoves": 1 }))
        })
        .turn(|turn| {
            turn.time(seconds(60)).stage("defend", |stage| stage.moves("parry", no_op).time(seconds(10)))
        });
    let mut timed = Timed::begin(rules, 2);
    timed.at(20.0, "0", "attack");
    assert_eq!((timed.deadline("0"), timed.deadline("1")), (None, Some(30.0)));
    timed.at(25.0, "1", "parry");
    assert_eq!((timed.deadline("0"), timed.deadline("1")), (Some(65.0), None), "40 seconds were left");
    timed.at(30.0, "0", "attack");
    timed.times_out(42.0, "1").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!((timed.deadline("0"), timed.deadline("1")), (Some(77.0), None));
}

#[test]
fn a_timed_out_stage_goes_on_to_its_next() {
    let rules = Rules::new().moves("go", no_op).turn(|turn| {
        turn.active_players(json!({ "all": "draft" }))
            .stage("draft", |stage| stage.time(seconds(10)).next(json!("build")))
            .stage("build", |stage| stage.time(seconds(30)))
    });
    let mut timed = Timed::begin(rules, 2);
    assert_eq!((timed.deadline("0"), timed.deadline("1")), (Some(10.0), Some(10.0)));
    timed.times_out(12.0, "1").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!((timed.deadline("0"), timed.deadline("1")), (Some(10.0), Some(42.0)));
}

#[test]
fn a_paused_clock_stands_still() {
    let mut timed = Timed::begin(turns(bank(300)), 2);
    timed.order(10.0, ClockOrder::Pause);
    assert_eq!((timed.left("0"), timed.deadline("0")), (Some(290.0), None));
    timed.order(1000.0, ClockOrder::Resume);
    assert_eq!((timed.left("0"), timed.deadline("0")), (Some(290.0), Some(1290.0)));
    timed.order(1010.0, ClockOrder::Pause).at(2000.0, "0", "go");
    assert_eq!((timed.left("0"), timed.left("1"), timed.deadline("1")), (Some(280.0), Some(300.0), None));
}

#[test]
fn hooks_pause_the_clock() {
    let rules = turns(bank(300)).turn(|turn| {
        turn.on_begin(|t| {
            if t.ctx.turn == 2 {
                t.call("pauseClock")
            }
        })
        .on_end(|t| {
            if t.ctx.turn == 2 {
                t.call("resumeClock");
            }
        })
    });
    let mut timed = Timed::begin(rules, 2);
    timed.at(10.0, "0", "go");
    assert_eq!((timed.clock().is_paused, timed.left("1"), timed.deadline("1")), (true, Some(300.0), None));
    timed.at(50.0, "1", "go");
    assert_eq!(
        (timed.clock().is_paused, timed.left("1"), timed.deadline("0")),
        (false, Some(300.0), Some(340.0))
    );
}

#[test]
fn rules_pause_the_clock() {
    let rules =
        turns(bank(300)).moves("think", |t| t.call("pauseClock")).moves("resume", |t| t.call("resumeClock"));
    let mut timed = Timed::begin(rules, 2);
    timed.at(10.0, "0", "think");
    assert_eq!((timed.left("1"), timed.deadline("1")), (Some(300.0), None));
    timed.at(100.0, "1", "resume");
    assert_eq!(
        (timed.left("0"), timed.left("1"), timed.deadline("0")),
        (Some(290.0), Some(300.0), Some(390.0))
    );
}

#[test]
fn restarted_clocks_give_back_the_time_since_the_last_action() {
    let mut timed = Timed::begin(turns(bank(300)), 2);
    timed.at(10.0, "0", "go").order(10_000.0, ClockOrder::Restart);
    assert_eq!((timed.left("1"), timed.deadline("1")), (Some(300.0), Some(10_300.0)));
}

#[test]
fn undo_leaves_the_clock_as_it_is() {
    let rules = Rules::new().moves("go", no_op).turn(|turn| turn.time(bank(300)));
    let mut timed = Timed::begin(rules, 2);
    timed.at(10.0, "0", "go").at(20.0, "0", "undo");
    assert_eq!((timed.left("0"), timed.deadline("0")), (Some(280.0), Some(300.0)));
    timed.at(30.0, "0", "redo").at(40.0, "0", "endTurn");
    assert_eq!((timed.left("0"), timed.left("1")), (Some(260.0), Some(300.0)));
}

#[test]
fn a_player_gets_lag_back_up_to_their_allowance() {
    let mut timed = Timed::begin(turns(bank(300)), 2);
    timed.acted.set(Some(9.5 * SECOND));
    timed.at(10.0, "0", "go");
    assert_eq!((timed.left("0"), timed.clock().lag_allowance("0")), (Some(290.5), 2000.0));
    timed.acted.set(Some(0.0));
    timed.at(20.0, "1", "go");
    assert_eq!((timed.left("1"), timed.clock().lag_allowance("1")), (Some(292.0), 500.0));
    timed.acted.set(Some(1e9));
    timed.at(21.0, "0", "go");
    assert_eq!(timed.left("0"), Some(289.5), "a clock that is ahead gives nothing");
}

#[test]
fn a_move_in_time_by_its_players_account_counts_after_the_deadline() {
    let mut timed = Timed::begin(turns(seconds(60)), 2);
    timed.acted.set(Some(59.9 * SECOND));
    timed.at(60.4, "0", "go");
    assert_eq!(timed.current(), "1");
}

#[test]
fn a_clock_of_the_host_that_is_set_back_takes_no_time_and_gives_none() {
    let mut timed = Timed::begin(turns(bank(300)), 2);
    timed.at(100.0, "0", "go").at(50.0, "1", "go");
    assert_eq!((timed.left("1"), timed.deadline("0")), (Some(300.0), Some(300.0)));
}

#[test]
fn a_player_whose_time_is_spent_has_a_second_for_each_turn() {
    let mut timed = Timed::begin(turns(bank(10)), 1);
    timed.times_out(12.0, "0").unwrap_or_else(|failure| panic!("{}", describe(&failure)));
    assert_eq!((timed.left("0"), timed.deadline("0")), (Some(1.0), Some(13.0)));
}

#[test]
fn predictions_and_searches_leave_the_clock_alone() {
    let timed = Timed::begin(turns(bank(300)), 2);
    timed.now.set(10.0 * SECOND);
    let mut searched = timed.game.engine.fork(&timed.game.state).expect("a copy");
    let action = timed.game.action("0", "go");
    assert!(timed.game.engine.advance(&mut searched, &action).is_ok());
    assert_eq!(searched.ctx.clock, timed.game.state.ctx.clock);
}

#[test]
fn the_log_has_the_time_of_each_action() {
    let mut timed = Timed::begin(turns(bank(300)), 2);
    timed.acted.set(Some(9.5 * SECOND));
    timed.at(10.0, "0", "go");
    let times: Vec<_> = timed.game.log.iter().map(|entry| (entry.time, entry.lag)).collect();
    assert_eq!(times, [(Some(10_000.0), 500.0), (Some(10_000.0), 0.0)]);
}
