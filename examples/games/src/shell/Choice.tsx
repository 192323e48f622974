interface Props<Value> {
  label: string;
  value: Value;
  choices: { value: Value; label: string }[];
  choose: (value: Value) => void;
}

/** One of several values. */
export function Choice<Value extends string | number>({ label, value, choices, choose }: Props<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => choose(choices[target.selectedIndex].value)}>
        {choices.map((choice) => <option key={choice.value} value={choice.value}>{choice.label}</option>)}
      </select>
    </label>
  );
}
