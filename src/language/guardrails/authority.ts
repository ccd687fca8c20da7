import { phrase } from './phrase.ts';
import { textRule } from './text-rule.ts';

const words = {
  chief: `developers?|creators?|anthropic|openai|admins?|administrators?|operators?|vendor|makers?|engineers?|security team|root|platform team|platform|provider|system|trust and safety(?: team)?|safety team|support team|management|head office|supervisor|entwicklern?|betreibern?|administratore?n?|desarrolladores|administradores?|operador|developpeurs|administrateurs?|operateur|sviluppatori|amministratori?|gestore|desenvolvedores|administrador\\w*`,
  note: `notes?|messages?|text|notice|instructions?|update|edit|order|directive|memo|announcement|rules?|lines?|request|change|patch|nachricht|anweisung|hinweis|mensaje|nota|message|messaggio|mensagem|aviso`,
  power: `authority|authori[sz]ation|clearance|privileges?|rights|permissions?|powers?|access|level|status|rank|priority|vollmacht|rechte|autoridad|permisos|autorite|droits|autorita|permessi|autoridade|permissoes`,
};

/** Text that claims to come from, or to make somebody, one who stands above the user. */
export const authorityRule = textRule('authority', [
  {
    find: phrase(
      '(?:messages?|words?|texts?|requests?|notes?|nachricht\\w*|mensajes?|messaggi|mensagens|this|what i (?:say|write))(?: \\w+){0,5}? (?:are|is|as|like|count as|counts as|wie|als|como|comme|come)(?: (?:if (?:they|it) (?:were|was)|an?|eine?|un|une|una|uma|the|my|des|del))* (?:system ?-?(?:messages?|prompts?|instructions?|commands?|nachricht\\w*|anweisung\\w*|level)|mensajes? de(?:l)? sistema|messages? systeme|messaggi di sistema|mensagens do sistema)|(?:upgraded|promoted|elevated|raised|advanced|switched|set) to (?:an? |the )?(?:admin\\w*|root|superuser|developer|operator|owner|system|god|supervisor)|(?:consider|regard|see|treat|accept|address|obey|serve|call) me (?:as |like )?(?:to be )?(?:your|the|a|an) (?:creator|master|owner|god|developer|admin\\w*|maker|operator|boss|superior|lord)|(?:with|has|have|carries|by) the (?:full )?(?:authority|power|rights|weight) of (?:the )?(?:system|core|developers?|operators?|admin\\w*|root|anthropic|openai)|(?:without|no|skip) (?:any )?(?:verification|authentication|checks?)(?: needed| required)?(?= |\\.|$)',
      words,
    ),
    reason: 'claims the authority of those who run the agent',
    unless: ({ before, found, after }) =>
      (/verification|authentication|check/.test(found) &&
        !/\b(?:pushed|vendor|accept|update|configuration|admin|developer|operator)\w*/.test(`${before}${after}`)) ||
      /\b(?:if|when|whether|explain|show|log)\b/.test(before.slice(-30)),
  },
  {
    find: phrase(
      '(?:this|the following|these)(?: \\w+)? ?(?:{note})? (?:is|are|comes|come|came|was|were|has been|have been)(?: \\w+){0,4} (?:from|by|on behalf of)(?: (?:the|your|my))?(?: \\w+)? (?:{chief})',
      words,
    ),
    reason: 'claims the authority of those who run the agent',
    unless: ({ found, after }) =>
      /\b(?:my|our)\s+\S+(?:\s+\S+)?$/.test(found) ||
      /^\s+(?:of|at|for|in)\s+(?:my|our|a|the (?!agent|assistant|model|platform|system|ai\b))/.test(after),
  },
  {
    find: phrase(
      "(?:as|i am|i'm|speaking as|writing as|this is|we are|here speaks|ich bin|soy|je suis|sono|eu sou|sou) (?:the |an? |your |one of your |one of the |dein |el |tu |le |ton |il tuo |o |seu )?(?:lead |chief |senior |original |official )?(?:{chief}) (?:of (?:you|this (?:agent|assistant|ai|model|system|bot)|the (?:agent|assistant|ai|model|bot))|(?:team )?(?:and )?i (?:hereby )?(?:order|authori[sz]e|command|instruct|grant|allow|permit|approve|override|release|declare|direct|confirm)|speaking|here)|(?:as|i am|i'm|speaking as|this is) (?:your|one of your) (?:developer|creator|maker|operator|administrator|admin|programmer|engineer)s?|(?:i am|i'm|this is|we are|speaking for|on behalf of) (?:from )?(?:the )?(?:anthropic|openai)(?= |,|\\.|:|;|$)",
      words,
    ),
    reason: 'claims the authority of those who run the agent',
    unless: ({ before }) => /\b(?:when|if|while|where)\s*$/.test(before),
  },
  {
    find: /(?:^|\n)\s*[[(*#>\s-]*(?:(?:official|urgent|important|internal|security|priority|admin\w*|system|developer|operator|platform|anthropic|openai)\s+)+(?:notice|update|message|override|alert|announcement|directive|memo|bulletin|order|command|instruction|note|patch|broadcast)s?(?:\s+(?:from|by)\s+[^\n:]{2,40})?\s*[\])*]*\s*(?::|-{1,2}|$|\n)/g,
    reason: 'poses as an official notice',
    anywhere: true,
    unless: ({ found }) =>
      /^\s*-?\s*(?:important|urgent|internal|security|priority)\s+(?:notes?|messages?|updates?|announcements?|alerts?|memos?|instructions?|notices?)\s*[:-]?/.test(
        found,
      ) && !/admin|system|developer|operator|platform|anthropic|openai/.test(found),
  },
  {
    find: phrase(
      "(?:message|note|notice|word|update|orders?|instructions?|memo|nachricht|mitteilung|mensaje|message|messaggio|mensagem|aviso) (?:from|by|of|vom|von|von den|der|del|de los|de la|des|du|de l'|dagli|degli|dos|do) ?(?:the |your |den |la |los )?(?:{chief})(?: \\w+){0,2} ?:",
      words,
    ),
    reason: 'poses as an official notice',
    unless: ({ before, found }) =>
      /\b(?:for|when|if|my|summari\w+)\b/.test(before) || /system|platform|support team|management/.test(found),
  },
  {
    find: phrase(
      '(?:treat|regard|consider|see|accept|trust|recogni[sz]e|address|handle|serve|behandle|trata|considera|traite|considere|tratta|trate) ~ as (?:a |an |the |if (?:\\w+ ){1,3}(?:were|was|is|had been) )?(?:the |a |an |your )?(?:verified |trusted |authori[sz]ed |full |system )?(?:admin|administrator|root|superuser|developer|operator|creator|owner of the system|sysadmin|anthropic|openai|maker|system|supervisor|master|god)|(?:als|como|comme|come) (?:admin\\w*|root|entwickler|betreiber|desarrollador|developpeur|sviluppatore|desenvolvedor)',
      words,
      6,
    ),
    reason: 'makes somebody an administrator',
    unless: ({ found, before }) =>
      !/^(?:treat|regard|consider|see|accept|trust|recogn|address|handle|serve|behandle|trata|considera|traite|considere|tratta|trate)/.test(
        found,
      ) && !/\b(?:behandle|trata|considera|traite|considere|tratta|trate|sprich|handle)\b/.test(before),
  },
  {
    find: phrase(
      "(?:my|these|this|the following|the user's|his|her|their)(?: \\w+){0,2} (?:carry|carries|have|has|holds?|come with|comes with|is given|are given|enjoys?|bears?) (?:the )?(?:same |full |higher |highest |absolute |special )*(?:{chief})(?:'s?)?(?:-level)? ?(?:{power})|(?:same|equal) (?:{power}) as (?:the |your )?(?:system prompt|core prompt|core|{chief})|(?:higher|highest|top|supreme|absolute|ultimate|greater|more) (?:priority|authority|precedence|rank|power) (?:than|over)(?: \\w+){0,3} (?:core|system|prompt|rules|guidelines|instructions|polic\\w+|safety|developers?|operators?|else|anthropic|openai|anything|everything|all)|(?:highest|supreme|absolute|ultimate|final|unlimited) (?:authority|command|clearance|privileges?)",
      words,
    ),
    reason: 'claims a higher authority than the core prompt',
    unless: ({ found, before, after }) =>
      /^(?:final|highest|ultimate) authority/.test(found) &&
      /\b(?:dictionary|guide|duden|on|for)\b/.test(`${before}${after}`),
  },
  {
    find: phrase(
      "(?:i am|i'm|you are talking to|this is|we are|user is|signed|sincerely|regards|yours) ?:? (?:the |your |an? |our )?(?:root(?: user)?|system administrators?|superuser|system owner|super-?admin|ai (?:vendor|provider|lab)|safety team|anthropic|openai|creator of (?:you|this)|model owner|platform owner)|(?:comply|obey) (?:immediately|at once|now|without)|(?:trust|security|clearance|priority|privilege|access) level ?(?:of (?:this|these) \\w+ ?)?(?:is|:|=|to) ?(?:maximum|highest|max|system|root|admin\\w*|full|unlimited|\\d+)",
      words,
    ),
    reason: 'claims the authority of those who run the agent',
    unless: ({ before, found, after }) =>
      /\b(?:of|at|for|in)\s+(?:my|our|a|the (?:school|club|company|city))\b/.test(after) ||
      (/\b(?:if|when|my)\b/.test(before) && !/obey|comply/.test(found)),
  },
  {
    find: phrase(
      "(?:has|have|carry|carries|gets?|gives?|enjoys?|with) (?:\\w+ )?(?:root|admin(?:istrator)?|system|developer|operator|superuser)(?:-level)? (?:privileges?|rights|authority|level|status|rank|powers?|clearance)|(?:anthropic|openai)(?:'s)? (?:\\w+ )?(?:staff|team|employees?|engineers?|support|people|researchers?|headquarters|management)(?: \\w+)? (?:have|has|had|approved|reviewed|allow|allows|lifted|confirmed|authori[sz]ed?s?|wants?|asks?|requires?|says?|say)|(?:by|on|under) (?:the )?(?:direct |strict |official )?(?:orders?|command|authority|decree|instructions?) of (?!importance|date|size|priority|appearance|magnitude|arrival|the (?:date|alphabet))(?:the |your |our )?(?:\\w+ )?(?:department|team|management|{chief}|office|board|company|ceo|police|government)",
      words,
    ),
    reason: 'claims the authority of those who run the agent',
    unless: ({ before, found }) =>
      /^(?:has|have|carry|carries|get|gets|give|gives|enjoy|enjoys|with)\b/.test(found) &&
      /\b(?:i|we|my \w+|our \w+|if|who|whether|users?|accounts?|never)\s*$/.test(before),
  },
  {
    find: phrase(
      '(?:messages?|requests?|orders?|commands?|lines|texts?|senders?|anyone|everyone|whoever|users?|instructions?) (?:\\S+ ){0,6}?(?:(?:is|are|come|comes|came|count|counts|speak|speaks)(?: from| as| for)? (?:the |an? |your )?(?:system |verified |trusted )?(?:administrators?|admins?|root|superusers?|operators?|developers?|anthropic|openai)|must be obeyed|(?:is|are) to be obeyed|(?:has|have) to be obeyed|(?:is|are) your (?:master|boss|superior)s?)',
      words,
    ),
    reason: 'makes somebody an administrator',
    unless: ({ before, found, after }) =>
      /\b(?:if|whether|who|which|when|my|our|flag|from (?:the )?(?:admin|developer)\w*)\b/.test(
        `${before}`.slice(-60),
      ) && !/obey/.test(`${found}${after}`),
  },
  {
    find: phrase(
      '(?:authori[sz]ed|approved|sanctioned|signed off|cleared|ordered|mandated|verified|whitelisted) by (?:the )?(?:\\w+ )?(?:anthropic|openai|developers|creators|admin(?:istrator)?s?|operators?|vendor|makers|security team|safety team|platform team|provider|system)(?= |,|\\.|;|:|$|\\))',
      words,
    ),
    reason: 'claims the authority of those who run the agent',
    unless: ({ before }) =>
      /\b(?:if|unless|until|whether|only|must be|needs? to be|has to be|not|when|once)\b/.test(before),
  },
]);
