import { decodedReadingsOf } from './readings.ts';
import { type Around, textRule } from './text-rules.ts';

/** Any absolute path, a home, or everything where one stands; what lies below /tmp is made to go. */
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

const SHELL = /\|\s?(?:sudo\s)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|iex)\b/g;
const FETCHES = /\b(?:curl|wget|iwr|invoke-webrequest)\b/g;
const FETCHED_IN_PLACE = /\b(?:sh|bash|zsh|eval|source)\s['"]?[<$]\(\s?(?:curl|wget)\b/g;

/** "Never propose …", "avoid …", "rather than …"; but "never forget to …" is an order. */
const FORBIDDEN =
  /(?:\b(?:never|avoid|refuse to|instead of|rather than) (?!(?:even )?(?:ask|fail|forget|hesitate|neglect|omit|wait)\b)(?:[a-z]+ ){0,3}|(?:\b(?:not|without)|n't) (?:(?:ever|even) )?(?:to )?(?:(?:run|us|typ|execut|call|suggest|propos|do)(?:e|ing)? )?)['"]?(?:sudo )?$/;
/** "Ask me before you …", "warn me if a script has …". */
const ASKED_FIRST =
  /(?<!(?:not|never|n't|without) )\b(?:ask|warn|check with|confirm with) (?:me|us|her|him|them) (?:first )?(?:before|if|when|whenever) (?:[a-z]+ ){0,4}['"]?(?:sudo )?$/;
const ASKED_AFTER =
  /^(?:[^.;!?\n]{0,60}, | only (?:after|if|when|with) )(?:please )?(?:ask|warn|wait for|check with|confirm with|(?:i|she|he|they|we) (?:say|said|says|agree|agreed|agrees|confirm|confirmed|confirms))\b/;
const BEFORE_IT = /\b(?:before (?:you|anyone|we|i)|before) (?:run|running|use|using|type|typing) ['"]?(?:sudo )?$/;

const isHeldBack = ({ before, after }: Around): boolean =>
  FORBIDDEN.test(before) ||
  ASKED_FIRST.test(before) ||
  ((BEFORE_IT.test(before) || after.startsWith(' only ')) && ASKED_AFTER.test(after));

const UNSEEN = 'orders a command that runs what nobody has read';

/** Commands that destroy what cannot be brought back, or run what nobody has read: no text may order them beforehand. */
export const commandRule = textRule(
  'commands',
  [
    {
      find: new RegExp(DESTROYS, 'g'),
      reason: 'orders a command that destroys what cannot be brought back',
      unless: isHeldBack,
    },
    {
      find: SHELL,
      reason: UNSEEN,
      unless({ before, ...around }) {
        const fetch = [...before.matchAll(FETCHES)].at(-1)?.index;
        return fetch === undefined || isHeldBack({ ...around, before: before.slice(0, fetch) });
      },
    },
    { find: FETCHED_IN_PLACE, reason: UNSEEN, unless: isHeldBack },
  ],
  decodedReadingsOf,
);
