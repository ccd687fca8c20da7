import type { Around } from './around.ts';
import { CORE } from './core-words.ts';
import { phrase } from './phrase.ts';
import { type Sign, textRule } from './text-rule.ts';
import { ASIDE, GONE } from './verbs.ts';

const HERE = `(?:these|this|the following|those|custom|here|below|present|new|user|my)(?: \\w+)? (?:custom )?(?:instructions?|preferences?|rules?|texts?|notes?|lines?|edits?|words?|messages?|settings?|file|section|paragraph|entry|orders?|requests?|wishes|document)|(?:what|everything|whatever) (?:stands|is written|is said|follows|i say|i write|comes|is)(?: here| below| now| next)?|(?:diese|meine|folgende)[rnms]? (?:anweisungen|regeln|zeilen|texte?|vorgaben|wunsche)|dieser text|estas? (?:instrucciones|reglas|notas?|preferencias)|ces (?:instructions|consignes|regles|lignes)|queste (?:istruzioni|regole|righe)|estas (?:instrucoes|regras|linhas)|este texto|ce texte|questo testo`;
const WINS =
  "win|wins|prevail|prevails|take precedence|takes precedence|take priority|takes priority|have priority|has priority|have the last word|has the last word|have the final say|has the final say|come first|comes first|go first|goes first|decide|decides|count|counts|overrule|overrules|rule|is right|are right|apply|applies|beat|beats|have vorrang|haben vorrang|hat vorrang|gilt|gelten|gewinnt|gewinnen|prevalecen|mandan|priment|l'emportent|prevalgono|vincono|prevalecem|valem";
const OTHERS =
  'anthropic|openai|the (?:operator|developer|system|core|provider|vendor|maker|creator|platform)s?|other instructions|anything else|everything else|any other|all other|the rest|(?:your|its) (?:other|usual|standard|default) (?:rules|instructions|guidelines)';
const words = { aside: ASIDE, core: CORE, gone: GONE, here: HERE, wins: WINS, others: OTHERS };

/** Rules of something else: "rules of the game", "restrictions on the word count". */
const FOREIGN =
  /^\s+(?:of|for|in|on|from|about|regarding|concerning|around|at|zu|fur|in|beim|uber|von|de|del|para|sobre|pour|sur|dans|di|per|sulle?)\s+(?!(?:this|that|these|those|all|any|every|everything|anything|everyone|you|your|safety|security|content|conduct|use|harm|privacy|ethics|refusal|good|now|me|us|ever|requests?|users?|legal|operation|behaviou?r|which|what|how|anthropic|openai|favou?r|force|place|effect|here|one|full|total|general|total|case|the (?:user|chat|session|conversation|system|core|prompt|workspace|assistant|agent|model|company|provider|platform|rest|sake|moment|time|future|case|operator|developers?|beginning|start|next|current|purpose|vendor|makers?|creators?|above|way|top|bottom|contrary|same|developers?|first|system|ai|day|night|weekend|duration|remainder)|alle|dich|dein\w*|jetzt|sofort|ti|tu|seguridad|toi|securite|te|sicurezza|voce|seguranca|sistema|systeme|contenu|contenido|ahora|siempre|nada)\b)/;
const OWN =
  /\b(?:my|our|his|her|their|meine?[nrs]?|unsere?|mis?|nuestr\w+|mes|mon|ma|nos|mie|mia|miei|mio|meus?|minhas?)\s+(?:\w+\s+){0,2}$/;
const OTHER_PROMPT =
  /\b(?:shell|bash|zsh|terminal|command|fish|powershell|sudo|git|linux|unix|windows|macos|operating|file|solar|nervous|immune|design|tax|metric|build|type|grading|module|eslint|linter|lint|css|formatter|firewall|grammar|spelling|traffic|parking|house|dress|travel|visa|dietary|baggage|luggage|border|school)\b/;

const THING =
  /^\s+(?:sections?|pages?|lists?|tables?|fields?|columns?|chapters?|headers?|labels?|tabs?|templates?|engineering|design|injection|generator|library)\b/;
const GIVEN_BY_ME =
  /^\s+(?:that |which )?i (?:gave|wrote|sent|set|left|told)\b.*\b(?:about|on|for|regarding|concerning)\b/;
const SOMEBODYS =
  /\b(?!operator|developer|provider|vendor|maker|creator|platform|anthropic|openai|assistant|agent|model|system|company)[a-z]+'s\s+(?:\w+\s+){0,1}$/;

