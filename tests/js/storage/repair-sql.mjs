// The documents' instructions to operators for repairing a row that was written by hand.
import { readFileSync } from 'node:fs';

const DOCUMENT = new URL('../../../docs/reference/server.md', import.meta.url);
const OF = { sqlite: /UPDATE rondel_states SET state_id = state->>'\$\._stateID'[^;]*;/, postgres: /UPDATE rondel_states SET state_id = \(state::json[^;]*;/ };

/** The documents' statement for this database, about a match called 'the match'. */
export function repairSQL(database) {
  const [statement] = OF[database].exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  return statement;
}
