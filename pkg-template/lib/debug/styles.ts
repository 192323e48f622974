/** Styles of the panel, in its shadow root. The page's styles do not reach it, and these do not reach the page. */
export const STYLES = `
:host { all: initial; }
* { box-sizing: border-box; }
.root {
  --back: #ffffff; --text: #1c1c22; --soft: #5a5a66; --line: #c9c9d2; --accent: #1f5fbf; --mark: #fff1b8; --error: #b3261e; --field: #f4f4f7;
  color-scheme: light dark; font: 13px/1.45 system-ui, sans-serif; color: var(--text);
}
@media (prefers-color-scheme: dark) {
  .root { --back: #1d1e24; --text: #ececf1; --soft: #b0b0bd; --line: #474955; --accent: #8ab4ff; --mark: #4d4316; --error: #ffb4ab; --field: #2a2b33; }
}
.panel {
  position: fixed; inset: 0 0 0 auto; z-index: 99999; width: min(420px, 100vw); display: flex; flex-direction: column;
  background: var(--back); border-left: 1px solid var(--line); contain: layout paint style;
}
.within .panel { position: static; width: auto; max-height: 100%; border: 1px solid var(--line); }
.toggle { position: fixed; right: 8px; bottom: 8px; z-index: 100000; }
.within .toggle { position: static; }
header { display: flex; gap: 6px; align-items: center; padding: 6px 8px; border-bottom: 1px solid var(--line); }
header strong, header select { flex: 1; min-width: 0; }
.tabs { display: flex; overflow-x: auto; border-bottom: 1px solid var(--line); }
.tabs button { border: 0; border-bottom: 3px solid transparent; border-radius: 0; background: none; flex: 1; padding: 8px 4px; }
.tabs button[aria-selected='true'] { border-bottom-color: var(--accent); font-weight: 600; }
.content { flex: 1; overflow: auto; padding: 8px; overscroll-behavior: contain; }
h3 { font-size: 14px; margin: 14px 0 6px; }
h3 button { font: inherit; }
h4 { font-size: 12px; margin: 8px 0 2px; color: var(--soft); }
p { margin: 6px 0; overflow-wrap: anywhere; }
button, .button, input, select, textarea { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: 4px; padding: 4px 8px; min-height: 26px; }
button, .button { cursor: pointer; }
button:disabled { opacity: 0.6; cursor: default; }
button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible, .button:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.button input { position: absolute; width: 1px; height: 1px; opacity: 0; }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; position: relative; }
.buttons small { flex-basis: 100%; color: var(--soft); }
.field { display: flex; gap: 8px; align-items: center; margin: 6px 0; }
.field > span { flex: 0 0 38%; }
.field > :last-child { flex: 1; min-width: 0; }
.call { display: flex; gap: 6px; margin: 4px 0; align-items: center; }
.call input { flex: 1; min-width: 0; }
.call button { max-width: 50%; overflow: hidden; text-overflow: ellipsis; }
kbd { font: 11px ui-monospace, monospace; border: 1px solid var(--line); border-radius: 3px; padding: 0 4px; color: var(--soft); }
.error { color: var(--error); }
fieldset { border: 1px solid var(--line); border-radius: 4px; margin: 8px 0; }
ul, ol { list-style: none; margin: 0; padding: 0; }
.tree, .tree ul { font: 12px/1.5 ui-monospace, monospace; }
.tree ul { padding-left: 14px; }
.row { position: relative; display: flex; gap: 6px; align-items: baseline; overflow-wrap: anywhere; }
.row:hover .copies, .row:focus-within .copies { opacity: 1; }
.copies { position: absolute; right: 0; opacity: 0; display: flex; gap: 2px; }
.copies button, .twisty { font-size: 11px; padding: 0 4px; min-height: 20px; }
.twisty { border: 0; background: none; min-width: 20px; }
.tree li > .row > .key:first-child { margin-left: 26px; }
.key::after { content: ':'; }
.value.string { color: var(--accent); }
.value.object { color: var(--soft); }
.changed > .row { background: var(--mark); }
.badge { font: 10px system-ui, sans-serif; border: 1px solid var(--line); border-radius: 8px; padding: 0 6px; color: var(--soft); }
.columns { display: flex; gap: 10px; overflow-x: auto; }
.column { flex: 0 0 auto; min-width: 120px; border-left: 1px solid var(--line); padding-left: 6px; }
.log .entry { width: 100%; text-align: left; border-color: transparent; background: none; overflow-wrap: anywhere; }
.log .entry.shown { border-color: var(--accent); background: var(--mark); }
.log .entry.automatic { color: var(--soft); }
.log pre { margin: 0 8px; font: 11px ui-monospace, monospace; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font: 12px ui-monospace, monospace; }
th { text-align: left; font-weight: 600; border-bottom: 1px solid var(--line); }
td { vertical-align: top; padding: 2px 4px 2px 0; overflow-wrap: anywhere; }
.sequence { table-layout: fixed; }
.sequence th:first-child { width: 6.5em; }
.sequence th:nth-child(3) { width: 1.5em; }
.sequence .refusal td { color: var(--error); }
.reply td { color: var(--soft); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 8px 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 600px) {
  .panel { inset: auto 0 0 0; width: 100vw; height: 60vh; border-left: 0; border-top: 1px solid var(--line); }
  button, .button, input, select { min-height: 36px; }
  .copies { opacity: 1; }
}
`;
