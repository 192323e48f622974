interface Props {
  label: string;
  value: number;
  values: number[];
  choose: (value: number) => void;
}

/** A number to choose. */
export function Choice({ label, value, values, choose }: Props) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => choose(Number(target.value))}>
        {values.map((number) => <option key={number} value={number}>{number}</option>)}
      </select>
    </label>
  );
}
