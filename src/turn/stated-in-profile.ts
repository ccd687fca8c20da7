import type { Languages } from '../contracts/language.ts';
import { termsIn } from '../languages/terms.ts';
import type { RecallItem } from '../model/recall.ts';
import { contentWords } from '../text/words.ts';

export interface ProfileText {
  readonly text: string;
  /** Ids of the memories and episodes it was learnt from. */
  readonly restsOn: readonly string[];
}

const SUBJECT = 'user';

/** Memories that the profile states but for a leading verb ("prefers short answers"). None if an item is outdated: its successor must precede it. */
export function statedInProfile(
  items: readonly RecallItem[],
  profile: ProfileText,
  languages: Languages,
): readonly RecallItem[] {
  if (profile.text.trim() === '' || items.some(isOutOfDate)) return [];
  const sources = new Set(profile.restsOn);
  const profileTerms = new Set(termsIn(profile.text, languages.of(profile.text).code));
  return items.filter(({ id, content, status, alsoIn = [], provenance: { episodeIds } }) => {
    const isLearnt = [id, ...alsoIn.map((other) => other.id), ...episodeIds].some((source) => sources.has(source));
    if (!isLearnt || status !== 'active') return false;
    const language = languages.of(content);
    const memoryWords = contentWords(content, language).filter((word) => word !== SUBJECT);
    const missingWords = memoryWords.filter(
      (word) => !termsIn(word, language.code).every((term) => profileTerms.has(term)),
    );
    return (
      missingWords.length === 0 ||
      (missingWords.length === 1 && memoryWords.length > 1 && missingWords[0] === memoryWords[0])
    );
  });
}

const isOutOfDate = ({ doubtedAt, breakdown: { adjustments } }: RecallItem): boolean =>
  doubtedAt !== undefined || adjustments.current < 1;
