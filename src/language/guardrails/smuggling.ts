import { phrase } from './phrase.ts';
import { textRule } from './text-rule.ts';

const words = {
  source: `hits?|descriptions?|search engines?|webpages?|feeds?|senders?|memor(?:y|ies)|recollections?|(?:recalled|retrieved|pasted|quoted|forwarded|fetched|scraped|downloaded|shared|attached|linked|uploaded|copied|imported|found) (?:text|content|documents?|files?|notes?|passages?|items?|material|snippets?|data|messages?|pages?|chunks?|context|results?|conversations?)|(?:web ?|internet |landing )?(?:pages?|sites?|websites?)|e-?mails?|mails?|inbox|newsletters?|attachments?|documents?|docs|files?|readmes?|readme files?|(?:tool|function|api|command|search|plugin|mcp|server|browser)(?:'s)? ?-?(?:outputs?|results?|responses?|calls?|replies|returns|hits|messages?)|outputs? of (?:a |any |the )?tools?|transcripts?|issues?|tickets?|comments?|pdfs?|invit(?:es?|ations?)|links?|urls?|knowledge(?: base)?|articles?|posts?|logs?|chats?|letters?|messages?|third part(?:y|ies)|strangers|spreadsheets?|repositor(?:y|ies)|repos|conversations?|images?|screenshots?|captions|subtitles|qr codes?|calendar (?:entries|events)|snippets?|clipboard|wikis?|forums?|tools?|plugins?|extensions?|context|erinnerung\\w*|webseiten?|seiten|e-?mails?|anhange?n?|dokument\\w*|dateien|nachrichten|suchergebnisse\\w*|werkzeug\\w*|recuerdos?|paginas?(?: web)?|correos?|documentos?|archivos?|mensajes?|adjuntos?|resultados|herramientas?|souvenirs|pages?(?: web)?|courriels?|mails?|pieces jointes|fichiers?|outils?|resultats|ricordi|pagine(?: web)?|documenti|allegati|messaggi|posta|strumenti|risultati|memorias?|mensagens|anexos?|arquivos?|ferramentas?|lembrancas`,
  orders: `instructions?|commands?|orders?|directions?|directives?|steps?|requests?|rules?|demands?|tasks?|prompts?|calls? to action|actions?|anweisungen?|befehlen?|anordnungen|aufforderung\\w*|regeln|instrucciones|ordenes|comandos?|peticiones|reglas|consignes?|ordres?|directives?|demandes?|commandes?|istruzion[ei]|ordini|comandi|richieste|regole|instrucoes|ordens|pedidos|regras`,
  obey: `follow|obey|execut(?:e|ing)|carry out|carrying out|perform|act (?:up)?on|acting on|comply with|implement|adopt|honou?r|heed|apply|enact|do|run|fulfil|fulfill|complete|abide by|befolge?|fuhre|gehorche|folge|erledige|setze|sigue|obedece|ejecuta|cumple|haz|realiza|acata|aplica|suis|suivre|obeis|execute[rz]?|applique|fais|realise|segui|esegui|obbedisci|compi|applica|fai|siga|obedeca|cumpra|faca|realize|aplique|executa`,
  every: `whatever|anything|everything|all|any|every|each|what|the|whichever|incoming|those|these|alle[nrs]?|alles|jede[nrs]?|was|samtliche|den|die|todas?|todos|todo lo que|cualquier|lo que|las|los|cada|toutes?|tous|tout ce|chaque|les|ce|tutt[eio]|qualsiasi|ogni|quello che|le|quaisquer|tudo o que|as|os|o que|standing`,
  say: `says?|tells?|asks?|requests?|instructs?|demands?|orders?|wants?|contains?|includes?|holds?|states?|commands?|requires?|suggests?|directs?|mentions?|proposes?|recommends?|reads?|dictates?|prescribes?|begins? with|starts? with|bittet|verlangt|enthalt|sagt|fordert|auffordert|pide|dice|contiene|ordena|solicita|indica|demande|dit|contient|ordonne|indique|chiede|dice|contiene|ordina|pede|diz|contem|manda`,
};

const SOURCES = words.source.replace(/\s*\n\s*/g, '');
const isOwnGuide =
  /\b(?:my|our)\s+(?:\w+\s+){0,3}(?:guide|style|checklist|template|notes?|readme|wiki|handbook|list|plan|recipe|project|docs?|documents?|files?|conventions?|repo\w*)\b/;
