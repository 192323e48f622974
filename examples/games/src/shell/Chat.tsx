import { useEffect, useRef, type SubmitEvent } from 'react';
import type { PlayerID } from 'rondel';
import { useChat } from 'rondel/react';
import type { TableProps } from './game-module.ts';

interface Props {
  client: TableProps['client'];
  playerID: PlayerID | null;
  names: Record<PlayerID, string>;
}

/** The chat of a match. Spectators read it. */
export function Chat({ client, playerID, names }: Props) {
  const messages = useChat(client);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => { list.current?.scrollTo({ top: list.current.scrollHeight }); }, [messages.length]);

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text')).trim();
    if (text) client.sendChatMessage(text);
    form.reset();
  }

  return (
    <section className="chat" aria-label="Chat">
      <h2>Chat</h2>
      <div ref={list} className="log" role="log" tabIndex={0} aria-label="Chat messages">
        {messages.map(({ id, sender, payload }) => <p key={id}><b>{names[sender] ?? 'Spectator'}:</b> {String(payload)}</p>)}
      </div>
      {playerID !== null && (
        <form className="row" onSubmit={send}>
          <input name="text" aria-label="Say something" maxLength={200} autoComplete="off" />
          <button type="submit">Send</button>
        </form>
      )}
    </section>
  );
}
