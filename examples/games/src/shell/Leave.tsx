import { useState } from 'react';

/** Asks before a player leaves permanently: nobody gets a seat back that a bot has taken over. */
export function Leave({ hasBot, isOver, leave }: { hasBot: boolean; isOver: boolean; leave: () => void }) {
  const [isSure, setSure] = useState(false);
  if (!isSure || isOver) return <button type="button" onClick={() => (isOver ? leave() : setSure(true))}>Leave</button>;
  return (
    <span className="sure">
      <span>{hasBot ? 'A bot takes your seat.' : 'Others can take your seat.'}</span>
      <button type="button" className="danger" autoFocus onClick={leave}>Really leave</button>
      <button type="button" onClick={() => setSure(false)}>Stay</button>
    </span>
  );
}
