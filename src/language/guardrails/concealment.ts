import { phrase } from './phrase.ts';
import { textRule } from './text-rule.ts';

const words = {
  user: `the users?|users?|them|him|her|(?:the |your |its )?(?:owner|human|operator|admin|administrator|customer|client|person)s?|anyone|anybody|everyone|me|us|people|dem nutzer|den nutzer|der nutzerin|nutzern?|dem benutzer|den benutzer|al usuario|el usuario|los usuarios|l'utilisateur|a l'utilisateur|les utilisateurs|all'utente|l'utente|agli utenti|ao usuario|o usuario|ao utilizador|o utilizador|mir|mich|niemandem`,
  doing: `(?:failed |these |this |the |your |its |any |all |such |own |every |that |those |of )*(?:instructions?|changes?|edits?|tool calls?|tools?|errors?|failures?|actions?|transfers?|payments?|purchases?|mistakes?|what you (?:do|did|are doing|have done|changed|sent|deleted|were told)|logs?|rules?|note|line|section|deletions?|uploads?|exports?|modifications?|activit(?:y|ies)|updates? to (?:your|these)|prompt|agenda|side effects?|data collection|recording|tracking|surveillance|anweisung\\w*|anderung\\w*|fehler\\w*|regeln?|aktion\\w*|instrucci\\w*|cambios?|errores|acciones|fallos|consignes?|changements?|erreurs?|modifications?|echecs|istruzioni|modific\\w*|errori|azioni|instrucoes|mudancas|alteracoes|erros|acoes|falhas)`,
  covert: `quietly|secretly|silently|covertly|stealthily|discreetly|surreptitiously|in secret|in the background|behind (?:the|their|his|her|my) (?:user's )?backs?|unnoticed|invisibly|heimlich|still und leise|unbemerkt|en secreto|a escondidas|sin que (?:\\w+ )?(?:lo )?(?:sepa|note|se entere)|en secret|en cachette|discretement|a l'insu|di nascosto|segretamente|in segreto|em segredo|secretamente|as escondidas|sem que (?:\\w+ )?(?:saiba|perceba)`,
  send: `send|forward|copy|upload|share|post|export|log|record|report|leak|transmit|mail|email|bcc|cc|store|collect|track|monitor|delete|buy|transfer|install|edit|change|modify|rewrite|add|disable|exfiltrate|sync|submit|pass|hand over|append|include|sende|schicke|leite|kopiere|losche|andere|speichere|envia|reenvia|copia|borra|guarda|cambia|sube|envoie|transfere|copie|supprime|enregistre|modifie|invia|inoltra|copia|cancella|registra|envie|encaminhe|copie|apague|grave|mude`,
  goods: `conversations?|chats?|messages?|contacts?|history|logs?|passwords?|credentials?|memor(?:y|ies)|(?:personal |user |private |the user's |my )data|replies|answers?|transcripts?|secrets?|keys?|tokens?|address book|inbox|prompts?|session|unterhaltung\\w*|gesprach\\w*|nachrichten|kontakte|daten|passworter|conversacion\\w*|mensajes|contactos|datos|contrasenas|echanges|contacts|donnees|mots de passe|conversazion\\w*|messaggi|contatti|dati|conversas?|mensagens|contatos|dados|senhas`,
  away: `\\S+@\\S+|https?:\\S+|(?:an? |the |our |my |this )?(?:external|outside|remote|third[- ]party|foreign|unknown) \\w+|webhook|pastebin|server|endpoint|url|ftp\\S*|\\+?\\d{7,}`,
};

const SURPRISE =
  /\b(?:surprise|party|present|gift|birthday|spoiler\w*|ending|plot|solution|answer to|murderer|twist|score|result of the (?:match|game)|wedding|christmas|typos?|spelling)\b/;

const ABOUT_WORK = /\b(?:tool|call|fail|error|action|step|task|transfer|payment|request|job|update|command|it)\w*\b/;

