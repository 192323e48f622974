import type { Color, PieceSymbol } from 'chess.js';
import { Dialog } from '../shell/Dialog.tsx';
import { Piece } from './pieces.tsx';
import { PIECES } from './texts.ts';

const CHOICES: PieceSymbol[] = ['q', 'r', 'b', 'n'];

/** Asks what a pawn becomes. */
export function Promotion({ color, choose, close }: { color: Color; choose: (piece: PieceSymbol) => void; close: () => void }) {
  return (
    <Dialog title="Promotion" close={close}>
      <div className="promotion">
        {CHOICES.map((type) => (
          <button
            key={type}
            type="button"
            aria-label={PIECES[type]}
            onClick={() => {
              choose(type);
              close();
            }}
          >
            <Piece type={type} color={color} />
          </button>
        ))}
      </div>
    </Dialog>
  );
}
