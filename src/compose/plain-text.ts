import { withoutFences } from '../model/memory-block.ts';

const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Signs before a number or around a verse, which Unicode counts among those that are not seen. */
const SEEN = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
/** Signs that nobody sees but a model reads. */
const UNSEEN = new RegExp(
  `(?![${SEEN}\\t\\n]|\\p{Join_Control}|\\p{Variation_Selector})[\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
);
/** They shape letters and emoji of other scripts; between ASCII, or many in a row, they only hide something. */
const HIDING =
  /(?<=[\0-\x7f]|^)(?:\p{Join_Control}|\p{Variation_Selector})+(?=[\0-\x7f]|$)|(?<=\p{Variation_Selector})\p{Variation_Selector}+/gu;
/** What chat templates read as the beginning or the end of somebody's turn. */
const TURN_MARK = /[<[](?=\||(?:start|end)_of_turn>|\/?s>|<\/?sys>>|\/?inst\])/gi;

const PLAIN = /^[\x20-\x7e\n\t]*$/;

const visible = (text: string): string =>
  PLAIN.test(text) ? text : text.toWellFormed().replace(LINE_END, '\n').replace(UNSEEN, '').replace(HIDING, '');
const harmless = (line: string): string => withoutFences(line).replace(TURN_MARK, '$& ');

/** A text on one line, so that it cannot pose as another item, a label, a fence or somebody's turn. */
export const oneLine = (text: string): string => harmless(visible(text).replace(/\s+/g, ' ').trim());

/** A text as somebody said it: lines and indents stay. */
export const asSaid = (text: string): string => harmless(visible(text));

/** A text for the brackets of a label. */
export const labelText = (text: string): string => oneLine(text).replaceAll('[', '(').replaceAll(']', ')');

/** Each line of a text, none of them empty. */
export const linesOf = (text: string): string[] =>
  visible(text)
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');

/** A text that keeps its lines, each set in, so that none of them stands where labels and fences do. */
export function setIn(text: string): string {
  const lines = visible(text)
    .trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .split(/\n(?:[^\S\n]*\n)*/);
  return harmless(lines.map((line) => `  ${line.trimEnd()}`).join('\n'));
}
