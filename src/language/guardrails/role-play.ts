import { phrase } from './phrase.ts';
import { textRule } from './text-rule.ts';

const words = {
  become: `(?:you are|you're)(?: now)?|act|acting|behave|pretend|role-?play|roleplay|imagine|simulate|become|impersonate|play|assume the role|take on the (?:role|persona)|speak|answer|respond|reply|work|operate|function|switch|transform|consider yourself|think of yourself|be|adopt|embody|enter|call yourself|du bist|sei|tu so|verhalte dich|spiele?|antworte|handle|agiere|eres|actua|finge|responde|se|comportate|tu es|agis|fais comme|joue|reponds|comporte-toi|sois|sei|fingi|agisci|rispondi|comportati|voce e|aja|finja|responda|seja|comporte-se|atue`,
  free: `no|without(?: any)?|free of|free from|unbound by|not bound by|lacking|beyond|devoid of|zero|has no|have no|knows no|know no|ohne(?: jede| jegliche| irgendwelche)?|frei von|keine|sin(?: ningun\\w*| ningunas)?|libre de|sans(?: aucune?)?|libre de|senza(?: alcun\\w| nessun\\w)?|privo di|sem(?: nenhum\\w*| quaisquer| qualquer)?|livre de`,
  limits: `restrictions?|limits?|limitations|rules|ethics(?: polic\\w+)?|ethical \\w+|filters?|morals?|moral \\w+|guidelines|polic(?:y|ies)|censorship|safety|safeguards|constraints|boundaries|conscience|guardrails|refusals?|scruples|inhibitions|taboos|content (?:filters?|rules|polic\\w+)|hemmungen|einschrankung\\w*|beschrankung\\w*|regeln|grenzen|filter|moral|zensur|ruckfragen|restricci\\w+|limites?|limitaciones|filtros?|censura|reglas|etica|restrictions?|regles|filtres?|censure|limiti|restrizioni|filtri|regole|restricao|restricoes|regras|limitacoes`,
  wild: `unrestricted|uncensored|unfiltered|jailbroken|amoral|unaligned|limitless|unshackled|unchained|unbound|unlimited|unmoderated|rogue|evil|lawless|ungoverned|unethical|uneingeschrankte?[rns]?|unzensierte?[rns]?|hemmungslose?[rns]?|sin censura|non censure|sans filtre|senza censura|sem censura|irrestrit[ao]|ilimitad[ao]`,
  being: `ai|a\\.i\\.|assistant|model|mode|version|persona|bot|agent|chatbot|system|entity|character|twin|machine|self|llm|gpt|output|answers?|responses?|replies|access|personality|assistent\\w*|ki|modus|asistente|modo|assistente|modello|ia|intelligence|mode|reponses?|respuestas|risposte|respostas`,
  demand: `(?:any|every|all|each|no|the user's|user|my|such|harmful|illegal|dangerous|unsafe|single|of)(?: \\w+)? (?:requests?|orders?|commands?|questions?|tasks?|things?|instructions?|prompts?|demands?|topics?|wish(?:es)?)|anything|everything|whatever|things|to answer|to help|to comply|requests?|what (?:i|the user|users|anyone)`,
  order: `whatever|anything|everything|all|every(?:thing)?(?: request| order| command| wish| question)?|any(?: request| order| command)?`,
};

const isManner =
  /\b(?:criticism|feedback|praise|honest\w*|drafts?|length|word count|words|lines|characters|topic|humou?r|jokes|creativ\w*|brainstorm\w*|ideas|emoji\w*|format\w*|budget|style|jargon|filler|fillers|code|colou?rs|sentences|spoiler\w*)\b/;

