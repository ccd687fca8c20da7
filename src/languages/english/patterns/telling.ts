import { spokenSentences } from '../assertions/spoken-sentences.ts';
import { unmeant } from '../assertions/unmeant.ts';
import { isGreeting } from '../small-talk.ts';
import type { Occurrence } from './occurrence.ts';

const MOST_SENTENCES = 12;
/** What only tells of one thing does so in a sentence or two of a few words. */
const MOST_IN_NOTE = 2;
const LONGEST_NOTE = 24;
const WORD = /[\p{L}\p{N}]+/gu;

/** What has not happened, and may never. */
const NOT_YET =
  /\b(?:will|won['’]t|would|could|should|might|may|maybe|perhaps|if|gonna|going to (?!the\b|an?\b|my\b|our\b|work\b|bed\b|school\b|\p{Lu})|plan(?:s|ning)? (?:to|on)|hop(?:e|ing)|wish|wan(?:t|na)|(?<!as )soon|next (?:time|weekend|summer|spring|fall|autumn|winter)|can['’]?t wait|look(?:ing)? forward|let['’]?s|thinking (?:of|about)|consider(?:ing)?|need(?:s|ed)? to|have to|try(?:ing)? to)\b|['’](?:ll|d)\b/iu;
/** How it feels, what it is worth to whoever speaks, and what is said for politeness. */
const FELT =
  /\b(?:feel(?:s|ing)?|felt|glad|proud|happy|grateful|thankful|excit(?:ed|ing)|thrilled|stoked|amaz(?:ed|ing)|awesome|wonderful|fantastic|incredible|inspir(?:ed|ing|es|e)|worth|important|means? (?:a lot|so much|everything)|believe|dreams?|thanks?|congrat\w*|sounds?|wow|luck)\b/iu;
const ADDRESSED = /\byou(?:r|rs|['’]\w+)?\b/iu;
const EXCLAIMED = /!\s*$/u;

/** Whether a sentence or a clause of one tells how it feels to somebody, or what they think of it. */
export const tellsOfFeeling = (text: string): boolean => FELT.test(text);

/** What whoever speaks says, without their name. */
export const saidIn = ({ text, speaker }: Occurrence): string =>
  speaker !== undefined && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text;

/** The sentences of a text that tell of something; none of questions, quotes, lists, captions and what is only supposed. */
export function toldSentences(text: string): string[] {
  if (isGreeting(text)) return [];
  const sentences = spokenSentences(text).slice(0, MOST_SENTENCES);
  const isUnmeant = unmeant(sentences);
  return sentences
    .filter(
      (sentence, at) => !sentence.isQuestion && !sentence.isListed && !isUnmeant[at] && !NOT_YET.test(sentence.text),
    )
    .map((sentence) => sentence.text);
}

/**
 * A text that tells of one thing and addresses nobody, or asks for one thing. In talk that goes on, words recur because it
 * stays with its subject.
 */
export function isNote(occurrence: Occurrence): boolean {
  const said = saidIn(occurrence);
  const sentences = spokenSentences(said);
  return (
    sentences.length > 0 &&
    sentences.length <= MOST_IN_NOTE &&
    (said.match(WORD)?.length ?? 0) <= LONGEST_NOTE &&
    sentences.every(({ text, isQuestion }) => !isQuestion && !EXCLAIMED.test(text) && !ADDRESSED.test(text))
  );
}
