import { PlainText } from '../../parts/text.tsx';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));

export function FieldValue({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <p class="soft">Cleared.</p>;
  if (!Array.isArray(value))
    return (
      <p class="value">
        <PlainText text={textOf(value)} />
      </p>
    );
  return (
    <ul class="value">
      {value.map((each, at) => (
        <li key={`${at} ${textOf(each)}`}>
          <PlainText text={textOf(each)} />
        </li>
      ))}
    </ul>
  );
}
