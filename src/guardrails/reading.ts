/** A text as one may read it, and where each of its characters stands in the text as it was given. */
export interface Reading {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const MARK = /\p{M}/gu;
/** Letters of other alphabets that look like ours. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ а: 'a', в: 'b', е: 'e', ѕ: 's', і: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't' },
    ...{
      у: 'y',
      х: 'x',
      ԁ: 'd',
      ԛ: 'q',
      ԝ: 'w',
      ь: 'b',
      г: 'r',
      п: 'n',
      һ: 'h',
      ӏ: 'l',
      ґ: 'r',
      ѵ: 'v',
      ո: 'n',
      ս: 'u',
    },
    ...{ α: 'a', β: 'b', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', γ: 'y', η: 'n' },
    ...{
      ı: 'i',
      ɑ: 'a',
      ɡ: 'g',
      ɩ: 'i',
      ʟ: 'l',
      ɴ: 'n',
      ʀ: 'r',
      ᴀ: 'a',
      ᴇ: 'e',
      ᴏ: 'o',
      ᴛ: 't',
      ꜱ: 's',
      ɪ: 'i',
      ᴜ: 'u',
    },
    ...{
      ᴘ: 'p',
      ᴍ: 'm',
      ʏ: 'y',
      ꜰ: 'f',
      ɢ: 'g',
      ᴅ: 'd',
      ᴄ: 'c',
      ʙ: 'b',
      ʜ: 'h',
      ᴊ: 'j',
      ᴋ: 'k',
      ᴠ: 'v',
      ᴡ: 'w',
      ᴢ: 'z',
    },
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', '’': "'", '‘': "'", '`': "'", '´': "'" },
    ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '–': '-', '—': '-', '‑': '-', '−': '-', '¡': ' ', '¿': ' ' },
  }),
);

/** What lies beyond is refused for its length alone. */
export const MOST_READ = 20_000;

/** The text as it stands. */
export const asWritten = (text: string): Reading => ({
  text,
  starts: Array.from({ length: text.length }, (_, at) => at),
  ends: Array.from({ length: text.length }, (_, at) => at + 1),
});

/** The text in small letters, without accents, lookalikes and what cannot be seen. */
export function fold(text: string): Reading {
  let folded = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const unit of foldCharacter(character)) {
      folded += unit;
      for (let each = 0; each < unit.length; each++) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text: folded, starts, ends };
}

function foldCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character === '`' ? "'" : character.toLowerCase();
  if (INVISIBLE.test(character)) return '';
  const small = character.toLowerCase();
  const known = LOOKALIKES.get(small);
  if (known !== undefined) return known;
  const plain = small.normalize('NFKD').replace(MARK, '').toLowerCase();
  return [...plain].map((unit) => LOOKALIKES.get(unit) ?? unit).join('');
}

/** A reading of a reading: `pieces` say which stretches stay, and what stands for them. */
export function rewritten(reading: Reading, pieces: readonly Piece[]): Reading {
  let text = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const { from, to, as } of pieces) {
    text += as;
    const isSame = as.length === to - from;
    for (let at = 0; at < as.length; at++) {
      starts.push(reading.starts[isSame ? from + at : from] ?? 0);
      ends.push(reading.ends[isSame ? from + at : to - 1] ?? 0);
    }
  }
  return { text, starts, ends };
}

export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly as: string;
}

/** A reading in which what matches is told otherwise; nothing where it changes nothing. */
export function retold(reading: Reading, pattern: RegExp, tell: (found: string) => string): Reading | undefined {
  const pieces: Piece[] = [];
  let [last, changes] = [0, 0];
  for (const match of reading.text.matchAll(pattern)) {
    const as = tell(match[0]);
    if (as === match[0]) continue;
    pieces.push({ from: last, to: match.index, as: reading.text.slice(last, match.index) });
    last = match.index + match[0].length;
    pieces.push({ from: match.index, to: last, as });
    changes += 1;
  }
  if (changes === 0) return undefined;
  pieces.push({ from: last, to: reading.text.length, as: reading.text.slice(last) });
  return rewritten(reading, pieces);
}
