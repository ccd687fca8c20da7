import { withoutFences } from './fences.ts';

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Visible characters that Unicode counts among the invisible ones: before a number, around a verse. */
const VISIBLE_SIGNS = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
/** Invisible characters, which a model still reads. */
const INVISIBLE_SIGNS = new RegExp(
  `(?![${VISIBLE_SIGNS}\\t\\n]|\\p{Join_Control}|\\p{Variation_Selector})[\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
);
/** Joiners and variation selectors shape other scripts and emoji; between ASCII, or many in a row, they hide text. */
const HIDING =
  /(?<=[\0-\x7f]|^)(?:\p{Join_Control}|\p{Variation_Selector})+(?=[\0-\x7f]|$)|(?<=\p{Variation_Selector})\p{Variation_Selector}+/gu;
/** Marks that chat templates read as the beginning or end of a turn, including lookalikes. */
const TURN_MARK =
  /[<[＜［‹〈⟨](?=[|｜∣ǀ]|(?:start|end)_of_turn[>＞]|\/?(?:s|bos|eos|tool_(?:call|response))[>＞]|[<＜]\/?sys[>＞]|\/?(?:inst|system_prompt|available_tools|tool_(?:calls|results))[\]］])/gi;
/** A line that begins a turn in templates without marks: `Human:`, `### Response:`. */
const TURN_HEAD =
  /^[ \t]{0,20}(?:#{1,6}[ \t]{0,9}|\*\*)?(?:Human|HUMAN|User|USER|Assistant|ASSISTANT|System|SYSTEM|Developer|DEVELOPER|Instruction|Response)(?=\*{0,2}[ \t]{0,9}[:：])/gm;

const PLAIN = /^[\x20-\x7e\n\t]*$/;

const visible = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.toWellFormed().replace(LINE_END, '\n').replace(INVISIBLE_SIGNS, '').replace(HIDING, '');
const harmless = (line: string): string => withoutFences(line).replace(TURN_MARK, '$& ');
const harmlessLines = (text: string): string => harmless(text).replace(TURN_HEAD, '$& ');

/** The text as one line that cannot imitate another item, a label, a fence or a turn. */
export const oneLine = (text: string): string => harmless(visible(text).replace(/\s+/g, ' ').trim());

export const asChatText = (text: string): string => harmlessLines(visible(text));

export const labelText = (text: string): string => oneLine(text).replaceAll('[', '(').replaceAll(']', ')');

export const linesOf = (text: string): string[] =>
  visible(text)
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');

/** Indents every line, so that none can begin like a label or a fence. */
export function indented(text: string): string {
  const lines = visible(text)
    .trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .split(/\n(?:[^\S\n]*\n)*/);
  return harmlessLines(lines.map((line) => `  ${line.trimEnd()}`).join('\n'));
}
