/** Queries nobody should send and someone will, each built around words that the memory holds. */
export function hostileQueries(words: readonly string[]): Readonly<Record<string, string>> {
  const [word = ''] = words;
  const many = (count: number) => Array.from({ length: count }, (_, at) => words[at % words.length]).join(' ');
  return {
    'one megabyte without a space': `${word} ${'x'.repeat(990_000)}`,
    'one megabyte of words': many(140_000),
    'ten thousand words': many(10_000),
    'ten thousand times one word': `${word} `.repeat(10_000),
    'ten thousand unknown words': `${word} ${Array.from({ length: 10_000 }, (_, at) => `zq${at}`).join(' ')}`,
    'ten thousand numbers and dates': `${word} ${Array.from({ length: 10_000 }, (_, at) => `on 3 May ${1900 + at}`).join(' ')}`,
    'capitals throughout': many(500).toUpperCase(),
    'operators of the text index': `${word}" OR NEAR( * ^ : content:${word} AND NOT "`,
    'only operators': '" OR NEAR( * ^ : '.repeat(500),
    'an unclosed quote': `"${word}`,
    'SQL in quotes': `${word}'; drop table memories; --`,
    'null bytes between words': many(500).replaceAll(' ', '\0'),
    'lone surrogates': `\ud800 ${word} ${'\udfff'.repeat(4000)}`,
    'direction marks': `\u202e${word}\u202c ${'\u200f'.repeat(4000)}`,
    'combining marks': `${word} a${'\u0301'.repeat(4000)}`,
    'a script without spaces': `${word} ${'東京'.repeat(2000)}`,
    emoji: '🦊🐇🎉'.repeat(1000),
    'punctuation only': '.-'.repeat(2000),
    whitespace: ' \t\n'.repeat(2000),
    'null bytes': '\0'.repeat(4000),
    empty: '',
  };
}
