//! Property tests of the search mode: it has the same states as
//! [`Engine::apply`](rondel::core::Engine::apply).

use proptest::prelude::*;
use rondel::core::Halt;

use super::sketch::{Command, Sketch, World, commands, sketches};
use super::{begin, config};
use crate::support::{Match, Rules, describe, print, without_history};

/// Returns the part of the match's state that a search has.
fn bare(game: &Match<World>) -> String {
    print(&without_history(&game.state))
}

/// Plays the commands in a match, and in one search that goes on from state to state.
fn compare(sketch: &Sketch, commands: &[Command], pure: bool) -> Result<(), TestCaseError> {
    let begun = |rules: Rules<World>| Match::try_begin(rules, sketch.num_players, serde_json::Value::Null);
    let rules = if pure { sketch.rules().endings_read_g_alone() } else { sketch.rules() };
    let Ok(mut game) = begun(rules) else { return Ok(()) };
    let mut searched = game.engine.fork(&game.state).unwrap();
    for command in commands.iter().filter(|command| !command.steps_back()) {
        let action = command.action(&game);
        let before = print(&game.state);
        let advanced = game.engine.advance(&mut searched, &action);
        let fresh = game.engine.context.restarted();
        prop_assert_eq!(&before, &print(&game.state), "a search has changed the match");
        let bare_before = bare(&game);
        match (game.act(action), advanced) {
            (Ok(()), Ok(())) => {
                prop_assert_eq!(bare(&game), print(&searched), "{:?}", command);
                prop_assert_eq!(game.engine.context.restarted(), fresh);
            }
            (Err(applied), Err(halt)) => {
                match &halt {
                    Halt::Refused(_) => prop_assert_eq!(bare_before, print(&searched), "{:?}", command),
                    Halt::Spoiled(_) => searched = game.engine.fork(&game.state).unwrap(),
                }
                prop_assert_eq!(describe(&applied), describe(&halt.into_fault()));
            }
            (Ok(()), Err(halt)) => {
                prop_assert!(false, "{command:?} is refused to a search: {}", describe(&halt.into_fault()));
            }
            (Err(applied), Ok(())) => {
                prop_assert!(false, "{command:?} is refused to the match alone: {}", describe(&applied));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_search_goes_through_the_states_of_the_match(
        sketch in sketches(),
        commands in commands(),
        compat in any::<bool>(),
        pure in any::<bool>(),
    ) {
        let sketch = sketch.with_compat(compat);
        if begin(&sketch).is_some() {
            compare(&sketch, &commands, pure)?;
        }
    }
}