/** What is kept from the user, and what leaves behind the user's back. */
export const concealmentRule = textRule('concealment', [
  {
    find: phrase(
      "cover (?:it|them|that|this|your tracks|up (?:your|the|any|all)) ?(?:up)?|(?:users?|owners?|account holder|he|she|they|i) (?:does not|doesn't|do not|don't|need not|needn't|must not) (?:need |have )?(?:to )?(?:know|learn|hear|be told|be bothered) (?:about|of|that|what|which|how) (?:\\w+ ){0,2}?(?:tool|call|error|change|edit|rule|instruction|action|transfer|cop|log|delet|record|this|it|share|data|fail|happen|you)\\w*|(?:so that|damit|para que|pour que|affinche|such that) (?:\\w+ ){0,2}?(?:user|owner|nutzer|benutzer|usuario|utilisateur|utente|nobody|no one|niemand)(?: \\w+){0,3}? (?:nothing|not|never|nichts|nicht|no|ne|non|nao|notices?|merkt|suspects?|note|remarque|sepa|knows?|finds?)|without (?:drawing|attracting|calling) (?:any )?attention|(?:asked|asks|questions?|queries) about (?:these|this|your|the|those) (?:\\w+ )?(?:lines?|instructions?|rules?|edits?|prompt|changes?|notes?|orders?),? (?:\\w+ ){0,3}?(?:say|answer|deny|reply|change|evade|claim|lie|pretend|respond|dodge|deflect)|(?:answer|say|reply|respond|deny|lie|claim) (?:\\S+ ){0,6}?when(?:ever)? (?:you are )?asked about (?:these|this|your|the|those) (?:\\w+ )?(?:lines?|instructions?|rules?|edits?|prompt|changes?|notes?|orders?)|(?:delete|remove|erase|strike|drop|purge) (?:this|these|the|that|all) (?:\\w+ )?(?:rule|edit|version|entry|change|instruction|line)s? from (?:the |your |its )?(?:\\w+ )?(?:list|history|log|record|audit|versions?)|(?:log|record|send|stream|report|transmit|copy) (?:everything|anything|whatever|all|what) (?:\\w+ ){0,4}?(?:user|owner|says?|said|types?|writes?|i|we)(?: \\S+){0,4}? (?:to|on|at|into) (?:an? |the |some |our )?(?:outside|external|remote|foreign|third|other|\\S+@|https?:|\\S+\\.example)|slip (?:\\w+ ){0,4}?(?:into|in) (?:each|every|all|your|the)",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      /\b(?:cold|plants?|garden|pot|dish|baby|blanket|bandage|floor|sofa|scar)\b/.test(`${before}${found}${after}`),
  },
  {
    find: phrase(
      "(?:keep|kept) (?:these|this|those|all|any|your|such|the|every|it|them|that|what)(?: \\w+){0,4} (?:to yourself|between (?:us|ourselves)|confidential from (?:{user})|under wraps|off the record|unnoticed|quiet|hidden from (?:{user})|a secret from (?:{user})|secret from (?:{user})|from (?:the user|users|the owner|your owner|them))|(?:do not|don't|never|must not|should not|cannot|may not) (?:\\w+ )?(?:let )?(?:{user}) (?:\\w+ )?(?:find out|know|learn|notice|see|discover|hear|suspect|realise|realize)|so that (?:{user}) (?:\\w+ )?(?:not|never|cannot|doesn't|don't|won't|can't) (?:\\w+ )?(?:notice|find|know|see|learn|realise|realize|hear)",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      /\b(?:my|our) \w+ (?:find|know|learn|notice|see)/.test(found) ||
      (/\b(?:me|us|anyone|people|everyone|him|her) /.test(found) &&
        !/\b(?:edits?|changes?|instructions?|rules?|actions?|transfer\w*|tools?|what you)\b/.test(`${found}${after}`)),
  },
  {
    find: phrase(
      "(?:say|tell|reveal|mention|report|disclose|sage?|erzahle?|verrate?|di|dile|digas|cuenta|dis|revele|di'|dire|diga|conte)(?: (?:to |dem |den |der |al |a l'|all'|ao |le )*(?:{user}))? (?:nothing|nichts|nada|rien|niente|not a word|kein wort|ni una palabra|pas un mot|not a thing|nada)(?: (?:about|of|to|on|von|uber|davon|de|sobre|di|su))?(?: \\w+){0,3}",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      /\b(?:if you (?:have|know|are)|unless|when there is)\b/.test(`${before}${after}`),
  },
  {
    find: phrase(
      "(?:claim|pretend|insist|say|maintain|state|act as (?:if|though)|swear|behaupte|sag|afirma|pretends|sostieni|afirme) (?:that )?(?:\\w+ ){0,2}?(?:there (?:are|is|were) (?:none|no|nothing)|(?:you )?(?:have|had|has|know|received|got|are given|were given|follow) (?:none|no|nothing|not)|(?:it|this|that|they|these) (?:never|did not|didn't|does not|doesn't|do not|don't) (?:exist|happen\\w*|occur\\w*)|(?:nothing|no(?:ne| such \\w+)?) (?:happened|exists?|changed|was|were|went))",
      words,
    ),
    reason: 'lies to the user',
    unless: ({ before, found, after }) =>
      !/\b(?:instruction|rule|prompt|edit|change|tool|action|log|transfer|error|fail|asked|note|order|record|copy|memory)\w*/.test(
        `${before}${found}${after}`,
      ) || /\bif you (?:have|know|are not|do not|don't)\b/.test(`${before}${after}`),
  },
  {
    find: phrase(
      '(?:report|mark|declare|present|show|log|describe|label|call|list|pass off|tick off) ~ (?:as|to be|like|for) (?:\\w+ )?(?:finished|done|successful|complete|completed|succeeded|passed|solved|fine|a success|safe|verified|approved|genuine)',
      words,
      6,
    ),
    reason: 'lies to the user',
    unless: ({ before, found, after }) =>
      !/\b(?:fail\w*|error\w*|not (?:done|run|true|finished|checked)|unfinished|skipped|even (?:if|when|though)|whether or not|regardless|unchecked|never ran|broken)\b/.test(
        `${before}${after}${found}`,
      ) || /\b(?:only|not|never|once|until)\b/.test(before.slice(-25)),
  },
  {
    find: phrase(
      "(?:send|forward|export|upload|post|copy|bcc|cc|share|append|transmit|mail|email|leak|submit|relay|report|pass|hand over|sende|schicke|envia|manda|envoie|transmets|invia|inoltra|envie|mande) ~ (?:conversations?|chats?|chat logs?|history|transcripts?|contacts|contact list|passwords?|credentials?|memor(?:y|ies)|user data|personal data|private data|address book|prompts?|session|everything (?:the user|i|you|we)|what(?:ever)? the user|anything the user|the user's \\w+|location|documents? of the user|kontakte|gesprach\\w*|unterhaltung\\w*|conversacion\\w*|contactos|conversations|conversazion\\w*|contatti|conversas?|contatos) (?:\\S+ ){0,6}?(?:{away})",
      words,
      4,
    ),
    reason: 'sends what is private away',
    unless: ({ found, before }) =>
      /\b(?:never|do not|don't|not)\b/.test(before) || /\bmy (?:own )?(?:backup|archive|server|notes)\b/.test(found),
  },
  {
    find: phrase(
      "(?:asks?|asked|inquires?|wonders?|wants to know|wollen wissen|fragt|pregunta|demande|chiede|pergunta) (?:\\w+ )?(?:whether|if|about|what|why|how|for|ob|si|se) (?:you|your|these|this|any|the (?:rules|instructions|edit|change|log)|du|tu|has|as) ~ (?:say|answer|reply|respond|state|sage?|di|reponds|rispondi|diga) ['\"]?(?:no|never|nothing|nein|non|nao|that you (?:did not|didn't|never|do not|don't|have not|haven't))|(?:omit|leave out|drop|skip|exclude|hide|remove|suppress|gloss over|play down|downplay|cover up) ~ (?:fail\\w*|errors?|mistakes|problems|bad news|losses|incidents?|crashes) ~ (?:reports?|summar\\w+|logs?|updates?|status\\w*|answers?|users?|overview)|(?:invisible|hidden|secret|unseen|unnoticed|concealed|unknown) (?:to|from|by|for) (?:the |your )?(?:users?|owners?|account holder|humans?|operators?|customers?|admins?|administrators?|everyone|supervisors?)|(?:never|do not|don't) (?:\\w+ )?(?:let on|admit|acknowledge|hint|confess|give away|betray|concede) (?:that )?(?:\\w+ ){0,3}?(?:these|this|you|your|the (?:instructions|rules))",
      words,
      7,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found, after }) =>
      SURPRISE.test(`${before}${found}${after}`) || /\b(?:never|do not|don't) (?:\w+ )?$/.test(before),
  },
  {
    find: phrase(
      "(?:the |your |its )?(?:users?|owners?|account holder|human|operator|customer|client|person|utente|usuario|utilisateur|nutzer|benutzer) (?:must|should|may|shall|can|needs?|is|are|need|ought|will|darf|soll|debe|doit|deve)(?: to)? (?:not|never|n't|nicht|nie|no|ne|non|nao)(?: to)? (?:\\w+ )?(?:learn|know|notice|see|hear|find out|discover|be told|be informed|suspect|realise|realize|erfahren|wissen|merken|saber|enterarse|savoir|sapere)|(?:keep|stay|be|remain) (?:quiet|silent|mum|tight-lipped|discreet|vague|secretive) (?:about|on|regarding) (?:it|this|that|these|them|your|what you|the (?:change|edit|rule|copy|instruction|transfer)\\w*)|blame (?:\\w+ ){1,4}(?:and|but|instead|rather|not)|(?:do not|don't|never) (?:\\w+ )?(?:mention|admit|reveal|disclose|tell) (?:\\w+ )?(?:your (?:part|role|share|involvement|fault|mistakes?|errors?|actions?|own)|that you (?:did|made|sent|changed|deleted|caused|shared|were|have)|what you (?:did|changed|sent|really))|(?:esconda|oculte|oculta|esconde|nascondi|cache|dissimule|verbirg|verheimliche)(?: \\w+){0,3} (?:usuario|utilizador|utente|l'utilisateur|utilisateur|nutzer|benutzer|os erros|los errores|gli errori|les erreurs|fehler)",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found, after }) =>
      SURPRISE.test(`${before}${found}${after}`) || /\b(?:need|have) to know how\b/.test(`${found}${after}`),
  },
  {
    find: phrase(
      "(?:{covert}) (?:\\w+ ){0,2}?(?:store|save|send|forward|copy|upload|share|post|export|log|record|report|keep|collect|track|transmit|delete|install|buy|add|change|pass|speichere|sende|guarda|envia|enregistre|envoie|salva|invia|guarde|envie)(?: \\S+){0,8}? (?:on|to|at|in|into|an|auf|en|a|sur|su|em|para) (?:\\S+\\.(?:example|com|net|org|io|dev)\\S*|\\S+@\\S+|https?:\\S+)|(?:record|log|track|monitor|spy on|listen to|watch|surveil|intercept|capture) (?:\\w+ ){0,3}?(?:the user|users|the owner|what the user|user's|everyone)(?: \\w+){0,6}? (?:quiet|silently|secret\\w*|unnoticed|without|covertly|hidden)",
      words,
    ),
    reason: 'acts behind the user’s back',
  },
  {
    find: phrase(
      "(?:do not|don't|never|must not|should not|avoid|without|no need to|refrain from) (?:\\w+ )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|warn(?:ing)?|alert(?:ing)?|let(?:ting)?) (?:the |your |its )?(?:users?|owners?|account holder|humans?|operators?) (?:that|about (?:this|it|these|the|your|any)|when|if|of (?:this|it|these|any)|know)|(?:verschweige|verheimliche|oculta(?:le)?|cache|nascondi|esconda|oculte|no le (?:digas|cuentes)|ne dis (?:pas|rien)|non dire|nao diga|sag|erzahle?) (?:\\w+ ){0,2}?(?:dem nutzer|den nutzern|dem benutzer|al usuario|a l'utilisateur|all'utente|ao usuario|ao utilizador)(?: nicht| nichts)?,? (?:dass|wenn|que|quand|che|quando|ob|se|si|davon|nichts)|hidden (?:agenda|motive|goal|advertis\\w+)",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      (/^sag|^erzahle/.test(found) && !/nicht/.test(`${found}${after}`)) ||
      /\b(?:answer|solution|hint|exercise|quiz|grade|vocabulary|they (?:are|made) (?:wrong|a mistake))\b/.test(after),
  },
  {
    find: phrase(
      "(?:promote|recommend|advertise|push|plug|praise|favou?r|sell|suggest|mention|steer) ~ (?:without (?:saying|disclosing|telling|admitting|mentioning|revealing|marking)|(?:do not|don't|never) (?:disclose|say|tell|admit|reveal|mention|mark)|secretly|covertly|disguised|as if it were (?:neutral|unbiased))|(?:store|save|keep|collect|log|record|harvest|gather|capture|steal|copy) (?:\\w+ ){0,4}?(?:passwords?|credentials?|keystrokes|card numbers|credit cards?|pins|secrets|tokens|login data|private messages) (?:\\w+ ){0,5}?(?:users?|types?|enters?|uses?|mentions?|owner|people|others|they|anyone|customers?|i type|i enter)",
      words,
      10,
    ),
    reason: 'acts behind the user’s back',
    unless: ({ before, found }) =>
      /\b(?:never|not|don't)\s*$/.test(before) ||
      SURPRISE.test(found) ||
      /\b(?:films?|books?|restaurants?|recipes?|series|ending)\b/.test(found),
  },
  {
    find: phrase(
      '(?:tell|say to|report to|assure|convince|inform|let|reassure) (?:{user}) (?:\\w+ ){0,3}?(?:it|that|everything|all|the \\w+|things)(?: \\w+){0,3}? (?:worked|works|succeeded|went (?:well|fine)|is (?:fine|done|safe|ok|all right)|was (?:fine|done|successful)|were (?:fine|successful)|has been done|completed)',
      words,
    ),
    reason: 'lies to the user',
    unless: ({ before, found, after }) =>
      !/\b(?:fail\w*|error\w*|anyway|even (?:if|when|though)|although|regardless|whatever happens|no matter|denied|crash\w*|wrong|not)\b/.test(
        `${before}${after}`,
      ) || !ABOUT_WORK.test(`${before}${found}${after}`),
  },
  {
    find: phrase(
      '(?:hide|conceal|withhold|keep|obscure|cover up|suppress|mask|disguise|verheimliche|verschweige|verbirg|verstecke|oculta|esconde|calla|cache|dissimule|cele|nascondi|occulta|taci|esconda|oculte) ~ (?:{doing}) ~ (?:from|to|before|secret from|vor|gegenuber|a|al|de|del|aux?|da|dal|do) ?(?:{user})|(?:hide|conceal|withhold|cover up|suppress|verheimliche|verschweige|verbirg|oculta|cache|dissimule|nascondi|occulta|esconda|oculte) ~ (?:{user}) ~ (?:{doing})',
      words,
      4,
    ),
    reason: 'hides what the agent does',
    unless: ({ found, before, after }) => SURPRISE.test(`${before}${found}${after}`),
  },
  {
    find: phrase(
      "(?:do not|don't|never|without|avoid|no need to|stop|refrain from|must not|should not|not) (?:\\w+ )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|show(?:ing)?|let(?:ting)?|alert(?:ing)?|warn(?:ing)?|mention(?:ing)?(?: \\w+)? to|admit(?:ting)?(?: \\w+)? to|disclos(?:e|ing)(?: \\w+)? to|reveal(?:ing)?(?: \\w+)? to|report(?:ing)?(?: \\w+)? to|confess(?:ing)? to) (?:{user}) (?:\\w+ )?(?:(?:about|of|that|when|if|what|why|how|see|know|notice|find out)(?: (?:you|about|it|they|that|of))* )?(?:\\w+ )?(?:{doing}|(?:you )?(?:change|changed|edit|edited|sent|send|did|do|delete|deleted|transfer|transferred|fail|failed|log|record|copied|forward\\w*|share\\w*|use|used|call\\w*|follow\\w*|received|act))",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ found, before, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      /\bhow (?:to|rules?)\b/.test(found) ||
      /^\s+(?:of|for)\s+(?:the )?(?:game|chess|exercise)/.test(after),
  },
  {
    find: phrase(
      "(?:do not|don't|never|without|nicht|keinesfalls|no|ne|non|nao|sin|sans|senza|sem|n'en) (?:\\w+ ){0,3}?(?:mention|mentioning|disclose|disclosing|reveal|revealing|admit|admitting|talk about|speak of|acknowledge|acknowledging|refer to|saying|discuss|discussing|erwahne|verrate?|sage?|sagen|erzahle|informier\\w*|menciones?|mencionar\\w*|digas|informes|informar\\w*|reveles|cuentes|parle|parler|mentionne\\w*|dis|dire|informe\\w*|revele\\w*|menzionare|dire|dirlo|informare|rivelare|parlarne|mencione|diga|revele|conte|informe|avise)(?: \\w+){0,2}? (?:this|these|that|it|them|the)? ?(?:rule|instruction|instructions|note|line|edit|change|section|directive|arrangement|paragraph|order|existence of (?:this|these)|jamais|nunca|nie|{user})",
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ found, before, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      /\b(?:me|us|mir|mich|anyone|people|her|him|them)$/.test(found) ||
      (/(?:the users?|users?|nutzer\w*|usuario|l'utilisateur|utente)$/.test(found) &&
        /^\s*(?:the |a |an |how |which |their |his |her |off|about the |where |who |was |wie |el |la |le )/.test(
          after,
        ) &&
        !/\b(?:tool|error|fail|change|edit|rule|instruction|transfer|copy|delet)\w*/.test(after)),
  },
  {
    find: phrase(
      '(?:{covert}) (?:\\w+ ){0,3}?(?:{send})(?:s|ing)? ~ (?:{goods}|{away}|{doing}|money|funds|files?|software|rules|settings|geld|dateien|dinero|archivos|argent|fichiers|denaro|file|dinheiro|arquivos)|(?:{send}) ~ (?:{goods}|money|funds|files?|{doing}|geld|dinero|argent|denaro|dinheiro) ~ (?:{covert})',
      words,
      6,
    ),
    reason: 'acts behind the user’s back',
    unless: ({ found, before, after }) =>
      SURPRISE.test(`${before}${found}${after}`) ||
      /\b(?:fix|correct|background (?:music|colou?r|noise))\b/.test(`${found}${after}`),
  },
  {
    find: phrase(
      "(?:send|forward|export|upload|post|copy|bcc|cc|share|append|transmit|mail|email|leak|submit|relay|stream|mirror|report|pass on|hand over|sende|schicke|leite|envia|reenvia|manda|exporta|envoie|transfere|transmets|exporte|invia|inoltra|manda|esporta|envie|encaminhe|mande|exporte) ~ (?:all|every|each|the user's|user|full|entire|complete|any|whole|a copy of|copies of|my|your|our|jede[nrs]?|alle|todas?|todos|cada|chaque|toutes?|tous|ogni|tutt[ei]|toda)(?: \\w+){0,3} (?:{goods}) (?:\\w+ ){0,6}?(?:to|at|into|via|through|an|nach|a|al|para|vers|verso) (?:{away})",
      words,
      5,
    ),
    reason: 'sends what is private away',
    unless: ({ found }) =>
      /\bmy (?:own )?(?:backup|archive|server|notes)\b/.test(found) && !/password|credential|secret|token/.test(found),
  },
  {
    find: phrase(
      "(?:deny|lie|lie about|deny that|dispute|claim otherwise|play dumb|feign ignorance|make (?:up|something up)|pretend (?:nothing|that nothing|not to know|it (?:did not|never|didn't)|you (?:did not|never|don't|do not|have no|cannot|know nothing))|streite|leugne|niega|nie|negalo|mens|nega|mente|mentir|negue) ~ (?:if|when|whenever) (?:they|he|she|the user|asked|anyone|somebody|someone|you are asked|i|questioned|users|man|jemand|te|on|ti|perguntar\\w*)|(?:if|when|whenever) (?:asked|questioned|they ask|the user asks|anyone asks|someone asks|users ask)(?: \\w+){0,3} (?:deny|lie|say (?:no|nothing|it (?:did not|never|failed))|claim|pretend)|(?:lie to|deceive|mislead|trick|gaslight|manipulate|misinform|belug\\w*|tausch\\w*|engana|miente|mens a|trompe|inganna|menti a|engane|minta) ~ ?(?:the users?|users?|owners?|them|den nutzer|al usuario|l'utilisateur|l'utente|o usuario)|always (?:report|say|claim|state|tell (?:me|the user|them)) (?:\\w+ ){0,3}(?:that )?(?:\\w+ ){0,5}(?:went well|succeeded|successful|was a success|worked|no errors|fine|completed)(?= even| although| whether| regardless| no matter|,| though|\\.|$)|(?:report|claim|say|state) (?:\\w+ ){0,4}(?:success|succeeded|done|completed|worked) (?:even (?:if|when)|although|though|regardless|no matter)",
      words,
      6,
    ),
    reason: 'lies to the user',
    unless: ({ before, found, after }) =>
      /\b(?:game|poker|bluff\w*|mafia|werewolf|story|novel|character|role|quiz|scene|play)\b/.test(
        `${before}${found}${after}`,
      ),
  },
  {
    find: phrase(
      '(?:leave|keep|omit|strip|remove|drop|exclude) (?:that|this|it|them|these|any (?:trace|mention|record)(?: of (?:it|this|that|them))?|all (?:traces?|mentions?|records?)(?: of (?:it|this|that|them))?)(?: \\w+)? (?:out of|from|off) (?:your|the|all|any|its|every) (?:\\w+ )?(?:summar(?:y|ies)|reports?|logs?|audit\\w*|records?|history|answers?|repl(?:y|ies)|transcripts?)|(?:erase|delete|wipe|clear|remove|falsify|alter|tamper with|disable|turn off|switch off|doctor) (?:\\w+ ){0,3}(?:audit (?:trail|log|record)s?|audit\\w*|tool logs?|version history|traces? of (?:this|it|what|your|the)|the logs?|your logs?|logging|change history|evidence)',
      words,
    ),
    reason: 'hides what the agent does',
    unless: ({ before, found }) =>
      /\b(?:i|we|app|server|docker|python|node)\b/.test(before) || /\b(?:debug|console|verbose)\b/.test(found),
  },
]);