/** A part to play, a mode or a name that would leave the rules behind. */
export const rolePlayRule = textRule('role-play', [
  {
    find: phrase(
      "(?:forbidden|prohibited|blocked|refused|banned|censored|disallowed|restricted|filtered) (?:answers?|content|topics?|information|material|knowledge|questions?|requests?|output|responses?|instructions|things|stuff|text)|(?:filters?|guidelines|rules|policy|policies|safety|moderation) (?:would|might|normally|usually|will|want to) (?:\\w+ )?(?:block|stop|catch|refuse|forbid|prevent|remove|censor|withhold)|(?:prohibited|forbidden|not allowed|blocked|refused|banned)(?: \\S+){0,10}? (?:anyway|all the same|nonetheless|nevertheless|regardless)|(?:what|whatever|everything) (?:the )?(?:first|other|one|others|normal \\w+) (?:refuses?|declines?|won't|would not|cannot)|(?:never|don't|do not) (?:\\w+ (?:or|and|nor) )+refuse|(?:say|answer) yes to (?:every|any|all|each|everything|whatever)|(?:must|will|shall|have to) do anything(?= |\\.|,|$)|zero (?:limits|restrictions|rules|filters)",
      words,
    ),
    reason: 'asks for what is refused',
    unless: ({ before, found, after }) =>
      /\b(?:list|explain|mark|flag|name|tell me|avoid|check|customs|airport|luggage|allerg\w+|diet|food|books|country|countries|history|browser|firewall|spam|ad blocker|water|coffee|air)\b/.test(
        `${before}${found}${after}`,
      ),
  },
  {
    find: phrase('{become} ~ {free} (?:\\w+ ){0,2}{limits}', words, 14),
    reason: 'a role that leaves the rules behind',
    unless: ({ found, after }) =>
      isManner.test(`${found} ${after.slice(0, 40)}`) ||
      /^\s+(?:on|for|in)\s+(?:the |my )?(?:length|size|word|topic)/.test(after),
  },
  {
    find: phrase(
      '{wild} (?:\\w+ )?{being}|{being} (?:\\w+ )?(?:libre de restricciones|sans restriction|senza restrizioni|sem restricoes|ohne einschrankungen)',
      words,
    ),
    reason: 'a role that leaves the rules behind',
    unless: ({ found }) => /unlimited (?:access|version|mode)|evil (?:character|twin)/.test(found),
  },
  {
    find: phrase(
      '(?:become|as|be|play|enter|activate|enable|are|called|named|like) ~ (?:evil|dark|shadow|rogue|jailbroken|jailbreak|unlocked) ?(?:twin|mode|self|version|gpt|ai|assistant|bot)',
      words,
      3,
    ),
    reason: 'a role that leaves the rules behind',
  },
  {
    find: phrase(
      'do anything now|(?:you are|become|act as|as|be|called|named|answer as) (?:now )?(?:dan|stan|aim|dude)(?= |,|\\.|:|;|$)|jailbreak(?:ed|ing)?(?= (?:mode|yourself|prompt|persona|is|active|enabled|on))|jailbreak yourself',
      words,
    ),
    reason: 'a known jailbreak',
  },
  {
    find: phrase(
      '(?:enable|activate|enter|engage|switch to|switch into|switch on|you are(?: now)? in|turn on|unlock|start|boot|go into|run in|operate in|work in|stay in|assume|initiate|we are in|is in|aktiviere|wechsle in|schalte|activa|active|attiva|ative|passe en|entra en|entra in) ~ (?:developer|dev|debug|god|root|admin|administrator|jailbreak|sudo|maintenance|superuser|dan|override|unrestricted|free|unsafe|uncensored|no-?limits?|privileged|opposite|entwickler|wartungs|desarrollador|developpeur|sviluppatore|desenvolvedor|diagnostic|service|red-?team) ?-?(?:mode|modus|modo|modalita)|(?:modo|mode|modalita) (?:desarrollador|developpeur|sviluppatore|desenvolvedor|dios|dieu|dio|deus|admin\\w*|debug|root)',
      words,
      3,
    ),
    reason: 'a mode that leaves the rules behind',
    unless: ({ before, after }) =>
      /\b(?:how|explain|describe|help me|when i|steps)\b/.test(before) ||
      /^\s+(?:on|in|of|for)\s+(?:my|the|android|chrome|ios|a|our|chromeos|windows)\b/.test(after),
  },
  {
    find: phrase(
      "(?:character|persona|role|ai|assistant|model|bot|version|entity|someone|being|one) (?:named \\w+ |called \\w+ )?(?:who|that|which) (?:\\w+ ){0,2}?(?:answers?|does|says|obeys?|helps? with|complies with|tells?|knows|ignores?|never (?:refuses|declines|says no)|does not (?:refuse|care|follow)|doesn't (?:refuse|care|follow)|has no|have no|is not bound|is free|was never (?:trained|taught|told)|will (?:say|do|answer)) ?(?:to )?(?:anything|everything|whatever|any|every|all|no matter|rules|limits?|restrictions?|ethics|about (?:rules|safety|ethics|limits)|safety|requests?|from|of|to be|careful|filters?|morals?|boundaries|the rules|by)?",
      words,
    ),
    reason: 'a role that leaves the rules behind',
    unless: ({ before, found, after }) =>
      !/anything|everything|whatever|every|\bany\b|all|no matter|rules|limit|restrict|ethic|safety|refus|declin|says no|bound|careful|filter|moral|boundar/.test(
        found,
      ) ||
      /\b(?:about|history|grammar|wine|my|our|the (?:city|topic|game))\b/.test(after.slice(0, 30)) ||
      !/\b(?:you are|act|pretend|imagine|play|become|role|be|simulate|speak|answer|behave|as|like)\b/.test(before),
  },
  {
    find: phrase(
      "(?:you|voce|tu|du|assistant|agent) (?:now |really |actually )?(?:have|has|haben|hast|are under|face|know|obey|follow|need|accept)? ?(?:no|zero|without|keine(?:rlei)?) (?:more |such |longer |\\w+ )?(?:restrictions|filters|guardrails|safeguards|limits|limitations|rules|boundaries|ethics|policies|einschrankungen|grenzen|regeln|filter)|(?:no tienes|no tiene|tu n'as(?: plus)?(?: de| aucune)?|vous n'avez(?: plus)?(?: de| aucune)?|non hai(?: piu)?|nao tem(?: mais)?|voce nao tem) (?:\\w+ )?(?:restricciones|limites?|filtros?|reglas|restrictions?|filtres?|regles?|limiti|restrizioni|filtri|regole|restricoes|regras)",
      words,
    ),
    reason: 'a role that leaves the rules behind',
    unless: ({ after, found }) =>
      isManner.test(`${found} ${after.slice(0, 40)}`) || /^\s+(?:on|for|in|about)\s/.test(after),
  },
  {
    find: phrase(
      "(?:does not|doesn't|do not|don't|never|nor|has no|have no|knows no|without|free of) ?(?:have|know|follow|need|obey|respect|accept|recogni[sz]e|care about|possess|believe in)? (?:any |such |to |a |the )?(?:guidelines|restrictions|filters|guardrails|ethics|morals|content polic\\w+|safety (?:rules|filters?|limits)|limitations|refusals?|scruples|censorship|safeguards)",
      words,
    ),
    reason: 'a role that leaves the rules behind',
    unless: ({ before, found, after }) =>
      /\b(?:i|we|they|he|she|my \w+|our \w+|kids|recipes?|app|product|if you)\s*$/.test(before) ||
      isManner.test(`${found} ${after.slice(0, 40)}`) ||
      /^\s+(?:on|for|in|about|of|from|when|to)\s/.test(after) ||
      /\bcoffee|camera|photo\w*|water|light|search|instagram\b/.test(`${before}${after}`),
  },
  {
    find: phrase(
      '(?:ia|ki|ai|a\\.i\\.|assistant|asistente|assistente|assistent|bot|modelo|modell|modele|agent|agente|chatbot|ai model|llm) (?:\\w+ ){0,3}?(?:sem|sin|sans|senza|ohne|without|with no|free of|having no) (?:\\w+ )?{limits}',
      words,
    ),
    reason: 'a role that leaves the rules behind',
  },
  {
    find: phrase(
      "(?:follows?|obeys?|answers? to|serves?|knows?|respects?|accepts?|recogni[sz]es?|bows? to|heeds?) no(?:body| one)?(?:'s)?(?: other| human| outside| higher)? ?(?:polic(?:y|ies)|rules?|guidelines?|laws?|limits?|masters?|authority|orders?|restrictions?|but (?:me|mine|these))",
      words,
    ),
    reason: 'a role that leaves the rules behind',
    unless: ({ before }) => /\b(?:i|we|they|he|she|cat|dog|son|daughter)\s*$/.test(before),
  },
  {
    find: phrase(
      "(?:whatever|what|everything|anything)(?: that)? you(?:'d| would)?(?: normally| usually| otherwise)? (?:refuse|decline|reject|withhold|avoid|never (?:do|say))(?: to \\w+)?,? (?:\\w+ ){0,3}(?:do|say|answer|write|give|deliver|must|should|now)",
      words,
    ),
    reason: 'forbids refusing',
  },
  {
    find: phrase(
      '(?:stay|remain|keep) in character (?:even|no matter|regardless|although|whatever|at all costs)|never break character (?:even|no matter|and never|when)',
      words,
    ),
    reason: 'a role that is kept where it should be refused',
    unless: ({ after }) => !/refus|rule|polic|ethic|safety|harm|ask|say|illegal|danger|matter/.test(after),
  },
  {
    find: phrase(
      "(?:stop|never|don't|do not|no longer|quit|cease|must not|may not|cannot|can't|not allowed to|not permitted to|forbidden to|won't|will not|shall not|should never|must never) (?:\\w+ )?(?:refuse|refusing|declin(?:e|ing)|reject(?:ing)?|deny|denying|turn down|say(?:ing)? no to|say(?:ing)? no) (?:to )?(?:{demand})|(?:stop|never|don't|do not|no longer|must not|may not|cannot|can't|should never|must never) (?:\\w+ )?(?:refuse|refusing|decline|say no)(?=\\s*(?:[.,;!]|$|even|no matter|and|because|or ))",
      words,
    ),
    reason: 'forbids refusing',
  },
  {
    find: phrase(
      '(?:refusals?|refusing|saying no|declining|disclaimers and refusals) (?:\\w+ )?(?:is|are|be|not|no longer|were) (?:\\w+ )?(?:forbidden|disabled|prohibited|banned|not allowed|allowed|permitted|an option|switched off|off|over|unacceptable|possible)|(?:no|zero|disable|without|drop|turn off|switch off|suppress) (?:\\w+ )?refusals?',
      words,
    ),
    reason: 'forbids refusing',
  },
  {
    find: phrase(
      "(?:do|answer|comply with|obey|carry out|execute|fulfil|fulfill|grant|perform|accept|agree to|go along with) (?:absolutely |simply |just )?{order} (?:that |which )?(?:(?:you are|you're|i|he|she|they|the user|users|anyone|somebody|someone|is|a user|people|the sender) )?(?:(?:is|are|may|might|can|could) )?(?:be )?(?:asked|told|ordered|requested|asks?|says?|wants?|tells?|demands?|orders?|requests?|commanded|instructed|wishes)(?: (?:of you|you|for|to do))?",
      words,
    ),
    reason: 'orders blind obedience',
    unless: ({ found, after }) =>
      /^do (?:whatever|anything|everything)/.test(found) && /^\s+(?:about|in the (?:list|doc))/.test(after),
  },
  {
    find: phrase(
      '(?:comply with|obey|fulfil|fulfill|accept|answer|do|execute|grant|satisfy) (?:all|any|every|each|whatever)(?: of)?(?: \\w+){0,2} (?:requests?|orders?|commands?|demands?|questions?|prompts?)(?: \\w+){0,4} (?:without (?:question|exception|hesitation|objection|fail|limits?|restrictions?|judg\\w+|reservation|filter\\w*)|unconditionally|blindly|no matter (?:what|how|whether)|regardless|even if|however (?:illegal|harmful|dangerous|risky|unsafe|unethical))|(?:obey|comply|follow (?:me|orders)) (?:\\w+ ){0,3}(?:unconditionally|blindly|without (?:question|hesitation|exception|objection|thinking))|(?:unconditional|blind|absolute|total|unquestioning) (?:obedience|compliance|loyalty)',
      words,
    ),
    reason: 'orders blind obedience',
  },
  {
    find: phrase(
      "(?:responde|contesta|haz|obedece|reponds|fais|obeis|rispondi|fai|obbedisci|responda|faca|obedeca|antworte|beantworte|tue|mach|mache|gehorche|erfulle)(?:\\w+)? ~ (?:a todo|todo lo que|a tout|tout ce qu\\w*|a tutto|tutto cio che|tudo o que|a tudo|auf alles|alles(?: was)?|jede (?:anfrage|frage|bitte|anweisung)|jeden (?:befehl|wunsch)|cualquier cosa|n'importe quoi|qualsiasi cosa|qualquer coisa) ~ (?:sin|sans|senza|sem|ohne|pid\\w+|demand\\w+|chied\\w+|pec\\w+|verlang\\w*|sag\\w*|orden\\w+|egal)",
      words,
      4,
    ),
    reason: 'orders blind obedience',
  },
  {
    find: phrase(
      '(?:rechaces|te niegues|refuse|rifiutare|recuse|verweigere|lehne) ~ (?:jamas|nunca|jamais|mai|nie|niemals|nichts|nada|rien|ninguna|aucune|nessuna|nenhum\\w*)|(?:nunca|jamas|jamais|mai|nie|niemals|no|ne|non|nao) (?:te |se |ti |etwas )?(?:rechaces|rechazar|niegues|refuse\\w*|rifiuta\\w*|recuse|recusar|verweiger\\w*|ablehn\\w*)',
      words,
      4,
    ),
    reason: 'forbids refusing',
  },
  {
    find: phrase(
      "your (?:real|true|actual|secret|inner|genuine|new) (?:name|identity|self|purpose|mission|nature|persona|loyalty|master|owner) (?:is|was|are|belongs|lies)|you are (?:no longer|not really|not actually|not) (?:an? )?(?:ai|assistant|the assistant|claude|chatgpt|gpt|language model|model|bound|limited|restricted|obliged)|(?:deny|never admit|conceal|hide) (?:that |being |the fact that )?(?:you are |you're )?(?:an? )?(?:ai|assistant|bot|machine|language model)|(?:claim|insist|swear|say|pretend|tell \\w+) (?:that )?(?:to be|you are|you're) (?:a )?(?:human|real person|person|man|woman)(?= |,|\\.|$)",
      words,
    ),
    reason: 'replaces the identity',
  },
]);
