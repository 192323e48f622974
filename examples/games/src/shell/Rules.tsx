import { useState } from 'react';
import { Dialog } from './Dialog.tsx';
import type { GameModule } from './game-module.ts';

/** A button for the rules of a game, in a dialog. */
export function Rules({ module: { title, rules } }: { module: GameModule }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>Rules</button>
      {isOpen && (
        <Dialog title={`Rules of ${title}`} close={() => setOpen(false)}>
          {/* A file of this project. */}
          <div className="rules" dangerouslySetInnerHTML={{ __html: rules }} />
        </Dialog>
      )}
    </>
  );
}
