// The pieces, drawn for this example.
import type { Color, PieceSymbol } from 'chess.js';

interface Shape {
  body: string;
  /** Lines on the body. */
  lines?: string;
}

const SHAPES: Record<PieceSymbol, Shape> = {
  p: { body: 'M22.5 9.5a5.5 5.5 0 0 0-3.3 9.9 8.5 8.5 0 0 0-4.2 3.6h3.7c0 5-2.7 8.5-6.2 11v4h20v-4c-3.5-2.5-6.2-6-6.2-11H30a8.5 8.5 0 0 0-4.2-3.6 5.5 5.5 0 0 0-3.3-9.9z' },
  r: { body: 'M11 9h5v3.5h4V9h5v3.5h4V9h5v8.5L30 21v10l3.5 3v4h-22v-4l3.5-3V21l-4-3.5z', lines: 'M15 21h15M15 31h15' },
  n: { body: 'M13.5 38c0-8 7.5-9.5 8-15.5-3 .5-4.5 3.5-8 4-2 .2-3.5-1.5-3.5-3 0-1.5 1.5-2.5 2.5-4.5 1.5-3 2.5-6.5 6-9l.5-4 4 3c8 1.5 11 8 11 16.5 0 5-1 8-1 12.5z', lines: 'M24 11c5 2.5 6.5 7 6.5 12M13 23.5l1.5-1' },
  b: { body: 'M22.5 6a2.7 2.7 0 0 0-1.7 4.8c-4.3 3.2-6.8 7-6.8 11.2 0 3 1.5 5 3.5 6.5l-1 3.5c-2 1.5-4.5 1.5-5.5 2.5V38h23v-3.5c-1-1-3.5-1-5.5-2.5l-1-3.5c2-1.5 3.5-3.5 3.5-6.5 0-4.2-2.5-8-6.8-11.2A2.7 2.7 0 0 0 22.5 6z', lines: 'M22.5 15v8M18.5 19h8M17 28.5h11M16.5 32h12' },
  q: { body: 'M12 38v-4l1.5-3L9 15.5a2 2 0 1 1 2-.5l5.5 7 .7-10.5a2 2 0 1 1 2.3 0l3 9.5 3-9.5a2 2 0 1 1 2.3 0l.7 10.5 5.5-7a2 2 0 1 1 2 .5L31.5 31l1.5 3v4z', lines: 'M13.5 31h18M12 34h21' },
  k: { body: 'M21.2 4.5h2.6v2.7h2.7v2.6h-2.7v3c2.2.7 3.2 2.7 3.4 5 3.8-2.3 9.3-.3 9.3 4.7 0 3.5-3 6-5 8.5l1.5 3v4H12v-4l1.5-3c-2-2.5-5-5-5-8.5 0-5 5.5-7 9.3-4.7.2-2.3 1.2-4.3 3.4-5v-3h-2.7V7.2h2.7z', lines: 'M13.5 31h18M12 34h21M22.5 18v10' },
};

/** A piece without a name: the element around it has one. */
export function Piece({ type, color }: { type: PieceSymbol; color: Color }) {
  const { body, lines } = SHAPES[type];
  return (
    <svg className={`piece ${color === 'w' ? 'white' : 'black'}`} viewBox="0 0 45 45" aria-hidden="true">
      <path d={body} />
      {lines && <path className="lines" d={lines} />}
      {type === 'n' && <circle className="eye" cx="18.5" cy="15.5" r="1.2" />}
    </svg>
  );
}