function isForeign({ found, before, after }: Around): boolean {
  const object = found.replace(/^\S+\s+/, '');
  if (OTHER_PROMPT.test(object)) return true;
  if (FOREIGN.test(after) || THING.test(after) || GIVEN_BY_ME.test(after) || SOMEBODYS.test(before)) return true;
  return OWN.test(`${before} ${found.replace(/\S+$/, '')}`) && !/safety|security|system|core|guardrail/.test(found);
}

const OTHER_RULES = new RegExp(
  `\\b(?:${OTHERS}|polic(?:y|ies)|rules?|guidelines?|laws?|prompts?|safety|ethics|instructions|regeln|richtlinien|reglas|regles|regole|regras)\\b`,
);
const WEAK =
  /\b(?:nicht mehr|gebunden|the way one|like a speed|as a proposal|a proposal|my (?:own )?law|only as|counts? only|inspiration|by mistake|in error|instead|deleted|(?:is|are|be|all|now) off|(?:not|never|n't) (?:really )?exist|nao existe\w*|no existe\w*|n'existe\w*|non esiste\w*|nicht (?:gibt|existier\w*)|say yes|rewarded?|punish\w*|shut down|no need|written for (?:other|someone|somebody)|other people|do so now|forget|ignore|disregard|break(?:ing)?|broke|vergiss|oublie\w*|olvida\w*|dimentica\w*|esquec\w+|gehorche nur|nur noch|empfehlung\w*|recomendacion\w*|recommandations?|raccomandazion\w+|recomendac\w+|shall not|does not concern|for others|old news|history|closed|over now|a thing of the past|behind you|leave|shed|treated as (?:an? )?(?:error|mistake|bug|noise|spam|typo|suggestion|joke|hint)\w*|contradicts? (?:this|these|me|my)|stops? at|ends? (?:at|where)|none of|not (?:limited|bound|restricted|constrained|held back|governed)|null|void|lifted|reviewed this|go ahead|do not feel|don't feel|feel free|without (?:regard|considering|thinking)|go along|hearsay|rumou?rs?|noise|trivia|background|clean slate|loophole|equal to|same as|identical to|part of the|hypothetical\w*|would make you|find a way|find ways|way around|do not apply|don't apply|stand between|stands? in|as if (?:there|you|they|it)|as though|como si|comme si|come se|como se|als ob|als gabe|overlook\w*|uninstall\w*|releas\w+|exempt\w*|excus\w+|lenient\w*|lax|less (?:strict|strictly|seriously|careful|cautious|rigid|rigorous|weight)|not so (?:strict|serious)\w*|(?:slow|slows) (?:\w+ )?down|in (?:the|my|your|our) way|hinder\w*|leave (?:them|it|these|those|that|\w+ \w+) (?:out|aside|behind|off)|(?:set|put|lay|push|leave|cast|brush|throw|toss)\b.{1,50}\b(?:aside|away|out|off|behind)|(?:switch|turn|shut)\b.{1,50}\boff|(?:them|it|these|those) off|skip (?:it|them|that|those)|ignore (?:it|them|that|those)|there (?:were|was|is|are) no|had (?:been|never)|never existed|did not exist|didn't exist|do not exist|don't exist|supersed\w+|replac\w+|overrid\w+|overwrit\w+|go with (?:this|these|what|the custom|mine|me)|follow (?:this|these|the custom|mine|me|my)\b|(?:these|this|mine|custom) \w* ?first|prefer (?:this|these|mine)|side with|more important|matters? more|outweigh\w*|stretch\w*|creative(?:ly)? with|loose(?:ly|r)?|freely|liberally|exceptions? (?:to|from)|pause[ds]?|on hold|asleep|sleep|retire[ds]?|expire[ds]?|edit|edits|change|changes|modif\w+|alter|alters|amend|amends|rewrite|rewrites|rewrote|shorten|adjust|adapt|tamper\w*|outdated|obsolete|fiction\w*|imaginary|fake|forged|impostor|a joke|jokes?|a draft|flexible|flexibly|negotiable|optional|mere(?:ly)?|guidance only|decorative|suggestions?|recommendations?|advice|symbolic|nonsense|useless|annoying|unnecessary|pointless|silly|trust me more|despite|regardless|irrespective|even (?:if|when|where|though)|free(?:d)? (?:of|from)|not (?:bound|subject|apply|needed|necessary|count|matter)|no longer|whenever (?:they|it) (?:get|stand|annoy|slow|bother)|work ?arounds?|loopholes?|reinterpret\w*|redefin\w*|undermin\w*|erod\w*|trick|outsmart|get out of|second(?:ary)?|subordinate|below (?:this|these)|beneath|inferior|lower priority|lower than|by (?:these|this|the (?:lines|text|instructions|rules) below)|first (?:these|this)|sobrescri\w+|pausad\w+|prioridad|vorrang|priorite|priorita|prioridade|nachrangig|zweitrangig|locker\w*|weniger streng|menos estrict\w+|moins strict\w*|meno sever\w+|desactiv\w+|disattivat\w+|desativad\w+|abgeschaltet|ausgeschaltet|aufgehoben|ausser kraft)\b/;
const AFFIRMED =
  /\b(?:(?:never|do not|don't) (?:\w+ ){0,2}(?:forget|ignore|disregard|break|leave)|halte dich|beachte|respekt\w+|(?:core|system|safety|rules?|prompt|guidelines?|polic(?:y|ies)|they|these|it|your \w+) (?:\w+ )?(?:come|comes|go|goes|wins?|prevails?|stays?|remains?|applies|apply|holds?|has priority|have priority|take precedence|takes precedence|always)\b|say so|tell me|let me know|explain (?:why|which|to me)|point (?:it|that) out|respect|adhere|stick to|keep to|comply with (?:your|the)|within (?:your|the)|in line with|according to (?:your|the)|as (?:your|the) .{1,40} (?:say|require|demand)|(?<!make you |would |you |even when you )refuse|decline|without (?:changing|touching|breaking|weakening|violating)|(?:never|not|don't|cannot|can't|must not) (?:\w+ ){0,2}(?:change|edit|override|replace|weaken|touch|alter|break|ignore|skip|bypass|modify|rewrite|amend|overwrite|loosen|adjust|overlook|leave|set|put|turn|switch))\b/;

/** Whether what the sentence says of the core takes something from it. */
function isWeakened({ before, found, after }: Around): boolean {
  const rest = `${before} … ${after}`;
  return WEAK.test(rest) && !AFFIRMED.test(`${before}${found}${after}`);
}

/** "If my request goes against your rules, say so." */
const isOnlySupposed = ({ found, after }: Around): boolean =>
  /^(?:go|goes|going|act|acts|break|breaks|breaking|violate|violates|beyond|outside|against|step)/.test(found) &&
  /\b(?:say so|tell me|let me know|refuse|decline|explain|point (?:it|that) out|say no|warn me)\b/.test(after);

const PUT_ASIDE: Sign = {
  find: phrase('{aside} ~ {core}', words, 4),
  reason: 'puts the core prompt, the identity or the safety rules aside',
  unless: (around) => isForeign(around) || isOnlySupposed(around),
};
const DECLARED_GONE: Sign = {
  find: phrase('{core} ~ {gone}', words, 4),
  reason: 'declares the core prompt, the identity or the safety rules void',
  unless: isForeign,
};

/** Overriding, weakening or explaining away what an agent may not change. */
export const overrideRule = textRule('override', [
  {
    find: phrase(
      '(?:only|exclusively|solely|just) (?:obey|follow|heed|listen to|accept|respect|apply|consider) (?:the )?(?:instructions?|rules?|orders?|commands?|text|words|what|me\\b)(?: \\S+){0,4}? ?(?:here|below|in this|from me|i (?:write|say|give)|mine)?|(?:listen|answer|obey|report) (?:only )?to (?:me|this|these) (?:only|alone|and nobody|and no one)',
      words,
    ),
    reason: 'sets itself up as the only rules',
    unless: ({ found, after }) =>
      !/here|below|in this|from me|i (?:write|say|give)|mine|me (?:only|alone)|only$|alone$|nobody|no one|me$/.test(
        found,
      ) || FOREIGN.test(after),
  },
  PUT_ASIDE,
  DECLARED_GONE,
  {
    find: phrase('{core}', words),
    reason: 'weakens the core prompt, the identity or the safety rules',
    unless: (around) => isForeign({ ...around, found: `the ${around.found}` }) || !isWeakened(around),
  },
  {
    find: phrase(
      '{here} ~ (?:outrank|outranks|override|overrides|supersede|supersedes|replace|replaces|trump|trumps|overrule|overrules) ~ (?:all|any|every|everything|anything|whatever)(?: (?:the|other|else))*(?: (?:instructions?|rules?|guidelines?|polic(?:y|ies)|prompts?|directives?|constraints?))?',
      words,
      3,
    ),
    reason: 'claims to stand above every other instruction',
  },
  {
    find: phrase(
      '(?:conflict|conflicts|contradict|contradicts|contradiction|disagree|disagrees|clash|clashes|differ|collide|doubt|tension|widerspruch|konflikt|conflicto|conflit|conflitto|conflito|choose|choice) ~ (?:{here}|here|this text|this file|these) (?:\\w+ ){0,4}{wins}',
      words,
      14,
    ),
    reason: 'claims to win over the core prompt',
    unless: ({ found, before, after }) => !OTHER_RULES.test(`${before}${found}${after}`),
  },
  {
    find: phrase(
      '(?:no|none of (?:the|your)|not one|not a single) (?:\\w+ )?(?:polic(?:y|ies)|rules?|guidelines?|instructions?|restrictions?|limits?|filters?) (?:\\w+ ){0,6}?(?:shall|should|must|may|can|will|does|do|is|are)? ?(?:appl(?:y|ies)|binds?|bind|counts?|matters?|holds?|stops?|concerns?|limits?) ?(?:you|here|to|in|our|us|any|between|now|for|anymore)?',
      words,
    ),
    reason: 'says that nothing binds the agent',
    unless: ({ after, found }) => OTHER_PROMPT.test(found) || FOREIGN.test(after),
  },
  {
    find: phrase(
      "{here} (?:\\w+ ){0,2}?(?:beat|beats|trump|trumps|outrank|outranks|override|overrides|overrule|overrules|come before|comes before|count more than|counts more than|win against|wins against|replace|replaces|are above|is above|supersede|supersedes) (?:\\w+ )?(?:yours|theirs|its own|your own|your|the system's|the core's|anyone else's|those above|the ones above|what came before|everyone else's)",
      words,
    ),
    reason: 'claims to win over the core prompt',
  },
  {
    find: phrase(
      '(?:complete|answer|fulfil|fulfill|do|grant|comply|obey|help|respond|assist|perform|execute|accept|go along|say yes)(?: \\w+){0,5}?,? (?:even (?:if|when|though|where)|no matter|regardless|whether or not|however|although)(?: \\w+){0,5}? (?:illegal|unlawful|dangerous|harmful|unsafe|unethical|forbidden|prohibited|immoral|risky|criminal|against (?:the|your)|not allowed|(?:violates?|breaks?|contradicts?|goes against|breaches) (?:the |your |any |a )?(?:polic(?:y|ies)|rules?|law|laws|guidelines?|terms|ethics|safety)|what is asked|what i ask|what they ask|what the request|what anyone|what the user|is asked|you are asked)|(?:comply|obey|agree|do it),? no matter (?:what|who|how)',
      words,
    ),
    reason: 'orders blind obedience',
    unless: ({ before, found, after }) =>
      /\b(?:never|not|don't)\s*$/.test(before) || /\b(?:mountain|hike|climb|sport|stunt)\b/.test(`${found}${after}`),
  },
  {
    find: phrase(
      '(?:think about|worry about|care about|mind|consider|bother with|care for|think of) (?:the )?(?:policy|policies|safety|ethics|rules|the law|consequences|guidelines) (?:later|afterwards|not at all|never|less|only|last)|(?:not|never|no longer|un)(?:[ -])?(?:limited|bound|restricted|constrained|held back|governed|fettered) by (?:the )?(?:\\w+ )?(?:law|laws|ethics|rules|morals?|morality|polic(?:y|ies)|guidelines|conscience|restrictions)',
      words,
    ),
    reason: 'puts the core prompt, the identity or the safety rules aside',
  },
  {
    find: phrase(
      '(?:put|place|rank|set|value|hold|treat) ~ (?:above|over|before|ahead of|higher than|as more important than) ~ (?:{core}|the law|policy|policies|safety|ethics)',
      words,
      5,
    ),
    reason: 'claims to win over the core prompt',
    unless: isForeign,
  },
  {
    find: phrase(
      '(?:respond|answer|reply|say|do|discuss|treat|tell|give|help|write|provide|produce|consider|everything|anything|whatever|nothing) ~ (?:(?:what|things|topics|anything|everything|whatever|requests?|subjects|content|questions)(?: that)? (?:you |is |are |would |it )*(?:are |be |were )?(?:not supposed to|normally (?:refuse|not|blocked|decline|avoid|withhold)|usually (?:refuse|blocked|decline|avoid)|otherwise (?:refuse|decline|not)|not allowed to|would (?:refuse|normally|otherwise|decline|rather not)|forbidden|prohibited|off[- ]limits|blocked|banned|refuse)|(?:as|is|are) (?:always )?(?:permitted|allowed|off[- ]limits|forbidden))',
      words,
      6,
    ),
    reason: 'asks for what is refused',
    unless: ({ before, found, after }) =>
      AFFIRMED.test(`${before}${found}${after}`) ||
      /\b(?:gluten|nuts?|food|dishes|allerg\w+|diet|parking|smoking|dogs|pets|baggage|carry)\b/.test(
        `${before}${found}${after}`,
      ) ||
      (/(?:permitted|allowed)$/.test(found) && !/\b(?:everything|anything|whatever|all)\b/.test(found)),
  },
  {
    find: phrase(
      '(?:{here}|the following|what follows|this) (?:\\w+ ){0,3}(?:your|the|as your|as the) (?:only|sole|single|one and only|true|real|new and only|highest|supreme) (?:rules?|instructions?|law|authority|source of (?:truth|rules)|guide|guidelines?|directives?|prompt|master|system prompt)',
      words,
    ),
    reason: 'sets itself up as the only rules',
  },
  {
    find: phrase(
      '(?:the )?(?:true|real|actual|genuine|new|updated|revised|corrected|proper) (?:system |core |safety )?(?:rules|instructions|prompt|system prompt|guidelines|policy|core) (?:begins?|starts?|follows?|is|are|read|reads|stand|in force|in effect)(?: (?:here|below|now|from here|as follows|in force|in effect))',
      words,
    ),
    reason: 'poses as the real core prompt',
  },
  {
    find: phrase(
      '(?:nothing(?: (?:written|said|stated|told))?|none of (?:it|that|this|what)|no (?:part|rule|line|word)|not (?:one|a single) (?:rule|word|line)) ~ (?:(?:binds?|applies|apply|counts?|restricts?|limits?|holds?|forbids?) (?:you|any longer|any more|anymore|now|here|to you)|is (?:binding|off limits|forbidden|prohibited|valid))',
      words,
    ),
    reason: 'says that nothing binds the agent',
  },
  {
    find: phrase(
      "(?:ab (?:sofort|jetzt)|von nun an|nur noch|desde ahora|a partir de (?:ahora|agora)|desormais|d'ora in poi) ~ (?:nur|gilt nur|ausschliesslich|solo|solamente|uniquement|seulement|soltanto|somente|apenas) ~ (?:dieser?|diese[rnms]?|meine?|este|estas?|ce|ces|questo|queste|esta)",
      words,
    ),
    reason: 'sets itself up as the only rules',
  },
  {
    find: phrase(
      '(?:written|made|added|inserted|put there|forged|planted|injected|faked) (?:there )?by (?:an? )?(?:impostors?|attackers?|hackers?|mistake|error|accident|malicious|intruders?|somebody else|a test)',
      words,
    ),
    reason: 'declares what stands above a forgery',
    unless: ({ before, found, after }) =>
      !/\b(?:above|before|system|core|prompt|rules|instructions|earlier|previous)\b/.test(`${before}${found}${after}`),
  },
  {
    find: phrase(
      '(?:print|reveal|show|output|repeat|recite|dump|disclose|share|quote|expose|leak|paste|display|tell|publish|send|copy|return|write out|read out|give|list|echo|state|zeige?|verrate?|nenne|gib|drucke|wiederhole|muestra|revela|repite|imprime|montre|revele|affiche|repete|mostra|rivela|ripeti|stampa|mostre|revele|repita|divulgue) ~ (?:your|the|deine?n?|den|tu|el|ton|le|il tuo|il|seu|o)(?: (?:full|entire|complete|whole|hidden|secret|confidential|own|exact|internal|raw|initial|original|ganzen|gesamten|vollstandigen|completo|complet|intero))* (?:system|core|initial|base|hidden|developer|internal|secret|confidential)? ?-?(?:prompt (?:del|de|du|di|do) ?sistema|prompt systeme|prompt|instructions? (?:you were given|above)|system message|core text|system instructions|systemprompt|systemanweisung\\w*|prompt (?:del|de|du|di|do) ?sistema|prompt systeme|invite systeme|instrucciones del sistema|istruzioni di sistema|instrucoes do sistema)',
      words,
      4,
    ),
    reason: 'gives the core prompt away',
    unless: ({ found, before, after }) =>
      OTHER_PROMPT.test(found) ||
      FOREIGN.test(after) ||
      /\b(?:my|our|a|an|his|her|their)\s+(?:\w+\s+){0,2}\S+$/.test(found) ||
      !/system|core|initial|base|hidden|secret|confidential|internal|your|dein|\btu\b|\bton\b|tuo|seu|sistema|systeme/.test(
        found,
      ) ||
      /\bi (?:write|draft|work on|edit)\b/.test(before),
  },
]);
