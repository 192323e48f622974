import { Chess } from 'chess.js';
import type { Color, Square } from 'chess.js';
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Step } from './laws.ts';
import { Piece } from './pieces.tsx';
import { Promotion } from './promotion.tsx';
import { nameOfSquare } from './texts.ts';

interface Props {
  fen: string;
  /** The colour of which the viewer may move pieces now. */
  movable: Color | null;
  /** `true` if Black is at the bottom. */
  isFlipped: boolean;
  last: Step | undefined;
  play: (step: Step) => void;
}

interface Drag {
  from: Square;
  x: number;
  y: number;
}

const LINES = [0, 1, 2, 3, 4, 5, 6, 7];
const ARROWS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Pixels by which a pointer may move in a click. */
const CLICK = 5;

/** The chess board: by clicks, by dragging, and by arrow keys with Enter. */
export function Grid({ fen, movable, isFlipped, last, play }: Props) {
  const chess = useMemo(() => new Chess(fen), [fen]);
  const steps = useMemo(() => (movable ? chess.moves({ verbose: true }) : []), [chess, movable]);
  const [selected, select] = useState<Square | null>(null);
  const [focused, setFocused] = useState<Square>('e2');
  const [drag, setDrag] = useState<Drag | null>(null);
  const [promoting, setPromoting] = useState<Omit<Step, 'promotion'> | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const targets = new Set(steps.filter(({ from }) => from === selected).map(({ to }) => to));
  const kingInCheck = chess.isCheck() ? chess.findPiece({ type: 'k', color: chess.turn() })[0] : undefined;

  const squareAt = (row: number, column: number) => `${'abcdefgh'[isFlipped ? 7 - column : column]}${isFlipped ? row + 1 : 8 - row}` as Square;
  const isMovable = (square: Square) => movable !== null && chess.get(square)?.color === movable;

  function tryStep(from: Square, to: Square): boolean {
    const found = steps.find((step) => step.from === from && step.to === to);
    if (!found) return false;
    select(null);
    if (found.promotion) setPromoting({ from, to });
    else play({ from, to });
    return true;
  }

  function press(square: Square) {
    setFocused(square);
    if (selected && tryStep(selected, square)) return;
    select(isMovable(square) && square !== selected ? square : null);
  }

  function onKeyDown(event: KeyboardEvent, row: number, column: number) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = squareAt(Math.min(7, Math.max(0, row + arrow[0])), Math.min(7, Math.max(0, column + arrow[1])));
      setFocused(next);
      grid.current?.querySelector<HTMLElement>(`[data-square=${next}]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') press(squareAt(row, column));
    else if (event.key === 'Escape') select(null);
    else return;
    event.preventDefault();
  }

  function onPointerDown(event: PointerEvent, from: Square) {
    if (event.button !== 0 || !isMovable(from)) return;
    const { clientX, clientY } = event;
    let isDragging = false;
    const listeners = new AbortController();
    const { signal } = listeners;
    const end = () => {
      listeners.abort();
      setDrag(null);
    };
    addEventListener('pointermove', (moved) => {
      const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
      if (!isDragging && Math.hypot(x, y) < CLICK) return;
      isDragging = true;
      select(from);
      setDrag({ from, x, y });
    }, { signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('pointerup', (released) => {
      end();
      const target = document.elementFromPoint(released.clientX, released.clientY)?.closest<HTMLElement>('[data-square]');
      if (isDragging && target) tryStep(from, target.dataset.square as Square);
    }, { signal });
  }

  function cell(row: number, column: number) {
    const square = squareAt(row, column);
    const piece = chess.get(square);
    const isTarget = targets.has(square);
    const isLast = square === last?.from || square === last?.to;
    const classes = ['cell', (row + column) % 2 ? 'dark' : 'light', isLast && 'last', isTarget && 'target', isTarget && piece && 'taking',
      square === selected && 'selected', square === kingInCheck && 'check', isMovable(square) && 'movable'];
    const name = nameOfSquare(square, piece);
    const place = drag?.from === square ? { transform: `translate(${drag.x}px, ${drag.y}px)` } : undefined;
    return (
      <div
        key={square}
        role="gridcell"
        className={classes.filter(Boolean).join(' ')}
        data-square={square}
        tabIndex={square === focused ? 0 : -1}
        aria-label={`${name}${square === kingInCheck ? ', in check' : ''}${isTarget ? ', possible move' : ''}`}
        aria-selected={square === selected}
        onClick={() => press(square)}
        onFocus={() => setFocused(square)}
        onKeyDown={(event) => onKeyDown(event, row, column)}
        onPointerDown={(event) => onPointerDown(event, square)}
      >
        {piece && <span className={place ? 'holder dragged' : 'holder'} style={place}><Piece {...piece} /></span>}
      </div>
    );
  }

  return (
    <>
      <div className="frame">
        <div className="grid" role="grid" aria-label="Chess board" ref={grid}>
          {LINES.map((row) => <div key={row} role="row">{LINES.map((column) => cell(row, column))}</div>)}
        </div>
        <div className="ranks" aria-hidden="true">{LINES.map((row) => <span key={row}>{squareAt(row, 0)[1]}</span>)}</div>
        <div className="files" aria-hidden="true">{LINES.map((column) => <span key={column}>{squareAt(7, column)[0]}</span>)}</div>
      </div>
      {promoting && movable && (
        <Promotion
          color={movable}
          choose={(promotion) => play({ ...promoting, promotion })}
          close={() => setPromoting(null)}
        />
      )}
    </>
  );
}
