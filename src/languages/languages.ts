import type { Language, Languages } from '../contracts/language.ts';
import { anyLanguage } from './any.ts';
import { detectLanguage } from './detect.ts';
import { english } from './english/english.ts';

/**
 * The given languages by their codes, or English; a text in any other is handled by `anyLanguage`.
 * @example const souvenir = await createSouvenir({ store, languages: languages([english()]) });
 */
export function languages(known: readonly Language[] = [english()]): Languages {
  const byCode = new Map(known.map((language) => [language.code, language]));
  return {
    of: (text) => {
      const code = detectLanguage(text);
      const language = byCode.get(code) ?? anyLanguage(code);
      byCode.set(code, language);
      return language;
    },
  };
}
