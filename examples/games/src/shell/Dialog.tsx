import { useEffect, useId, useRef, type ReactNode } from 'react';

/** A modal dialog. Escape closes it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={close}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label="Close" onClick={close}>✕</button>
      </header>
      {children}
    </dialog>
  );
}
