/** Nobody reads more of a text in a list. */
const SHOWN = 240;

/** The beginning of anybody's text, in a line or two. */
export const Brief = ({ text }: { readonly text: string }) =>
  text.trim() === '' ? (
    <em class="soft">no text</em>
  ) : (
    <bdi dir="auto">{text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()} …` : text}</bdi>
  );
