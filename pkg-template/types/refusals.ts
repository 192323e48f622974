/**
 * Refusals of actions, as clients show them.
 */

/** Reason why an action was refused. `Payload` is the type that the move passes to `invalid(payload)`. */
export type ActionError<Payload = any> =
  | Refusal<'action/invalid_move', Payload>
  /** The payload has the plugin and its reason. */
  | Refusal<'action/plugin_invalid', { plugin: string; message: string }>
  | Refusal<'match/version', { client: string | number | null; server: string | number | null }>
  /** If a version is the reason, the payload has the versions of client and server, or of match and server. */
  | Refusal<'match/refused', { client?: string | number | null; match?: string | number | null; server: string | number | null }>
  /** The payload has the reason why the client stopped waiting for the answer. */
  | Refusal<'update/unanswered', { type: string; message: string }>
  | Refusal<Exclude<ErrorType, 'action/invalid_move' | 'action/plugin_invalid' | 'match/version' | 'match/refused' | 'update/unanswered'>, undefined>;

interface Refusal<Type, Payload> {
  type: Type;
  payload?: Payload | undefined;
  /** Reason in words, for the developer of the game. */
  message: string;
}

/** Code of a refusal. docs/reference/errors.md describes each. */
export type ErrorType =
  | 'action/stale_state_id'
  | 'action/unavailable_move'
  | 'action/invalid_move'
  | 'action/inactive_player'
  | 'action/gameover'
  | 'action/action_disabled'
  | 'action/action_invalid'
  | 'action/plugin_invalid'
  | 'update/unauthorized_action'
  | 'update/match_not_found'
  | 'update/patch_failed'
  | 'update/unanswered'
  | 'match/log_full'
  | 'match/limited'
  | 'match/refused'
  | 'match/unauthorized'
  | 'match/seat_lost'
  | 'match/set_aside'
  | 'match/not_found'
  | 'match/banned'
  | 'match/kicked'
  | 'match/lost'
  | 'match/version'
  | 'chat/unanswered'
  | 'game/not_found'
  | 'connection/unreachable';
