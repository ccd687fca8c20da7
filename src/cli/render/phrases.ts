import { happenedAt, type Memory } from '../../model/memory.ts';

/** Whatever could move the cursor, or worse, on a terminal: a memory may hold anything. */
const CONTROLS = /[\s\p{Cc}]+/gu;

export const oneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();

/** As it is laid out, tabs and line ends aside. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** At most so many characters, with an ellipsis where something was left out. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, Math.max(0, most - 1)).join('')}…`;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

export const unitText = (value: number): string => value.toFixed(2);

/** To the millisecond, so that it can be handed back. */
export const momentText = (moment: Date): string => moment.toISOString();

export const momentIfAny = (moment: Date | undefined): string | undefined =>
  moment === undefined ? undefined : momentText(moment);

export const dayText = (moment: Date): string => moment.toISOString().slice(0, 10);

export const dayOf = (memory: Pick<Memory, 'validAt' | 'createdAt'>): string => dayText(happenedAt(memory));

/** A reason, where there is one, behind what it is for. */
export const becauseText = (reason: string | undefined): string => (reason === undefined ? '' : `: ${oneLine(reason)}`);
