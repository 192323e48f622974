//! Tests of players' rights: the answers of `Game::check`, which engines, masters, bots and predictions ask.

use rondel::core::{EventKind, Permit, PlayerID, Request};

use crate::support::{Match, Rules, no_op};

fn rules() -> Rules<()> {
    Rules::new()
        .moves("go", no_op)
        .long_move("careful", no_op, |rules| rules.strict())
        .long_move("late", no_op, |rules| rules.ignore_stale_state_id())
        .disable_event("endPhase")
        .turn(|turn| turn.stage("aside", |stage| stage.moves("answer", no_op)))
        .phase("quiet", |phase| phase.moves("whisper", no_op))
}

/// Compares the answers with lines such as `0 move go -> allowed`. `-` stands for no particular player.
fn compare(game: &Match<()>, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (asked, expected) = line.split_once("->").expect("a line has an arrow");
        let [player, what, name] = asked.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}: expected who asks for what by which name");
        };
        let request = match what {
            "move" => Request::Move(game.engine.game.move_names.find(name)),
            "event" => Request::Event(EventKind::ALL.iter().copied().find(|kind| kind.name() == name)),
            "plugin" => Request::Plugin(name.parse().ok()),
            _ => Request::StepBack,
        };
        let player = (player != "-").then(|| PlayerID::from(player));
        let answer = match game.engine.game.check(&game.state.ctx, player.as_ref(), request) {
            Ok(Permit { strict: false, ignores_stale: false }) => "allowed",
            Ok(Permit { strict: true, ignores_stale: false }) => "allowed, strict",
            Ok(Permit { strict: false, ignores_stale: true }) => "allowed, stale too",
            Ok(Permit { strict: true, ignores_stale: true }) => "allowed, strict, stale too",
            Err(refusal) => refusal.kind.name().trim_start_matches("action/"),
        };
        assert_eq!(answer, expected.trim(), "{line}");
    }
}

#[test]
fn the_only_active_player_may_act() {
    compare(
        &Match::begin(rules(), 3),
        "
        0 move go             -> allowed
        0 move careful        -> allowed, strict
        0 move late           -> allowed, stale too
        0 move nothing        -> unavailable_move
        0 move whisper        -> unavailable_move
        0 event endTurn       -> allowed
        0 event nothing       -> action_invalid
        0 event endPhase      -> action_disabled
        0 event removePlayer  -> action_disabled
        0 plugin 0            -> allowed
        0 plugin nothing      -> action_invalid
        0 step back           -> allowed, strict
        - move go             -> allowed
        - event endTurn       -> allowed
        - step back           -> allowed, strict
        ",
    );
}

#[test]
fn rights_are_checked_before_the_action_s_existence() {
    compare(
        &Match::begin(rules(), 3),
        "
        1 move go         -> inactive_player
        1 move nothing    -> inactive_player
        1 move whisper    -> inactive_player
        1 event endTurn   -> inactive_player
        1 event nothing   -> inactive_player
        1 event endPhase  -> inactive_player
        1 plugin nothing  -> inactive_player
        1 step back       -> inactive_player
        7 move go         -> inactive_player
        ",
    );
}

#[test]
fn active_players_have_the_moves_of_their_stages_and_step_back_only_alone() {
    let mut game = Match::begin(rules(), 3);
    game.play("0", r#"setActivePlayers {"value":{"1":"aside","2":null}}"#);
    compare(
        &game,
        "
        0 move go      -> inactive_player
        1 move answer  -> allowed
        1 move go      -> unavailable_move
        2 move go      -> allowed
        2 move answer  -> unavailable_move
        1 step back    -> action_invalid
        0 step back    -> inactive_player
        - step back    -> action_invalid
        ",
    );
    game.play("1", r#"setActivePlayers {"value":{"2":"aside"}}"#);
    compare(&game, "2 step back -> allowed, strict");
}

#[test]
fn a_phase_has_its_own_moves() {
    let mut game = Match::begin(rules(), 3);
    game.play("0", r#"setPhase "quiet""#);
    compare(&game, "1 move whisper -> allowed\n1 move go -> unavailable_move");
}

#[test]
fn nothing_may_be_done_when_the_game_is_over() {
    let mut game = Match::begin(rules(), 3);
    game.play("0", r#"endGame "won""#);
    compare(
        &game,
        "
        0 move go         -> gameover
        0 move nothing    -> gameover
        1 move go         -> gameover
        0 event endPhase  -> gameover
        0 event nothing   -> gameover
        0 plugin nothing  -> gameover
        1 step back       -> gameover
        - move go         -> gameover
        ",
    );
}

#[test]
fn nobody_may_do_anything_when_every_player_is_out() {
    let game = Rules::new().moves("go", no_op).phase("a", |phase| phase.start()).phase("b", |phase| phase);
    let mut game = Match::begin(game, 2);
    game.play("0", r#"pass {"remove":true}"#).play("1", r#"pass {"remove":true}"#);
    compare(
        &game,
        "
        0 move go    -> inactive_player
        - move go    -> inactive_player
        - step back  -> inactive_player
        ",
    );
}

#[test]
fn under_compat_all_is_strict_and_events_that_are_switched_off_are_allowed() {
    let mut game = Match::begin(rules().compat(), 3);
    compare(
        &game,
        "
        0 move go             -> allowed, strict
        0 move careful        -> allowed, strict
        0 move late           -> allowed, strict, stale too
        0 event endTurn       -> allowed, strict
        0 event endPhase      -> allowed, strict
        0 event removePlayer  -> action_disabled
        0 plugin 0            -> allowed, strict
        0 step back           -> allowed, strict
        1 move nothing        -> inactive_player
        ",
    );
    game.play("0", r#"setActivePlayers {"all":null}"#);
    compare(&game, "1 step back -> action_invalid");
}
