//! Rondel is a turn-based game engine: moves, turns, phases, stages and reactions.
