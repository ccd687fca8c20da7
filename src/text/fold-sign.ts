const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const MARK = /\p{M}/gu;
/** Letters of other alphabets that look like Latin ones, above the Latin letters. */
const LOOKALIKE = ['авеѕіјкмнорстухԁԛԝьгпһӏґѵոսαβεικνορτυχγηıɑɡɩʟɴʀᴀᴇᴏᴛꜱɪᴜᴘᴍ', 'ʏꜰɢᴅᴄʙʜᴊᴋᴠᴡᴢøłđ–—‑−¡¿ꞩɵʉɇɨɍꞥ'].join('');
const LATIN = ['abesijkmhopctyxdqwbrnhlrvnuabeikvoptuxyniagilnraeotsiupm', 'yfgdcbhjkvwzold----  soueirn'].join('');
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...Array.from(LOOKALIKE, (letter, at): [string, string] => [letter, LATIN.charAt(at)]),
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe' }),
  ...Array.from('’‘`´', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„«»', (mark): [string, string] => [mark, '"']),
]);

/** A character in lower case, without accents and strokes, as the Latin one it resembles; empty if it is invisible. */
export function foldSign(character: string): string {
  if (character >= ' ' && character <= '~') return character === '`' ? "'" : character.toLowerCase();
  if (INVISIBLE.test(character)) return '';
  const small = character.toLowerCase();
  const known = LOOKALIKES.get(small);
  if (known !== undefined) return known;
  const plain = small.normalize('NFKD').replace(MARK, '').toLowerCase();
  return [...plain].map((unit) => LOOKALIKES.get(unit) ?? unit).join('');
}
