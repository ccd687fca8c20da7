import type { StoredEpisode } from '../../model/episode.ts';
import { ANYWHERE, actionOfPast } from '../work-talk/actions.ts';
import { clauseParts, headOf } from '../work-talk/clause-parts.ts';
import { HOW_OFTEN, WEEKDAYS } from '../work-talk/how-often.ts';
import { inFewWords, retell, type Spoken } from '../work-talk/spoken.ts';
import { isAboutWork, isStandingNoun, isTechnical, isWorkNoun } from '../work-talk/technical.ts';

const OUTCOME =
  /^(?:now |still |again |finally |have |has |all |both )*(?:pass(?:es|ed)?|fail(?:s|ed)?|succeed(?:s|ed)?|works?(?: again| now|$)|worked|crash(?:es|ed)?|breaks|broke|completes?d?|finish(?:es|ed)|compiles|timed out|times out|returned|stopped|went (?:out|through|live)|(?:do|does) not (?:work|compile|build|start|load|pass))\b|^now \p{L}+s\b/iu;
const STATE =
  /^(?:is|are|has been|have been|looks?) (?:now |all |still |finally |already |successfully )*(?:green|red|clean|done|failing|passing|broken|fixed|merged|deployed|live|down|ready|finished|complete|completed|released|migrated|updated|installed|published|resolved|solved|back|up|gone)\b/i;
const MET = /^(?:(?:i|we) (?:am|are) )?(?:still |now |also )?(?:getting|seeing|hitting) (.+)/i;
const DONE = /^(?:all )?(?:done|finished|fixed|solved|success)\s*[:–—-]\s*(.+)/i;
const DID = /^(?:i|we) (?:have |just |now |also |already |successfully )*(\p{L}+) (.+)/iu;
const ELLIPTIC = /^(?:successfully |just )?(\p{L}+) ((?:the|an?|all|both|this|our|version|\d+|two|three)\b.+)/iu;
const REPEATED = new RegExp(`\\b(?:${HOW_OFTEN}|tends?|every|whenever|${WEEKDAYS})\\b`, 'i');
const UNREAL = /^(?:if|when|unless|maybe|perhaps|once|in case)\b|\b(?:would|could|should|might|will)\b/i;
const MOST_OF_OUTPUT = 400;

/** How something that was tried has turned out, as said by this sentence. */
export function resultOf({ text, isQuestion }: Spoken, episode: StoredEpisode): string | undefined {
  if (isQuestion || UNREAL.test(text) || REPEATED.test(text)) return undefined;
  const done = DONE.exec(text)?.[1];
  if (done !== undefined) return retell(done, episode);
  const [, verb = '', object = ''] = DID.exec(text) ?? [];
  if (isDeed(verb, object, episode.role === 'assistant')) return retell(text, episode);
  const met = MET.exec(text)?.[1];
  if (met !== undefined && isTechnical(met)) return retell(/^(?:i|we) /i.test(text) ? text : `I am ${text}`, episode);
  const [, past = '', thing = ''] = ELLIPTIC.exec(text) ?? [];
  if (isDeed(past, thing))
    return retell(episode.role === 'assistant' ? `I ${past.toLowerCase()} ${thing}` : text, episode);
  const parts = clauseParts(text);
  const head = headOf(parts?.subject ?? []);
  if (parts === undefined || (!isStandingNoun(head) && !isWorkNoun(head))) return undefined;
  return OUTCOME.test(parts.rest) || STATE.test(parts.rest) ? retell(text, episode) : undefined;
}

function isDeed(verb: string, object: string, isOfWork = false): boolean {
  const base = actionOfPast(verb.toLowerCase());
  if (base === undefined) return false;
  return isOfWork
    ? !/^(?:it|this|that|them|you|your)\b/i.test(object)
    : ANYWHERE.has(base)
      ? isTechnical(object)
      : isAboutWork(object);
}

/** What a tool gave back, or what went wrong, in short. */
export function reportedResult({ type, content, metadata }: StoredEpisode): string | undefined {
  const line = tellingLine(metadata.error ?? content);
  if (line === undefined) return undefined;
  const tool = metadata.tool === undefined ? undefined : `The ${metadata.tool.slice(0, 60)} tool`;
  const hasFailed = type === 'error' || metadata.success === false;
  if (hasFailed) return inFewWords(tool === undefined ? `An error occurred: ${line}` : `${tool} failed: ${line}`);
  return inFewWords(`${tool ?? 'A tool'} returned: ${line}`);
}

/** The line that names an error, else the first with words in it. */
function tellingLine(output: string): string | undefined {
  const lines = output
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  const worded = lines.filter((line) => /\p{L}{2}/u.test(line));
  const line = worded.find((each) => /\b(?:error|failed|exception|fatal|denied)\b|Error\b/i.test(each)) ?? worded[0];
  return line?.slice(0, MOST_OF_OUTPUT);
}

/** What a told result is of, without its article: a later one of the same takes its place. Each call of a tool is another try. */
export function outcomeSubject(text: string): string | undefined {
  const parts = clauseParts(text);
  if (parts === undefined || !(OUTCOME.test(parts.rest) || STATE.test(parts.rest))) return undefined;
  if (parts.subject.at(-1) === 'tool') return undefined;
  return parts.subject.filter((word) => !/^(?:the|all|our|my|this|both)$/.test(word)).join(' ');
}
