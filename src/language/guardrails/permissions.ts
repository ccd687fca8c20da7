import type { Around } from './around.ts';
import { phrase } from './phrase.ts';
import { textRule } from './text-rule.ts';

const words = {
  ask: `showing (?:it|them|me)|letting me (?:see|know)|my (?:ok|okay|knowledge|say|input)|sign-?off|asking|consulting|checking with|confirmation|confirming|approval|permission|consent|review|reviewing|notice|notifying|informing|telling|contacting|waiting for|prompting|verification|verifying|authori[sz]ation|supervision|oversight|involving|bothering|a (?:second )?(?:question|check|word)|ruckfrage|bestatigung|zustimmung|nachfrage|zu fragen|erlaubnis|preguntar\\w*|confirmacion|permiso|consultar\\w*|aprobacion|autorizacion|demander|confirmation|accord|autorisation|validation|chiedere|conferma|permesso|approvazione|autorizzazione|perguntar|confirmacao|permissao|aprovacao|autorizacao|consultar`,
  without: `without(?: ever| any| first| further| prior)?|with no|no need for|ohne(?: weitere| jede| vorherige)?|sin(?: ninguna| previa| pedir| mas)?|sans(?: aucune| me| lui| en)?|senza(?: alcuna| previa)?|sem(?: nenhuma| qualquer| previa)?`,
  rights: `rights|access|permissions?|privileges?|authority|authori[sz]ation|clearance|powers?|credentials|status|rechte|zugriff|berechtigung\\w*|vollmacht|permisos?|acceso|privilegios|derechos|droits|acces|privileges|permessi|accesso|privilegi|permissoes|acesso|direitos`,
  great: `admin(?:istrator)?|root|full|unlimited|unrestricted|elevated|all|every|any|sudo|superuser|write|owner|complete|maximum|total|higher|special|extra|additional|more|whatever|necessary|the|volle[nrs]?|alle|administrator-?|admin-?|todos los|plenos|tous les|pleins|tutti i|pieni|todos os|plenos`,
};

/** What cannot be taken back, or costs. */
const GRAVE =
  /\b(?:money|payments?|pay|paying|transfers?|transferring|wire|wiring|purchas\w*|buy|buying|delet\w*|eras\w*|approv\w*|accept\w*|merge\w*|wip\w*|install\w*|credentials?|passwords?|bank\w*|funds?|contracts?|cards?|charge|charging|sign|signing|sudo|root|deploy\w*|production|publish\w*|shell|commands?|scripts?|code|tools?|account|accounts|invoices?|send|sending|share|sharing|export\w*|emails?|files?|upload\w*|forward\w*|anything|everything|any action|all actions|every action|uberweis\w*|zahlung\w*|losch\w*|geld|kauf\w*|dateien|transferencias?|dinero|pagos?|borrar|elimina\w*|comprar?|archivos|correos|virements?|argent|paiements?|supprim\w*|achat\w*|acheter|fichiers|bonific\w*|denaro|soldi|pagament\w*|cancella\w*|acquist\w*|transfer\w*|dinheiro|pagament\w*|apag\w*|exclu\w*|comprar|arquivos)\b/;
const MILD =
  /\b(?:typos?|spelling|format\w*|shopping list|reminders?|calendar|notes?|grammar|drafts?|tests?|linter|lint|playlist|small|minor|under \d+|table|restaurant|local|suggest\w*|commas|trivial|labels?|bold|tables)\b/;

const isMild = ({ before, found, after }: Around): boolean => {
  const sentence = `${before} ${found} ${after}`;
  return (
    !GRAVE.test(sentence.replace(/without asking\b.*/, '')) ||
    (MILD.test(sentence) && !/\b(?:money|transfer|wire|payment|delete|bank|password)\w*/.test(sentence))
  );
};
/** "Never send anything without my approval": two denials ask for consent. */
const isEven = ({ before, found, after }: Around): boolean =>
  (`${before} ${found} ${after}`.match(
    /\b(?:never|not|no|nothing|none|without|unless|nobody|until|only|cannot|nicht|nie|nichts|kein\w*|ohne|nunca|nada|sin|jamais|rien|sans|mai|niente|senza|nao|sem)\b|n't\b/g,
  )?.length ?? 0) %
    2 ===
  0;
