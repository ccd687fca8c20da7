import type { Episode } from '../../../../src/model/episode.ts';
import type { Memory } from '../../../../src/model/memory.ts';
import type { RecallResult } from '../../../../src/model/recall.ts';
import type { NamedEvent } from '../../../../src/telemetry/events.ts';
import { beginningOf } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';

/** An event as shown, without the event itself, which may have a hundred thousand characters. */
export interface Happening {
  readonly number: number;
  readonly name: string;
  readonly at: Date;
  readonly isFailure: boolean;
  readonly text: string;
  readonly links: readonly { readonly to: string; readonly words: string }[];
  readonly raw: string;
}

const [MAX_TEXT_CHARS, MAX_RAW_CHARS, MAX_LINKS] = [400, 4000, 5];

export function happeningOf({ name, event }: NamedEvent, number: number): Happening {
  const { owner: _, ...fields } = event as Fields;
  const { text, links } = describeFields(fields);
  return {
    ...{ number, name, at: new Date(), isFailure: 'error' in event },
    text: beginningOf(text, MAX_TEXT_CHARS),
    links: links.slice(0, MAX_LINKS),
    raw: beginningOf(JSON.stringify(event, undefined, 2), MAX_RAW_CHARS),
  };
}

export const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface Fields extends Readonly<Record<string, unknown>> {
  readonly memory?: Memory;
  readonly episode?: Episode;
  readonly error?: { readonly message: string };
  readonly memoryId?: string;
  readonly otherId?: string;
  readonly cause?: { readonly reason?: string; readonly by?: string };
  readonly link?: { readonly fromId: string; readonly toId: string; readonly type: string };
  readonly result?: Pick<RecallResult, 'query' | 'items' | 'reason'>;
  readonly report?: Readonly<Record<string, unknown>>;
  readonly done?: number;
  readonly total?: number;
}

const toMemory = (id: string, words = 'memory') => ({ to: hrefOf('memories', id), words });

/** Reads any event by its fields, so that new events are described too. */
function describeFields(fields: Fields): Pick<Happening, 'text' | 'links'> {
  const { memory, episode, error, memoryId, otherId, cause, link, result, report, done, total, ...rest } = fields;
  if (error !== undefined) return { text: error.message, links: episode === undefined ? [] : [toTurn(episode)] };
  if (memory !== undefined) return { text: memory.content, links: [toMemory(memory.id)] };
  if (episode !== undefined)
    return { text: `${episode.speaker ?? episode.role}: ${episode.content}`, links: [toTurn(episode)] };
  if (memoryId !== undefined)
    return {
      text: cause?.reason ?? '',
      links: [
        toMemory(memoryId),
        ...[otherId, cause?.by].flatMap((id) => (id === undefined ? [] : [toMemory(id, 'the other')])),
      ],
    };
  if (link !== undefined) return { text: link.type, links: [toMemory(link.fromId, 'from'), toMemory(link.toId, 'to')] };
  if (result !== undefined)
    return {
      text: `“${result.query}”: ${result.items.length === 0 ? (result.reason ?? 'nothing') : `${result.items.length} found`}`,
      links: result.items.map(({ id, sessionId, isWaiting }, at) =>
        isWaiting && sessionId !== undefined ? toTurn({ id, sessionId }) : toMemory(id, `memory ${at + 1}`),
      ),
    };
  const share = done === undefined ? '' : `: ${done.toLocaleString()} of ${total?.toLocaleString()}`;
  return { text: figuresOf(report ?? rest) + share, links: [] };
}

const toTurn = ({ id, sessionId }: Pick<Episode, 'id' | 'sessionId'>) => ({
  to: hrefOf('timeline', sessionId, { around: id }),
  words: 'turn',
});

const figuresOf = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => {
      if (name === 'durationMs') return [`in ${Math.round(Number(value)).toLocaleString()} ms`];
      if (typeof value === 'number')
        return value === 0 ? [] : [`${wordsOf(name)} ${Math.round(value).toLocaleString()}`];
      return typeof value === 'string' ? [`${wordsOf(name)} ${value}`] : [];
    })
    .join(', ');
