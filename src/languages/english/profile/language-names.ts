/** Languages that people say they speak or learn. */
const NAMES =
  `Afrikaans|Albanian|Amharic|Arabic|Armenian|Azerbaijani|Basque|Belarusian|Bengali|Bosnian|Bulgarian|Burmese|Cantonese|Catalan|Chinese|
  Croatian|Czech|Danish|Dutch|English|Esperanto|Estonian|Farsi|Filipino|Finnish|Flemish|French|Galician|Georgian|German|Greek|Gujarati|
  Hausa|Hebrew|Hindi|Hungarian|Icelandic|Igbo|Indonesian|Irish|Italian|Japanese|Kannada|Kazakh|Khmer|Korean|Kurdish|Lao|Latin|Latvian|
  Lithuanian|Luxembourgish|Macedonian|Malay|Malayalam|Maltese|Mandarin|Marathi|Mongolian|Nepali|Norwegian|Pashto|Persian|Polish|
  Portuguese|Punjabi|Quechua|Romanian|Russian|Sanskrit|Serbian|Sinhala|Slovak|Slovene|Slovenian|Somali|Spanish|Swahili|Swedish|Swiss German|
  Tagalog|Tamil|Telugu|Thai|Tibetan|Turkish|Ukrainian|Urdu|Uzbek|Vietnamese|Welsh|Yiddish|Yoruba|Zulu|ASL|sign language`.replace(
    /\s*\n\s*/g,
    '',
  );

export const LANGUAGE = `(?:(?:Brazilian|European|Latin American|Egyptian|Swiss|Mexican|Canadian) )?(?:${NAMES})`;
export const LANGUAGES = `(?:${LANGUAGE})(?:(?:, (?:and )?| and | or )${LANGUAGE})*`;

const EACH = new RegExp(LANGUAGE, 'g');

export const languagesIn = (text: string): string[] => text.match(EACH) ?? [];
