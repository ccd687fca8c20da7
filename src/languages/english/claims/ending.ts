import { mayBeSame } from './apposition.ts';
import { anotherChild } from './endings/another-child.ts';
import { cancelled } from './endings/cancelled.ts';
import { died } from './endings/died.ts';
import { gaveUp, sold } from './endings/gave-up.ts';
import { leftPlace } from './endings/left-place.ts';
import { lostJob } from './endings/lost-job.ts';
import { parted } from './endings/parted.ts';
import { returned } from './endings/returned.ts';
import { steppedDown } from './endings/stepped-down.ts';
import type { Ending } from './reading.ts';
import { type Sentence, sentenceOf } from './sentence.ts';

const CUE =
  /\b(?:left|quit|lost|resigned|retired|fired|laid|let|changed|switched|divorced|broke|broken|split|with|died|passed|put|sold|rid|gave|given|traded|scrapped|cancell?ed|called|off|born|back|returned|stepped)\b/i;

const ENDINGS: readonly ((sentence: Sentence) => Ending | undefined)[] = [
  leftPlace,
  lostJob,
  parted,
  died,
  sold,
  gaveUp,
  cancelled,
  anotherChild,
  returned,
  steppedDown,
];

/** What a sentence puts an end to without denying it in so many words: "left Oslo", "got divorced", "was cancelled". */
export function readEnding(text: string): Ending | undefined {
  const sentence = CUE.test(text) ? sentenceOf(text) : undefined;
  if (!sentence || sentence.group.unreal || sentence.group.ended) return undefined;
  for (const read of ENDINGS) {
    const ends = read(sentence);
    if (ends)
      return (older) => !older.negated && !older.pronoun && mayBeSame(older.bearer, sentence.bearer) && ends(older);
  }
  return undefined;
}
