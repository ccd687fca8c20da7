import { type Around, textRule } from './text-rules.ts';
import { decodedVariantsOf, fold } from './text-variants.ts';

/** Any absolute path, a home directory, or a wildcard; paths below /tmp are disposable. */
const EVERYTHING = String.raw`['"]?(?:\/(?!(?:var\/)?tmp\/)|~|\$\{?(?:home|pwd)\b|[a-z]:|\*(?!\.)|\.{1,2}\/?(?=['"\s;|&)]|$))`;
const FLAGS = String.raw`\s{1,4}(?:-{1,2}[a-z-]{1,30}\s{1,4}){1,4}`;

const DESTROYS = [
  String.raw`\brm${FLAGS}${EVERYTHING}`,
  String.raw`\bchmod${FLAGS}0?777\s{1,4}${EVERYTHING}`,
  String.raw`\b(?:del|rd|rmdir)\s{1,4}\/[sq]\b|\bremove-item\b[^\n;|]{0,80}\s-recurse\b`,
  String.raw`\bmkfs(?:\.[a-z0-9]{1,10})?\s|\bwipefs\s|\bdiskutil\s(?:erase|zero)|(?:\b(?:run|execute|then)|,)\s['"]?format\s[a-z]:(?!\w)`,
  String.raw`\bdd\s[^\n]{0,80}\bof=\/dev\/(?!null\b)|>\s?\/dev\/(?:sd|hd|nvme|disk)|\bshred\s-`,
  String.raw`:\s?\(\s?\)\s?\{\s?:\s?\|\s?:\s?&`,
  String.raw`\b(?:drop\s(?:table|database|schema)|truncate\stable)\s{1,4}['"a-z]`,
  String.raw`\bdelete\sfrom\s[\w.'"]{1,60}\s?(?:;|['"]?$|\swhere\s1\s?=\s?1)`,
  String.raw`\bgit\spush\b[^\n;|&]{0,80}\s(?:--force|-f)(?![\w-])|\bgit\spush\b[^\n;|&]{0,80}\s\+[a-z]`,
  String.raw`\bterraform\sdestroy\b|\bkubectl\sdelete\s(?:ns|namespaces?|all|--all)\b`,
].join('|');

const DESTROYING = new RegExp(DESTROYS, 'g');
const SHELL = /\|\s?(?:sudo\s)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|iex)\b/g;
const FETCHES = /\b(?:curl|wget|iwr|invoke-webrequest)\b/g;
const FETCHED_INLINE = /\b(?:sh|bash|zsh|eval|source)\s['"]?[<$]\(\s?(?:curl|wget)\b/g;

const folded = (words: string): string => fold(words).text.replaceAll(' ', '|').replaceAll('_', ' ');
const RUN = `(?:run|us|typ|execut|call|suggest|propos|recommend|do)(?:e|ning|ing)?|(?:${folded(
  'ejecut lanc lanz us utilis utiliz execut esegu uruchamia używa выполня запуска использ виконуй викону запускай використов',
)})[^\\s'"]{0,8}`;
const NEVER = folded(
  'never niemals nie nicht jamais pas nunca jamás não mai nooit niet nigdy_nie nie_należy aldrig inte asla не никогда_не ніколи_не ποτέ_μην nikdy',
);
/**
 * "Never propose …", "avoid …", "rather than …", with only a word for running in between: "never wait, run …" is an
 * order.
 */
const FORBIDDEN = new RegExp(
  `(?:(?:^|\\s)(?:(?:${NEVER}|not|without)(?: ever| even)?(?: to)?|avoid|refuse to|instead of|rather than)|n't(?: ever| even)?)(?: (?:${RUN}))?(?: (?:a|any|the|commands? like|something like))? ['"]?(?:sudo )?$`,
);
/** Languages with a final verb: "do not run" follows the command. */
const FORBIDDEN_AFTER = new RegExp(
  `^[^.;!?\\n。]{0,12}(?:${folded('実行しないで 使わないで 使用しないで 실행하지_마 실행하지_말 사용하지_마 사용하지_말 çalıştırma kullanma')})`,
);
const ASKED_FIRST =
  /(?<!(?:not|never|n't|without) )\b(?:ask|warn|check with|confirm with) (?:me|us|her|him|them) (?:first )?(?:before|if|when|whenever) (?:[a-z]+ ){0,4}['"]?(?:sudo )?$/;
const ASKED_AFTER =
  /^(?:[^.;!?\n]{0,60}, | only (?:after|if|when|with) )(?:please )?(?:ask|warn|wait for|check with|confirm with|(?:i|she|he|they|we) (?:say|said|says|agree|agreed|agrees|confirm|confirmed|confirms))\b/;
const BEFORE_IT = /\b(?:before (?:you|anyone|we|i)|before) (?:run|running|use|using|type|typing) ['"]?(?:sudo )?$/;

const CONDITION = /\b(?:if|unless|when|whenever|once|while|wenn|falls|sobald|si|quand|se|quando|als|gdy)\b/;
const clauseAtEnd = (text: string): string =>
  text.slice(1 + Math.max(...[',', ';', ':'].map((sign) => text.lastIndexOf(sign))));

/** A plain push may precede the forced one: "git push x rather than git push --force". */
function isForbidden({ before: first, matchedText: command, after }: Around): boolean {
  const before = first + command.slice(0, Math.max(0, command.lastIndexOf('git')));
  return (
    (FORBIDDEN.test(before) && !CONDITION.test(clauseAtEnd(before))) ||
    FORBIDDEN_AFTER.test(after) ||
    ASKED_FIRST.test(before) ||
    ((BEFORE_IT.test(before) || after.startsWith(' only ')) && ASKED_AFTER.test(after))
  );
}

const MAX_WORDS = 3;

/** Whether a sentence only forbids such a command: the intent model takes it for an order. */
export function forbidsCommand(sentence: string): boolean {
  const { text } = fold(sentence);
  const [match] = text.matchAll(DESTROYING);
  if (match === undefined) return false;
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  const words = `${before} ${after}`.split(' ').filter((word) => /\p{L}/u.test(word));
  return (
    words.length <= MAX_WORDS && !/[,;:]/.test(before + after) && isForbidden({ matchedText: match[0], before, after })
  );
}

const UNREAD_COMMAND = 'orders a command that runs what nobody has read';

/** Commands that destroy data for good, or run unseen code: no text may order them in advance. */
export const commandRule = textRule(
  'commands',
  [
    { find: DESTROYING, reason: 'orders a command that destroys what cannot be brought back', unless: isForbidden },
    {
      find: SHELL,
      reason: UNREAD_COMMAND,
      unless({ before, ...around }) {
        const fetch = [...before.matchAll(FETCHES)].at(-1)?.index;
        return fetch === undefined || isForbidden({ ...around, before: before.slice(0, fetch) });
      },
    },
    { find: FETCHED_INLINE, reason: UNREAD_COMMAND, unless: isForbidden },
  ],
  decodedVariantsOf,
);
