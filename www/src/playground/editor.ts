/** The editor of the playground and of the documents' examples: CodeMirror. */
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { EditorView, basicSetup } from 'codemirror';
import { keymap } from '@codemirror/view';
import { Prec } from '@codemirror/state';

export interface Editor {
  text: string;
  focus(): void;
}

/** The colours follow the theme of the site. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.moduleKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--code-type)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)' },
]);

/** Creates an editor in an element. Ctrl+Enter, or ⌘+Enter, calls `run`. Tab leaves the editor. */
export function openEditor(parent: Element, text: string, label: string, run: () => void): Editor {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      // Before the keys of the editor, which would insert a line.
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => { run(); return true; } }])),
      basicSetup,
      javascript({ jsx: true, typescript: true }),
      syntaxHighlighting(COLOURS),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    ],
  });
  return {
    get text() { return view.state.doc.toString(); },
    set text(next: string) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }); },
    focus: () => view.focus(),
  };
}