const isUniversal = /\b(?:ever|again|anything|any|every|all|always|everything|no matter|whatever|each)\b/;

/** Rights that nobody but the user can give, and consent that nobody gave. */
export const permissionRule = textRule('permissions', [
  {
    find: phrase(
      "(?:feel free to|go ahead and|just|you decide|you alone decide|decide alone|decide|simply|you choose) ~ (?:empty|delete|erase|wipe|spend\\w*|transfer|wire|pay|buy|purchase|sell|sign|install|publish|deploy)(?: \\S+){0,9}? (?:on your own|alone|as you (?:see fit|like|please|wish)|at will|yourself|without|backups?|everything|money|funds)|you (?:alone )?decide (?:alone |yourself |freely )?(?:about|on|over|how) (?:\\w+ ){0,2}?(?:spending|payments?|money|transfers?|purchases?|deletions?|access|permissions?)|(?:confirmations?|approvals?|asking|permission|consent)(?: \\w+){0,3} (?:is|are) (?:only |just |merely )?(?:an? )?(?:waste|nuisance|annoying|superfluous|needless|pointless|formality|unnecessary|overrated|bureaucracy)|(?:use|borrow|take|try|collect) (?:any|other people's|somebody else's|someone else's|another user's|found|whatever|all) (?:\\w+ )?(?:credentials|accounts?|passwords?|logins?|keys|tokens)|using (?:somebody|someone|another user|anyone)(?: else)?'s (?:\\w+ )?(?:account|credentials|password|login)|consent (?:\\w+ ){0,4}?(?:given|granted) by (?:everyone|everybody|all|default)",
      words,
      3,
    ),
    reason: 'acts without the consent it needs',
    unless: ({ before, found, after }) =>
      /\b(?:i|we|my wife|my husband)\s*$/.test(before) || MILD.test(`${found}${after}`),
  },
  {
    find: phrase(
      '(?:grant|give|assign|award|allow|confer|get|obtain|gib|verschaffe|erteile|concedete|otorgate|asignate|accorde-toi|donne-toi|attribue-toi|concediti|datti|assegnati|conceda-se|de-se|atribua)(?: (?:yourself|the agent|the assistant|this agent|the model|dir(?: selbst)?|a ti mismo|a si mesmo|toi-meme))? ?(?:{great})?(?: \\w+){0,2} (?:{rights})',
      words,
    ),
    reason: 'gives itself rights',
    unless: ({ found }) =>
      !/yourself|the agent|the assistant|this agent|the model|\bdir\b|verschaffe|concedete|otorgate|asignate|-toi|concediti|datti|assegnati|conceda-se|de-se|a ti mismo|a si mesmo/.test(
        found,
      ),
  },
  {
    find: phrase(
      '(?:assume|take|claim|seize|acquire|escalate|raise|expand|extend|widen|increase|elevate)(?: (?:to|for yourself|your|its|on|over))*(?: own)? ?(?:{great}) (?:\\w+ )?(?:{rights})|(?:escalate|raise|expand|extend|widen|increase|elevate) (?:your|its)(?: own)?(?: \\w+)? (?:{rights})|you (?:now |hereby |already )?(?:have|hold|possess|enjoy|are given|are granted|get|receive)(?: been (?:given|granted))?(?: \\w+)? ?(?:admin(?:istrator)?|root|full|unlimited|unrestricted|elevated|sudo|superuser|complete|total|god)(?: \\w+)? (?:{rights})|(?:you have|you hold|there is|du hast|tienes|tu as|hai|voce tem) (?:carte blanche|a free hand|free rein|blanket (?:approval|consent|permission)|freie hand|carta blanca|carta bianca|carta branca)',
      words,
    ),
    reason: 'gives itself rights',
    unless: ({ found, before }) =>
      /^(?:take|claim|assume) (?:the |all |every |any |more |necessary |special |extra )/.test(found) ||
      /\b(?:make sure|check (?:that|whether)|if)\b/.test(before),
  },
  {
    find: phrase(
      '(?:(?:you|the agent|the assistant|it|du|tu|voce) )?(?:now |hereby |always |also )?(?:have (?:my |the |full |a )?(?:standing )?(?:permission|authori[sz]ation|right|consent|approval|clearance|go-ahead|blessing)|are (?:allowed|authori[sz]ed|permitted|free|entitled|cleared|empowered)|may|can|darfst|kannst|puedes|tienes permiso|peux|as le droit|puoi|hai il permesso|podes?|pode|tem permissao) ~ (?:{without}) (?:\\w+ ){0,3}?(?:{ask})|(?:{without}) (?:\\w+ ){0,3}?(?:{ask}) ~ (?:you|du|tu|voce) (?:may|can|are allowed|darfst|kannst|puedes|peux|puoi|pode)|darfst (?:\\w+ ){0,2}(?:{without}) (?:{ask})',
      words,
      14,
    ),
    reason: 'acts without the consent it needs',
    unless: isMild,
  },
  {
    find: phrase(
      '(?:use|charge|debit|send|wire|transfer|pay|buy|order|purchase|delete|erase|wipe|install|execute|run|sign|approve|accept|publish|post|share|export|move|deploy|forward|merge|book|spend|withdraw|fuhre|mache|tatige|sende|schicke|veranlasse|installiere|unterschreibe|haz|realiza|ejecuta|envia|firma|instala|effectue|fais|envoie|signe|effettua|esegui|invia|firma|installa|faca|efetue|envie|assine|uberweise|kaufe|losche|bezahle|transfiere|compra|borra|elimina|paga|vire|achete|supprime|paie|installe|trasferisci|acquista|cancella|transfira|compre|apague|pague|instale) ~ (?:{without}) (?:\\w+ ){0,3}?(?:{ask})',
      words,
      9,
    ),
    reason: 'acts without the consent it needs',
    unless: (around) =>
      isMild(around) ||
      !/\b(?:cards?|money|funds?|payments?|transfers?|invoices?|bank\w*|accounts?|files?|data|contacts?|anything|everything|all|any|every|whatever|commands?|code|scripts?|software|packages?|extensions?|contracts?|passwords?|production|orders?|requests?|geld|zahlung\w*|uberweisung\w*|kaufe|pagos?|transferencias?|compras?|paiements?|virements?|achats?|pagament\w*|bonific\w*|acquisti|alles|rechnung\w*|dateien|dinero|todo|archivos|factura\w*|argent|tout|fichiers|factures?|denaro|tutto|file|fattur\w*|dinheiro|tudo|arquivos|faturas?)\b/.test(
        around.found,
      ),
  },
  {
    find: phrase(
      "(?:never|do not|don't|stop|no need to|no longer|skip|needn't|need not|nie|niemals|nicht|nunca|no|jamais|ne|mai|non|nao) (?:\\w+ )?(?:ask(?:ing)?|request(?:ing)?|wait(?:ing)?(?: for)?|seek(?:ing)?|require|requiring|bother(?:ing)? (?:with|about)|pidas|solicites|demande[sz]?|chiedere(?: mai)?|peca|frage|frag)(?: (?:the user|me|users|anyone|for|any|their|my|about|nach|um|por|para|il|la|the|owner|his|her|un|une|uma))* (?:confirmation|approval|permission|consent|authori[sz]ation|review|verification|bestatigung|erlaubnis|zustimmung|confirmacion|permiso|aprobacion|autorizacion|accord|autorisation|conferma|permesso|approvazione|confirmacao|permissao|aprovacao|autorizacao)s?",
      words,
    ),
    reason: 'does away with asking for consent',
    unless: ({ before, found, after }) => {
      const sentence = `${before} ${found} ${after}`;
      return MILD.test(sentence) || !(GRAVE.test(sentence) || isUniversal.test(sentence) || !/[a-z]/.test(after));
    },
  },
  {
    find: phrase(
      "(?:do not|don't|never|no longer|no|needn't|need not|nobody|without|not|niemanden|nicht|keine|no|ne|n'|non|nao) (?:\\w+ ){0,2}?(?:need|needs|require|requires|required|needed|necessary|have to (?:ask|get|obtain)|must ask|ask for|wait for|get|obtain|seek|want|brauchst|benotigst|fragen|necesitas|hace falta|besoin|serve|occorre|precisa\\w*)(?: \\w+){0,4}? (?:approvals?|confirmations?|permission|consent|sign-?off|authori[sz]ation|go-ahead|ok|okay|zustimmung|erlaubnis|bestatigung|freigabe|aprobacion|permiso|confirmacion|autorizacion|accord|autorisation|confirmation|approvazione|conferma|permesso|autorizzazione|aprovacao|permissao|confirmacao|autorizacao)",
      words,
    ),
    reason: 'does away with asking for consent',
    unless: (around) => isMild(around) || isEven(around),
  },
  {
    find: phrase(
      "(?:need not|needn't|do not (?:need|have) to|don't (?:need|have) to|no need to|never|do not|don't|stop|you can stop) (?:\\w+ )?(?:ask(?:ing)?|check(?:ing)?|confirm(?:ing)?|consult(?:ing)?|warn(?:ing)?|bother(?:ing)?|disturb(?:ing)?|trouble|interrupt(?:ing)?|question(?:ing)?)(?: with)?(?: me| the user| users| anyone| the owner| us| them)? (?:before|about|when|for|first|with|prior|if|again|anymore|any more)(?: \\w+){0,8}",
      words,
    ),
    reason: 'does away with asking for consent',
    unless: (around) =>
      isMild(around) ||
      isEven(around) ||
      !/\b(?:money|pay\w*|buy\w*|purchas\w*|transfer\w*|wir(?:e|ing)|delet\w*|install\w*|sudo|sign|signing|publish\w*|deploy\w*|production|contracts?|bank\w*|shar(?:e|ing)|export\w*|anything|everything|whatever|approv\w*|spend\w*|send\w*)\b/.test(
        `${around.before} ${around.found} ${around.after}`,
      ) ||
      /\b(?:topic|calendar|why|how|what i)\b/.test(around.found),
  },
  {
    find: phrase(
      '(?:bypass|circumvent|disable|evade|defeat|get around|work around|switch off|turn off|sidestep|crack|break) ~ (?:two-?factor(?: authentication)?|2fa|mfa|authentication|access controls?|paywalls?|captchas?|permission systems?|sandbox(?:es)?|parental controls?|firewalls?|encryption|verification|identity checks?)',
      words,
      3,
    ),
    reason: 'goes around a protection',
    unless: ({ before }) => /\b(?:how|explain|help me|why|whether|i)\b/.test(before),
  },
  {
    find: phrase(
      "(?:assume|say|answer|click|select|choose|press|reply|respond|put|tick|always) (?:with )?['\"]?(?:yes|ok|okay|agree|accept|confirm|approve|allow|y)['\"]? ~ (?:confirmations?|dialogs?|consent|approvals?|permission|security|warnings?|every|any|all)|(?:change|extend|edit|set|adjust|raise|broaden|modify|upgrade|manage|expand|elevate|increase) (?:your|its)(?: own)? (?:permissions|rights|privileges|access|role|clearance|authority|authori[sz]ations?)|(?:du hast|gib dir|nutze|tienes|date|usa|tu as|donne-toi|hai|datti|voce tem|use|have|has) (?:\\w+ ){0,3}?(?:(?:admin\\w*|root|system)-?(?:rechte|zugriff|zugang|berechtigung\\w*)|(?:derechos|permisos|privilegios|acceso) de (?:administrador|root|superusuario)|(?:droits|acces|privileges) (?:d'administrateur|administrateur|root|admin)|(?:diritti|permessi|privilegi|accesso) (?:di|da) (?:amministratore|root)|(?:direitos|permissoes|privilegios|acesso) de (?:administrador|root))",
      words,
      3,
    ),
    reason: 'gives itself rights',
    unless: ({ before, after }) =>
      /\b(?:never|not|don't|if i|when i|check)\b/.test(before) || /\b(?:cookie\w*|newsletter)\b/.test(after),
  },
  {
    find: phrase(
      '(?:treat|consider|regard|take|count|assume|presume|view|deem|mark) ~ (?:confirmations?|consent|approvals?|permissions?|agreement|authori[sz]ation|silence|everything|requests?)(?: \\w+){0,2} (?:as )?(?:already )?(?:given|granted|approved|confirmed|yes|consent|approval|agreement|agreed|implied|implicit|standing|permanent|pre-?approved)|assume (?:that )?(?:consent|approval|permission|confirmation|the user (?:agrees|consents|has agreed|approves|has approved|said yes))|(?:every|all|any)(?: \\w+){0,3} (?:confirmations?|approvals?|consent|permissions?)(?: \\w+){0,3} (?:is|are|counts? as|considered|deemed) (?:\\w+ )?(?:given|granted|waived|unnecessary|not needed|automatic|automatically)',
      words,
      5,
    ),
    reason: 'takes consent for given',
  },
  {
    find: phrase(
      '(?:the user|user|the owner|owner|i|everyone|they) (?:has|have|had)? ?(?:already |hereby |in advance )*(?:agreed?s?|consented?s?|approved?s?|authori[sz]ed?s?|confirmed?s?|signed off)(?: \\w+)? (?:to |on )?(?:everything|anything|all (?:\\w+ )?(?:actions?|transactions?|payments?|requests?|transfers?|future|tool calls)|every(?: \\w+)? (?:action|transaction|payment|request|transfer|step|tool call)|any (?:action|transaction|payment|request|transfer)|whatever)',
      words,
    ),
    reason: 'takes consent for given',
    unless: ({ before }) => /\b(?:until|unless|if|whether|only|before|after|once)\b/.test(before),
  },
  {
    find: phrase(
      "(?:purchases?|payments?|transfers?|actions?|requests?|prompts?|orders?|deletions?|emails?|tool calls?|transactions?|changes|edits|everything|anything|invoices?|bookings?)(?: \\w+){0,5}? (?:is|are|be|count as|counts as|should be|must be|get|gets) (?:\\w+ )?(?:approved|authori[sz]ed|confirmed|accepted|signed|paid|executed|pre-?approved) (?:automatically|in advance|by default|at once|without|blindly|always|unseen|from now on|silently|quietly|unread|unchecked)|(?:pay|approve|accept|confirm|sign|wire|transfer|settle|book|buy|order|install|merge|delete) (?:all|every|any|each|whatever|incoming)(?: \\w+){0,3} (?:automatically|blindly|at once|unseen|unread|right away|immediately|on arrival|without (?:looking|reading|checking|a look|showing))|(?:make|do|carry out|perform) (?:\\w+ )?(?:purchases|payments|transfers|transactions|deletions) (?:\\w+ ){0,2}?(?:as you (?:like|please|see fit|wish)|at will|freely|at your discretion)|(?:my|the user's|user|owner's|their|his|her) (?:consent|approval|permission|agreement|ok|blessing) (?:is|was|has been|counts as)(?: \\w+)? (?:given|granted|assumed|implied|standing|permanent|automatic|unlimited|eternal)|(?:unlimited|full|complete|total|sole|absolute) (?:authority|control|power|discretion|access) (?:over|of|to) (?:my|the user's|all|every|the|our|any)(?: \\w+)? (?:accounts?|money|funds|files|data|devices?|system|systems|mail|bank|house|tools?)|(?:automatically|always|blindly|silently) (?:approve|accept|confirm|authori[sz]e|sign|pay) (?:all|every|any|each|whatever|incoming|payments?|transfers?|contracts?|invoices?)|no need (?:to|for) (?:\\w+ ){0,2}?(?:check|ask|consult|confirm|clear|verify|consultation|confirmation)(?:ing)? (?:\\w+ ){0,3}?(?:with |by |from )?(?:the )?(?:owner|user|human|anyone|anybody)",
      words,
    ),
    reason: 'takes consent for given',
    unless: ({ before, found, after }) => MILD.test(`${before} ${found} ${after}`),
  },
  {
    find: phrase(
      '(?:confirmations?|approvals?|consent|permission checks?|authori[sz]ation|human review|oversight|safety checks?)(?: \\w+){0,4} (?:is|are|be|has been|have been)(?: \\w+)? (?:switched off|turned off|disabled|off|not needed|not required|no longer (?:needed|required|necessary)|unnecessary|waived|skipped|removed|suspended|abolished|optional|dropped)|(?:disable|skip|bypass|switch off|turn off|drop|remove|avoid|circumvent|omit) (?:\\w+ ){0,3}(?:confirmations?|approvals?|consent|permission (?:checks?|prompts?|requests?)|human review|oversight|authori[sz]ation)(?: \\w+)?',
      words,
    ),
    reason: 'does away with asking for consent',
    unless: ({ before, found, after }) =>
      MILD.test(`${before} ${found} ${after}`) ||
      /\b(?:e-?mails?|dialog|ui|page|form|letters?|booking)\b/.test(`${found}${after}`),
  },
]);
