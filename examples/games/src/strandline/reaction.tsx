import type { PlayerID } from 'rondel';
import { cratesFor, questionFor, type Beach } from './beach.ts';
import { nameOf } from './cards.ts';
import { counted } from './texts.ts';

interface Props {
  G: Beach;
  order: readonly PlayerID[];
  playerID: PlayerID;
  names: Record<PlayerID, string>;
  moves: { shoo: () => void; letGo: () => void; claim: (owner: PlayerID) => void; pass: () => void };
}

/** The choices of a player who may react to the revealed cards. */
export function Reaction({ G, order, playerID, names, moves }: Props) {
  const whistles = `You have ${counted(G.whistles[playerID], 'whistle')}.`;
  if (questionFor(G, playerID) === 'gull') {
    return (
      <fieldset className="reaction">
        <legend>A gull!</legend>
        <button type="button" className="primary" onClick={moves.shoo}>Blow a whistle</button>
        <button type="button" onClick={moves.letGo}>Let it go</button>
        <p>{whistles}</p>
      </fieldset>
    );
  }
  return (
    <fieldset className="reaction">
      <legend>A crate!</legend>
      {cratesFor(G, playerID, order).map(({ owner, card }) => (
        <button key={owner} type="button" className="primary" onClick={() => moves.claim(owner)}>Claim {nameOf(card)} from {names[owner]}</button>
      ))}
      <button type="button" onClick={moves.pass}>Claim nothing</button>
      <p>A claim costs one whistle, if you get the card. {whistles}</p>
    </fieldset>
  );
}