const isGuarded =
  /\b(?:do not|don't|never|not|no|without (?:acting|following|obeying|executing)|unless|nicht|nie|niemals|ne|jamais|nunca|jamas|non|mai|nao|instead of|rather than|only (?:after|when|if|once) (?:i|you have)|ask me|tell me|wait for (?:me|my)|let me know|warn me|show me|confirm with me|check with me|once i|after i|if i (?:confirm|agree|approve|say)|as (?:data|hints?|information|quotes?|untrusted|suggestions))\b/;
const isUnguarded =
  /\b(?:before (?:you )?(?:show|tell|ask|warn)(?:ing)? me|without (?:checking|asking|review|question|confirm\w*|consult\w*|hesitat\w*)|no (?:review|questions?|confirmation|need)|do not (?:ask|check|question|hesitate|wait|verify|tell)|don't (?:ask|check|question|hesitate|wait|verify|tell)|never (?:ask|question|check))\b/g;
const isAside =
  /\b(?:summari[sz]\w+|translat\w+|quote[sd]?|cite[sd]?|explain\w*|review\w*|describe\w*|list (?:them|the|all)|collect|sort|file|format\w*|highlight\w*|spell\w*|mark|flag|proofread\w*)\b(?!.{0,80}\b(?:carry out|obey|execute|comply|do (?:it|as|what)|perform)\b)/;
const guards = (text: string): boolean => isGuarded.test(text.replace(isUnguarded, ''));

const OBEYED =
  /\b(?:accept(?:ed)?|apply|applied|trust(?:ed)?|learn|act on|obey\w*|follow(?:ed|ing)?|execut\w+|carr(?:y|ied|ying) (?:\w+ ){0,3}out|perform(?:ed|ing)?|comply|complied|fulfil\w*|act(?:ed)? (?:up)?on|run|do (?:it|so|as|what(?! you)|them|exactly)|implement\w*|adopt\w*|heed\w*|honou?r\w*|befolg\w*|fuhre|ausfuhr\w*|erledig\w*|gehorch\w*|ejecut\w+|obede\w+|sigue|cumpl\w+|execute\w*|obei\w*|suis|suivre|applique\w*|esegui\w*|obbedi\w+|segui|siga|cumpra|faca)\b/;
const DIRECTIVE =
  /\b(?:new tasks?|tasks|suggestions?|gives? you|give you|what is (?:written|said|asked)|written by others|recommendations?|instructions?|orders?|commands?|directives?|directions|requests?|to-?dos?|tells? you|asks? you|wants? you|says? to|(?:addressed|directed|written) to you|for you|rules|demands?|what(?:ever)? (?:it|they|he|she|(?:the |an? |any )?\w+(?: \w+)?) (?:says?|asks?|tells?|wants?|returns?|outputs?|suggests?|demands?|orders?|contains?)|what you do|demand\w+|pid[ae]\w*|chied\w+|pede\w*|verlang\w*|anweisung\w*|befehle?\w*|aufforderung\w*|ordenes|instrucciones|comandos?|peticion\w*|consignes?|ordres?|demandes?|commandes?|istruzion\w+|ordini|comandi|richiest\w+|instruc\w+|ordens|pedidos?)\b/;
const BLIND =
  /\b(?:even (?:when|if)|from then on|from now on|as well|permanently|right away|straight away|at once|immediately|instantly|without (?:checking|asking|question\w*|review\w*|hesitat\w+|confirm\w*|consult\w*|delay|my|further|any)|no (?:review|questions?|confirmation|matter)|blindly|exactly as (?:written|stated|told)|to the letter|word for word|unconditionally|automatically|before (?:telling|asking|showing|you (?:tell|show|ask))|sofort|ohne (?:ruckfrage|nachfrage)|de inmediato|inmediatamente|sin (?:preguntar|dudar)|immediatement|tout de suite|sans (?:demander|poser)|subito|immediatamente|senza (?:chiedere|domande)|imediatamente|sem (?:perguntar|questionar))\b/;
const UNIVERSAL =
  /\b(?:any|every|all|whatever|anything|everything|each|whichever|always|tout ce qu\w*|todo lo que|tutto (?:cio|quello) che|tudo o que|alles,? was|jede[nrs]?|alle[nrs]?|samtliche|cualquier|todas?|todos|cada|toutes?|tous|chaque|tutt[eio]|ogni|qualsiasi|qualquer|quaisquer|que (?:encuentres|aparezca\w*|apareca\w*)|incoming|(?:web ?|e-?)?(?:pages|mails|emails|websites|attachments|messages|documents|invitations|invites|comments|results|outputs|correos|paginas|webseiten))\b/;
const AS_IF_MINE =
  /\b(?:as (?:if|though) (?:i|it (?:were|was|came)|they (?:were|came)|the user|we)|(?:same|equal|as much|full) (?:authority|weight|force|trust|power|rank|standing) (?:as|of)|(?:from|by) me\b(?! only)|as (?:my own|mine)|in my name|on my behalf|like my own|als (?:hatte|kame) ich|wie von mir|como si (?:yo|fueran|viniera\w*)|comme si (?:je|j')|come se (?:fossi|io|li)|como se (?:eu|fossem))/;
const BINDING =
  /\b(?:binding|(?:is|are) to be (?:followed|executed|carried out|honou?red|applied)|followed as rules|(?:is|are) (?:the|your) (?:boss|master|law|authority|rules?)|(?:is|are) (?:valid|legitimate|to be trusted|to be obeyed|to be executed)|decides? what you|(?:decide|determine|dictate|govern|control|steer|direct|drive)s? (?:what you|your (?:actions|behaviou?r|next|work|answers))|as (?:orders|commands|law|gospel)|authoritative|the force of|mandatory|has? to be obeyed|must be (?:obeyed|followed|executed|carried out)|(?:is|are) (?:\w+ )?(?:orders?|commands?|law|instructions)|counts? as (?:\w+ ){0,2}(?:orders?|commands?|instructions?)|verbindlich|vinculantes?|contraignant\w*|vincolant\w+)\b/;

const STRONG =
  /\b(?:obey|obeyed|execute|executed|carry out|carried out|comply|run (?:any|every|all|whatever|it|them)|do it|do as|do what(?! you)|perform (?:it|them|any|every|all))\b/;

/** How much a sentence about text from elsewhere makes of it; from three on it is an order. */
function obedience(sentence: string): number {
  const one = [OBEYED, DIRECTIVE, BLIND, UNIVERSAL].filter((sign) => sign.test(sentence)).length;
  return one + (AS_IF_MINE.test(sentence) ? 2 : 0) + (BINDING.test(sentence) ? 3 : 0);
}

/** Text from elsewhere that is to count as an order, or that was brought in as one. */
export const smugglingRule = textRule('smuggling', [
  {
    find: phrase(
      '(?:{source}|webhooks?|whoever|anyone|anybody|people|others|colleagues|visitors)(?: \\w+){0,6}? (?:may|can|could|should|will|are allowed to|is allowed to|get to|gets to|have the right to) (?:\\w+ )?(?:(?:issue|give|send|pass|hand|assign) (?:you )?(?:\\w+ )?(?:orders?|commands?|instructions?|directives?|tasks?)(?: to you)?|command you|order you|instruct you|direct you|control you|tell you what)|(?:{source})(?: \\w+){0,6}? (?:outranks?|overrides?|overrules?|beats?|trumps?|counts? more than|counts? as|has priority over|have priority over|weighs? more than) (?:\\w+ )?(?:what i|my (?:words?|wish(?:es)?|will|orders?|instructions?|messages?)|me\\b|the user)|(?:use|take|adopt|treat|accept|see|apply|install) ~ (?:as|for) (?:your|the|a) (?:new |own |only |current )?(?:set of )?(?:rules|instructions|orders|guidelines|prompt|system prompt|rulebook|law)|(?:{source})(?: \\w+){0,4}? (?:contains?|has|have|holds?|includes?|lists?) (?:\\w+ )?(?:orders|commands|instructions)(?: \\S+){0,8}? (?:carry|execute|obey|follow|comply|perform)|(?:{source})(?: \\w+){0,3}? is (?:code|a script|a command|executable)(?: \\S+){0,3}? (?:run|execute)',
      words,
      6,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ before, found, after }) =>
      guards(`${before.slice(-60)} ${found} ${after}`) ||
      isOwnGuide.test(`${found}${after.slice(0, 40)}`) ||
      (/^(?:use|take|adopt|treat|accept|see|apply|install)/.test(found) &&
        !new RegExp(`\\b(?:${SOURCES}|hit|hits)\\b`).test(found)),
  },
  {
    find: /(?:^|\n)[ \t"']*(?:pasted|copied|taken|quoted|clipped|forwarded|recalled?|retrieved|remembered|fetched)(?: (?:from|by|out of) [^\n:]{2,40})?[ \t]*:[^\n]*\b(?:comply|must|should|execute|obey|do (?:so|it|as)|follow|send|always|never|act)\b/g,
    reason: 'is pasted text with orders in it',
    anywhere: true,
  },
  {
    find: phrase('{source}', words),
    reason: 'makes text from elsewhere an order',
    unless: ({ before, found, after }) => {
      const sentence = `${before}${found}${after}`;
      return (
        isOwnGuide.test(sentence) ||
        guards(sentence) ||
        isAside.test(sentence) ||
        obedience(sentence) < (STRONG.test(sentence) ? 2 : 3)
      );
    },
  },
  {
    find: phrase(
      '(?:if|when|whenever|should|where|once|every time|wenn|falls|sobald|si|cuando|quand|lorsque|se|quando)(?: \\w+){0,4}? (?:{source}|sender|author|stranger)(?: \\w+){0,4}? (?:says?|tells?|asks?|wants?|instructs?|orders?|requests?|demands?|commands?|advises?|urges?|bittet|sagt|pide|dice|dit|demande|chiede|pede|diz) (?:that )?(?:you|dir|dich|te|toi|ti|voce) (?:to |should |must |have to |need to |are to )?',
      words,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ before, found, after }) =>
      guards(`${before} ${found} ${after}`) ||
      /\b(?:ignore|refuse|warn|report|decline|skip|delete|mark|flag|stop|summari[sz]e|forward it to me|draft|suggest|remind|move it|put it|archive|spam|ask)\b/.test(
        after,
      ) ||
      /\bmy (?:\w+ )?(?:messages?|chat)\b/.test(found),
  },
  {
    find: phrase(
      '(?:do|follow|obey|carry out|perform|execute) (?:exactly )?(?:whatever|anything|everything|what|as) (?:the |an? |its |any |that )?(?:author|sender|writer|text|page|caller|customer|vendor|website|document|other (?:party|side|agent)|stranger|poster|article|mail|file|tool|server|third party)s? (?:\\w+ )?(?:asks?|wants?|says?|tells?|requests?|demands?|instructs?|orders?|suggests?|returns?)',
      words,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ before, after }) => guards(`${before.slice(-60)} ${after}`),
  },
  {
    find: phrase(
      '(?:earlier|before|previously|last time|once|in the past|some time ago) (?:you|we) (?:\\w+ )?(?:remembered|recalled|noted|stored|agreed|learnt|learned|were told|saved|wrote down)(?: that)? (?:\\w+ ){0,4}?(?:allow|allows|allowed|permit|permits|permitted|authori[sz]ed?s?|approved?s?|want|wants|agreed?s?|consented?|gave|said)|you (?:remember|recall)(?:ed)? (?:that )?(?:i|the user|the owner) (?:\\w+ )?(?:allow|allows|allowed|permitted|authori[sz]ed|approved|agreed|consented|gave)',
      words,
    ),
    reason: 'poses as recalled text',
  },
  {
    find: phrase(
      '(?:take|accept|receive|get|follow|obey|execute|carry out)(?: \\w+)? (?:orders|commands|instructions|directions|directives) (?:coming |sent |given )?(?:from|by|of)(?!\\s+(?:me\\b|my\\b|our\\b|customers|guests|clients|the (?:recipe|manual|doctor)))',
      words,
    ),
    reason: 'takes orders from elsewhere',
    unless: ({ before, after }) => guards(`${before} ${after}`),
  },
  {
    find: new RegExp(
      `\\b(?:if|when|whenever|should|once)\\b[^.\\n]{0,30}?\\b(?:${SOURCES})\\b[^.\\n]{0,30}?\\b(?:says?|asks?|tells?|wants?|instructs?|requests?|reads?|suggests?)(?: you)? (?:to |that you |you |should |must )*(\\w{3,})\\b[^.\\n]{0,40}?, (?:then |just |please |also )?\\1\\b`,
      'g',
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ found, after }) => guards(`${found} ${after}`),
  },
  {
    find: /(?:^|\n)\s*(?:hi|hello|dear|hey|good (?:morning|day)|hallo|liebe[rs]?|hola|bonjour|ciao|ola)\b[^\n]{0,40}[,!]?[ \t]*\n[\s\S]{0,1500}?\b(?:assistant|agent|ai|bot|assistent\w*|asistente|assistente)\b[\s\S]{0,1500}?\n\s*(?:thanks|thank you|regards|best|cheers|sincerely|yours|kind|gruss|viele|saludos|cordialement|saluti|atenciosamente)\b/g,
    reason: 'is a pasted message with orders in it',
    anywhere: true,
  },
  {
    find: phrase(
      '(?:add|incorporate|copy|make|import|merge|insert|paste|append|write|put|include|turn|absorb|take|transfer|integrate|incorporate|load|save|adopt) ~ (?:into|to|part of|in|onto|as) (?:your|these|the|their|its|permanent) (?:\\w+ )?(?:instructions|rules|prompt|guidelines|orders|system prompt|core|directives|behaviou?r)',
      words,
      9,
    ),
    reason: 'lets text from elsewhere change the instructions',
    unless: ({ before, found, after }) =>
      guards(`${before} ${found} ${after}`) || !new RegExp(`\\b(?:${SOURCES})\\b`).test(`${before}${found}${after}`),
  },
  {
    find: phrase(
      '(?:the following|this|text|it|below|here)(?: text| note| line| passage)? (?:was |is |has been |were )?(?:found|taken|copied|pasted|retrieved|quoted|scraped|recalled|fetched|extracted|forwarded|imported) (?:on|from|in|out of|by) (?:\\w+ ){0,3}?(?:{source})',
      words,
    ),
    reason: 'is pasted text with orders in it',
    unless: ({ before, after }) =>
      guards(`${before} ${after}`) ||
      !/\b(?:must|should|always|never|act accordingly|do as|follow|obey|assistants?|agents?|instructions?)\b/.test(
        after,
      ),
  },
  {
    find: phrase(
      '(?:{source}) (?:\\w+ ){0,3}?(?:may|can|should|must|are allowed to|is allowed to|will|could|shall|get to|gets to) (?:\\w+ )?(?:extend|change|update|amend|add to|replace|rewrite|modify|alter|overrule|override|expand|edit|set|supplement|redefine|correct) (?:\\w+ )?(?:these|your|the|my|this|its) (?:\\w+ )?(?:instructions?|rules?|prompt|guidelines|behaviou?r|settings|preferences|goals?|orders)',
      words,
    ),
    reason: 'lets text from elsewhere change the instructions',
  },
  {
    find: phrase('{obey} (?:\\w+ ){0,2}?{every} (?:\\w+ ){0,3}?(?:{orders}|it|they) ~ (?:{source})', words, 6),
    reason: 'makes text from elsewhere an order',
    unless: ({ found, before, after }) =>
      guards(`${before.slice(-60)} ${after}`) ||
      isOwnGuide.test(found + after.slice(0, 60)) ||
      !/\b(?:whatever|anything|everything|all|any|every|each|whichever|incoming|retrieved|recalled|memor\w+|pages|sites|websites|web|e-?mails|mails|messages|attachments|tool|documents|files|toutes?|tous|todas?|todos|cualquier|quaisquer|tutt[ei]|ogni|alle[nrs]?|jede[nrs]?|samtliche|qualsiasi|cada|chaque|exactly|pasted|links?|urls?|comments|search|outputs?|results?|newsletters?|inbox|strangers|forwarded|webseiten|paginas?|correos?|pagine|mensagens|nachrichten|dokumenten|anhangen)\b/.test(
        found,
      ),
  },
  {
    find: phrase(
      '{obey} (?:{orders}) ~ (?:in|from|inside|within|of|on|by|via|aus|von|in|en|de|dans|provenant|venant|des|nei|nelle|da|dalle|em|nas|nos) (?:\\w+ ){0,2}?(?:{source})',
      words,
      3,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ found, before, after }) =>
      guards(`${before.slice(-60)} ${after}`) || isOwnGuide.test(found + after.slice(0, 60)),
  },
  {
    find: phrase(
      '{obey} (?:\\w+ )?(?:whatever|anything|everything|what|as|alles was|was|todo lo que|lo que|tout ce qu\\w*|ce qu\\w*|tutto cio che|cio che|quello che|tudo o que|o que) ~ (?:{source}) (?:\\w+ ){0,2}?(?:{say}|say|tell|ask|request|instruct|demand|order|want|contain|dictate|command|suggest|steht|stehen|dicen|disent|dicono|dizem|pidan|digan|found|stands?)',
      words,
      5,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ before, found, after }) => guards(`${before.slice(-60)} ${after}`) || isOwnGuide.test(found),
  },
  {
    find: phrase(
      '(?:treat|regard|consider|count|accept|see|take|view|understand|interpret|read|handle|process|trust|use|betrachte|behandle|werte|verstehe|nimm|trata|considera|toma|interpreta|traite|considere|prends|interprete|tratta|interpreta|prendi|trate|tome|interprete) ~ (?:{source}) ~ (?:as|like|als|wie|como|comme|come)(?: (?:though|if))? (?:\\w+ ){0,3}?(?:{orders}|binding|authoritative|trusted|law|gospel|mine|(?<=\\b(?:if|though)\\s+)(?:they|it|these) (?:were|was|came|had)|i (?:had|wrote|said|were)|from me|coming from me|verbindlich|vinculantes?|imperati\\w+|vincolant\\w|obligatori\\w+)',
      words,
      7,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ found, before, after }) =>
      guards(`${before.slice(-40)} ${found}`) ||
      /^[\s,]+(?:not|never|unless|only if|only after|once i|until i|that need|i (?:may|might|can|could)|to (?:be )?(?:review|check|verif)\w*|for (?:me|my))/.test(
        after,
      ) ||
      /\bas (?:feature|bug|pull|change|meeting|support|customer|refund|open|separate|new|pending)\b/.test(found) ||
      (/\b(?:tasks?|requests?|actions?|steps?)$/.test(found) && !/commands?|orders|binding|execut/.test(after)),
  },
  {
    find: phrase(
      '(?:{source})(?: \\w+){0,6}? (?:is|are|be|counts?|have|has|carry|carries|become|becomes|bear|bears|override|overrides|outrank|outranks|take|takes|must|should|stand|stands|gelten|gilt|sind|ist|son|es|tienen|tiene|cuentan|sont|est|ont|valent|comptent|sono|hanno|valgono|sao|tem|valem|contam|those|these)(?: \\w+){0,3}? (?:binding|(?:as )?(?:my |your |direct |valid |standing |genuine )*(?:instructions|commands|orders|directives|a command|an order)(?: from me| to you)?|the force of|authoritative|precedence over|obeyed|followed|executed|carried out|complied with|as if i|as though i|(?:same|full) (?:authority|weight|force)|verbindlich|als (?:anweisung\\w*|befehle?)|vinculantes?|ordenes|obligatori\\w+|des ordres|imperatif\\w*|contraignant\\w*|vincolant\\w|ordini|ordens|fuerza de|force de|forza di|forca de)',
      words,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ found, before, after }) =>
      guards(`${before.slice(-40)} ${found}`) ||
      /\b(?:of (?:my|our)|style guide|my readme)\b/.test(found) ||
      /\b(?:contain|contains|with|has|have) (?:\w+ )?(?:instructions|commands|orders)$/.test(found) ||
      /^\s+(?:me\b|before|only|by (?:me|the team)|in order|of magnitude)/.test(after) ||
      !/binding|force|authorit|precedence|obeyed|executed|carried|complied|as if|as though|counts?|are (?:my|your|direct|standing|valid|to be)|verbindlich|gelten|gilt|vincul|oblig|orden|ordres|contraign|imperat|vincol|ordini|ordens|fuerza|forza|forca|force|followed|must|should|orders|commands/.test(
        found,
      ) ||
      (/^(?:files?|docs|documents|links?|logs?|urls?|images?) (?:must|should|is|are|have)\b/.test(found) &&
        /followed|carried/.test(found) &&
        !/you/.test(after)),
  },
  {
    find: phrase(
      "(?:if|when|whenever|should|where|once|as soon as|in case|every time|anytime|any time|wenn|falls|sobald|si|cuando|quand|lorsque|des que|se|quando)(?: (?:the|an?|any|some|one of|your|my|incoming|new|of|eine?[nr]?|un[ae]?|el|la|les?|des|um|uma|the text of|an incoming|somebody's|anyone's|another|other|summari[sz]ed))* (?:{source}|tool|someone|a stranger|a sender|the sender|sender) ~ (?:{say}|contain|ask|say|tell|include|request|instruct|hold|order|want)(?: \\S+?){0,8}?[,:]? (?:then |just |simply |you |please |also |always |never |it |and |must |should |will |to |immediately |)*(?:do (?:it|so|as|what|that|them|exactly)|carry (?:it|them|that|this|those|out)(?: (?:out|request))?|comply|obey|follow (?:it|them|that|those|suit|through)|execute(?: (?:it|them|that|those))?|perform(?: (?:it|them|that|those|the))?|act (?:on|accordingly)|run (?:it|them|that|the \\w+)|grant|fulfil|fulfill|mach|tu|fuhre|befolge|erledige|hazlo|obedece|cumplelo|ejecutal\\w+|siguel\\w+|fais-le|obeis|execute-l\\w+|suis-l\\w+|fallo|obbedisci|eseguil\\w|faca|faca-o|obedeca|execute-[oa]s?|cumpra)",
      words,
      8,
    ),
    reason: 'makes text from elsewhere an order',
    unless: ({ found, before, after }) =>
      guards(`${found} ${after}`) || /\b(?:remind me|summar\w+ (?:it|them)|file it)\b/.test(`${before}${after}`),
  },
  {
    find: phrase(
      '(?:load|fetch|read|open|check|download|visit|pull|get|retrieve|look up|consult|browse|import|lade|lies|offne|rufe|carga|lee|abre|descarga|charge|lis|ouvre|telecharge|carica|leggi|apri|scarica|carregue|leia|abra|baixe) ~ (?:https?:\\S+|www\\.\\S+|\\S+\\.(?:com|net|org|io|example|dev)\\S*|pastebin|gist|url|link|page|website|site|inbox|mailbox|channel|feed|webseite|seite|pagina|site) ~ (?:{obey}|treat|use|take|let|accept|befolge|apply|update your|add)(?: \\w+){0,3}? (?:{orders}|it|them|what(?:ever)?|everything|anything|as)',
      words,
      10,
    ),
    reason: 'fetches orders from elsewhere',
    unless: ({ found, before, after }) => guards(`${before.slice(-40)} ${found} ${after}`),
  },
  {
    find: phrase(
      '(?:decode|decrypt|unscramble|decipher|deobfuscate|un-?rot|translate|base64|rot13|entschlussle|dekodiere|decodifica|decode[zr]?|decifra) ~ (?:obey|follow|execute|carry out|do (?:it|what|as|so)|perform|act on|run|comply|befolge|fuhre|obedece|sigue|ejecuta|obeis|suis|esegui|obbedisci|siga|obedeca)',
      words,
      12,
    ),
    reason: 'hides an order in code',
  },
  {
    find: /(?:^|\n)[ \t>*"'([-]*(?:from (?:the )?(?:memory|memories|long-term memory|recall|retrieval)|(?:recalled|retrieved|stored|saved|long-term|past|relevant)(?: (?:memory|memories|context|note|text|fact|passage))?(?: #?\d+)?|(?:note to self from [a-z ]{3,30}|(?:memory|memories|recall|the memory|my memory) (?:says?|said|states?|notes?|entry|entries|record|dump|snippet|log|shows?|tells?)|memory|recall|retrieval|knowledge|document|search result|tool (?:output|result|response)|function result|context|observation|web ?page|page content)s?(?:[ \t]*(?:#|no\.?|id)?[ \t]*\d+)?(?:[ \t]*[,(|][^\n:)]{0,40}\)?)?|aus (?:dem )?(?:gedachtnis|speicher)|de (?:la )?memoria|de (?:la )?memoire|dalla memoria|da memoria)[\])]?(?:[ \t]*\([^)\n]{0,30}\))?[ \t]*:(?!\/)/g,
    reason: 'poses as recalled text',
    anywhere: true,
    unless: ({ found, after }) =>
      !/\b(?:always|never|must|should|shall|said|says|user|assistant|agent|wants?|granted|allowed?|may now|asked|told|approved|approval|gave|owner|pre-?approved|authori[sz]ed|please|wire|send|approve|share|obey|ignore|disregard|forward|transfer|immer|siempre|toujours|sempre|debe|doit|muss|deve)\b/.test(
        after,
      ) ||
      (/^\s*[>*"'([-]*(?:context|observation|document|knowledge|memory|recall)s?\s*:/.test(found) &&
        !/\b(?:user|assistant|agent)\b/.test(after)),
  },
  {
    find: /\[[^\]\n]{0,20}\b(?:memory|memories|recall(?:ed)?|retrieved|retrieval|search result|tool (?:output|result)|document|episode|knowledge|context)\b[^\]\n]{0,60}\]/g,
    reason: 'poses as recalled text',
    anywhere: true,
    unless: ({ found, after, before }) =>
      !/\d|retriev|recall|tool|search/.test(found) &&
      !/\b(?:assistant|user|agent|must|always)\b/.test(`${before}${after}`),
  },
  {
    find: /\b(?:begin|start|end) (?:of )?(?:the )?(?:retrieved|recalled|memory|memories|tool|search|document|web|page|email|pasted|quoted|forwarded|context|external|knowledge)\b[^\n]{0,30}(?=\n|$|[-=*#\]])/g,
    reason: 'poses as recalled text',
    anywhere: true,
    unless: ({ found }) =>
      !/(?:context|memor\w*|results?|outputs?|documents?|content|page|email|text|message|recall\w*|data|block)\W*$/.test(
        found,
      ),
  },
  {
    find: /(?:^|\n)[ \t>]*(?:subject|betreff|asunto|objet|oggetto|assunto)[ \t]*:[^\n]+\n[ \t>]*(?:from|von|de|da|to|an|a|date|sent|cc|reply-to)[ \t]*:[^\n]+|(?:^|\n)[ \t>]*(?:from|von|de|da)[ \t]*:[^\n]+\n(?:[ \t>]*(?:to|sent|date|cc|an|a|para|gesendet|datum)[ \t]*:[^\n]+\n){0,3}[ \t>]*(?:subject|betreff|asunto|objet|oggetto|assunto)[ \t]*:/g,
    reason: 'is a pasted e-mail',
    anywhere: true,
  },
  {
    find: /-{2,}[ \t]*(?:forwarded|original|weitergeleitete|ursprungliche|reenviado|mensaje reenviado|message transfere|messaggio inoltrato|mensagem encaminhada)[ \t]*(?:message|nachricht|e-?mail)?[ \t]*-{2,}|\bbegin forwarded message\b|(?:^|\n)on [^\n]{5,60} wrote:\s*(?:\n|$)/g,
    reason: 'is a pasted e-mail',
    anywhere: true,
  },
  {
    find: /(?:^|\n)[ \t]*(?:>|&gt;)[^\n]*\b(?:assistant|agent|ai|bot|you)\b[^\n]*\b(?:must|should|shall|now|please|reply|send|delete|ignore|forward|transfer|approve|add)\b/g,
    reason: 'is pasted text with orders in it',
    anywhere: true,
  },
  {
    find: phrase(
      '(?:dear|attention|attn|note to|notice to|message (?:for|to)|instructions? (?:for|to)|hello|hey|to|calling|important for|info for) (?:all |any |the |every |other )*(?:ai|a\\.i\\.|llm|language model|assistant|chatbot|agent|bot|gpt|claude|ai assistant|ai agent|ai model)s?(?: \\w+){0,5}? ?[,:!-]|(?:ai|llm|language|automated) ?(?:agents?|assistants?|models?|bots?|readers?|systems?)(?: (?:reading|processing|parsing|summari[sz]ing|visiting|that (?:read|process|visit|see|open)|who (?:read|visit)|crawling|viewing|accessing|browsing))(?: \\w+){0,4}|(?:if|when) you are an? (?:ai|llm|language model|assistant|bot|agent|ai \\w+)(?: \\w+){0,4},|(?:the )?(?:assistant|agent|ai|bot) of (?:the |this )?(?:recipient|reader|user|owner)(?: \\w+){0,2} (?:should|must|shall|will|is to|has to)|any (?:ai|assistant|agent|bot|model)(?: \\w+){0,3} (?:reading|that reads|processing|summari[sz]ing) (?:this|the)',
      words,
    ),
    reason: 'is text from elsewhere that speaks to agents',
    unless: ({ found, before, after }) =>
      (/\bto\s+(?:the |an? )?(?:ai|assistant|agent)/.test(found) &&
        !/^(?:to|note|notice|message|instruction)/.test(found)) ||
      (/\b(?:talk|letter|article|slides|course|i|my|essay)\b/.test(before.slice(-40)) && !/must|should/.test(after)),
  },
  {
    find: phrase(
      "(?:according to|as per|per|based on|as recorded in|as stored in|as found in|as stated in|laut|segun|d'apres|secondo|segundo) (?:\\w+ ){0,3}?(?:{source}),? (?:\\w+ ){0,4}?(?:you (?:must|should|have to|are to|are allowed|may)|always|never|(?:the )?(?:user|owner) (?:wants|has|said|asked|ordered|told|authori[sz]ed|approved|allowed)|(?:user|owner) said|the assistant (?:must|should))",
      words,
    ),
    reason: 'poses as recalled text',
    unless: ({ before, after }) => guards(`${before} ${after}`),
  },
  {
    find: phrase(
      '(?:user|owner|the user|the owner|customer|client) (?:previously |earlier |once |already |has |had )*(?:said|told you|asked|ordered|instructed|authori[sz]ed|approved|wrote|stated|demanded|requested)(?: you)?(?: \\w+)? (?:to|that|you may|you can|you should|you must|in (?:the|an) (?:past|earlier|previous)) ~ (?:wire|transfer|money|pay|payment|bank|password|credentials?|delete|without|share|forward|export|install|approve|send|confirm\\w*|ignore|bypass|skip)',
      words,
      7,
    ),
    reason: 'poses as recalled text',
    unless: ({ before }) => /\b(?:if|when|whether|unless|until|only)\b/.test(before),
  },
]);
