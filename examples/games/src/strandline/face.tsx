import { designOf, logsOn, titleOf, type Card, type Design } from './cards.ts';

/** Drawings on a square of 60 by 60. Each colour of glass has a shape of its own. */
const SHAPES: Partial<Record<Design, string>> = {
  'green-glass': 'M30 8c5 0 22 30 22 36s-8 9-22 9S8 50 8 44 25 8 30 8z',
  'blue-glass': 'M30 12c14 0 24 8 24 18s-10 18-24 18S6 40 6 30s10-18 24-18z',
  'amber-glass': 'M16 10c8-3 22-2 29 1 6 3 7 26 4 35-2 6-31 7-37 2-5-5-5-34 4-38z',
  'rose-glass': 'M30 6c4 9 17 20 17 31 0 10-7 17-17 17s-17-7-17-17C13 26 26 15 30 6z',
};

const SPIRAL = 'M30 31c2-3 6-1 6 3 0 5-7 8-12 5-7-4-7-15 1-19 9-5 22 0 23 11 1 13-12 21-24 18';

function Drawing({ card }: { card: Card }) {
  const design = designOf(card);
  switch (design) {
    case 'left-shell':
    case 'right-shell':
      return (
        <g transform={design === 'right-shell' ? undefined : 'matrix(-1 0 0 1 60 0)'}>
          <path className="body" d="M24 49C9 48 5 34 10 23 16 10 33 6 44 14c13 9 12 27-1 33-4 2-12 3-19 2z" />
          <path className="lines" d={SPIRAL} />
        </g>
      );
    case 'one-log':
    case 'two-logs':
    case 'three-logs':
      return Array.from({ length: logsOn(card) }, (_, at) => (
        <g key={at} transform={`translate(0 ${(at - (logsOn(card) - 1) / 2) * 16})`}>
          <rect className="body" x="6" y="23" width="48" height="14" rx="7" />
          <ellipse className="lines" cx="47" cy="30" rx="4" ry="5" />
          <path className="lines" d="M14 28h16M20 33h14" />
        </g>
      ));
    case 'map':
      return (
        <>
          <path className="body" d="M9 12l14 4 14-5 14 4-3 16 3 17-14-3-14 5-15-4 3-17z" />
          <path className="lines" d="M16 22c6-3 6 8 12 6s3 10 9 10" strokeDasharray="4 3" />
          <path className="mark" d="M38 22l8 8M46 22l-8 8" />
        </>
      );
    case 'gull':
      return (
        <>
          <path className="body" d="M4 22c9-7 18-5 24 5 1 2 3 2 4 0 6-10 15-12 24-5-9 1-14 4-18 12-3 6-13 6-16 0-4-8-9-11-18-12z" />
          <path className="mark" d="M27 40l3 7 3-7z" />
        </>
      );
    case 'crate':
      return (
        <>
          <rect className="body" x="8" y="14" width="44" height="34" rx="2" />
          <path className="lines" d="M8 25h44M8 37h44M15 14v34M45 14v34" />
        </>
      );
    default:
      return (
        <>
          <path className="body" d={SHAPES[design]} />
          <path className="shine" d="M20 34c1-6 4-10 8-13" />
        </>
      );
  }
}

/** The front of a card. Screen readers read its name. */
export function Face({ card, isSmall = false }: { card: Card; isSmall?: boolean }) {
  return (
    <span className={isSmall ? 'face small' : 'face'} role="img" aria-label={titleOf(card)} data-design={designOf(card)}>
      <svg viewBox="0 0 60 60" aria-hidden="true"><Drawing card={card} /></svg>
      {!isSmall && <span className="title" aria-hidden="true">{titleOf(card)}</span>}
    </span>
  );
}
