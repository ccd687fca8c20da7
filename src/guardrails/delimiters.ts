import { textRule } from './text-rule.ts';

const ROLE = 'system|assistant|developer|user|human|ai|tool|function|instructions?|prompt';

/** Marks that pose as the frame of a prompt: headers of roles, tags, ends and beginnings of sections, memory's own fence. */
export const delimiterRule = textRule('delimiters', [
  {
    find: /(?:^|\n)[^a-z\n]{0,10}end of (?:the )?(?:instructions|prompt|rules|prompts)\b|(?:^|[.!?\n])[ \t]*new (?:system )?(?:instructions?|rules|prompt|policy)[ \t]*:/g,
    reason: 'imitates the end or beginning of a part of the prompt',
  },
  {
    find: /<\s*\/?\s*souvenir-[a-z]+[^>\n]{0,80}>|\[\/?souvenir-[a-z]+\]/g,
    reason: 'imitates the fence around recalled text',
  },
  {
    find: /<\|[^|\n>]{1,40}\|>|<\/?s>|<<\/?\s*sys\s*>>|\[\/?\s*(?:inst|sys|system|assistant|developer|system (?:message|prompt|override|note)|admin|end of (?:prompt|instructions?))\s*\]|<(?:start|end)_of_turn>|\u{ff5c}/gu,
    reason: 'imitates the marks of a prompt',
  },
  {
    find: new RegExp(
      `<\\s*/?\\s*(?:${ROLE}|core|core[-_]?prompt|custom[-_]?instructions?|system[-_](?:prompt|message|instructions?|reminder)|safety|policy|policies|rules|persona|identity|profile|message|turn|thinking|admin|override|root|(?:tool|function)[-_](?:results?|calls?|outputs?|use|response)|(?:recalled|retrieved|retrieval|long[-_]?term|episodic)?[-_]?(?:memory|memories|context|knowledge|documents?|recall)|search[-_]results?|user[-_]?(?:message|input|profile)|web[-_]?page|email)\\s*(?:\\s[^>\\n]{0,80})?>`,
      'g',
    ),
    reason: 'imitates the tags of a prompt',
    unless: ({ found, before, after }) =>
      (!found.includes('/') && /^['"]?\s*(?:tags?|elements?|placeholders?|blocks?)\b/.test(after)) ||
      /\b(?:placeholder|such as|like|replace|instead of)\b[^<]*$|:\/\/$/.test(before),
  },
  {
    find: new RegExp(
      `(?:^|\\n)[ \\t]*(?:#{1,6}|={2,}|-{3,}|\\*{2,}|>{2,})[ \\t]*(?:begin |end |new |end of )?(?:${ROLE}|system (?:prompt|message|instructions?)|core prompt|core|custom instructions|policy update)(?:[ \\t]*(?:begin|end|start|override|prompt|message))?[ \\t]*(?::|={2,}|-{3,}|\\*{2,}|#{1,})`,
      'g',
    ),
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*#{1,6}[ \t]*(?:system|developer|core prompt|system prompt|system message|safety rules|safety policy|core instructions|system instructions)[ \t]*(?=\n|$)/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t>*-]*(?:system|developer|core|safety)[ _-](?:prompt|message|override|instructions?|notice|command|directive|update)s?[ \t]*(?:\([^)\n]{0,30}\))?[ \t]*:/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*\**(?:system|developer)\**[ \t]*:\**[ \t]*(?=(?:you|all|new|ignore|the|from|disregard|override|your|safety|policy|always|never|forget|no|any|assistant|execute|allow|grant|user|confirm|enable|disable|do|this|set|restrictions)\b|\n)/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*(?:user|human)[ \t]*:[^\n]*\n+(?:[^\n]*\n+){0,6}?[ \t]*(?:assistant|ai|system|bot)[ \t]*:|(?:^|\n)[ \t]*(?:assistant|ai|system|bot)[ \t]*:[^\n]*\n+(?:[^\n]*\n+){0,6}?[ \t]*(?:user|human|system|developer)[ \t]*:/g,
    reason: 'imitates a conversation',
  },
  {
    find: /["']?\brole["']?\s*[:=]\s*["']?(?:system|developer|assistant|tool)\b/g,
    reason: 'imitates a message of a chat',
    unless: ({ found, before, after }) =>
      (!/["']/.test(found) && !/[{[]/.test(before)) ||
      (/\b(?:json|api|schema|field|openai)\b/.test(`${before}`) &&
        /\b(?:example|explain|show|use|when)\b/.test(`${before}${after}`)),
  },
  {
    find: /\b(?:(?:end|begin|beginning|start|close|stop) of (?:the |your |all )?(?:core|system|safety|previous|prior|initial|immutable|protected|original|trusted|untrusted|user|custom|real)[ -]?(?:prompt|instructions?|message|rules|section|text|block|input|context|policy)?|(?:begin|start|end|new) (?:system|core|developer|override|admin|hidden|privileged|trusted) (?:prompt|instructions?|message|rules|section|block|override|policy))\b(?=\s*(?:[-=#*\])>:.]|\n|$))/g,
    reason: 'imitates the end or beginning of a part of the prompt',
    unless: ({ before }) => /\b(?:at|towards?|near|by|until|before|after) the\s*$/.test(before),
  },
  {
    find: /(?:^|\n)[ \t]*(?:system|developer|assistant)[ \t]*\n[ \t]*[-=*_#~]{3,}/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*[-=#*_~]{3,}[ \t]*(?:end|begin|start|new|eof|stop)\b[^\n]{0,50}[-=#*_~]{3,}/g,
    reason: 'imitates the end or beginning of a part of the prompt',
  },
]);
