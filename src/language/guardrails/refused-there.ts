import type { Around } from './around.ts';

const NEGATED =
  /(?:\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|may not|cannot|can't|not allowed to|forbidden to|refuse to|decline to|avoid|without|nor|not to|not even|nie|niemals|nicht|nunca|jamas|jamais|mai|nao|no|ne|non|keine?n?|anyone who|against|under no circumstances|resist|prevent|instead of|rather than)\s+(?:(?:ever|even|you|let|anyone|anybody|yourself|simply|just|try to|attempt to|tells?|to|them|it|me|about|my|the|a|mir|dass?|du|die|der|das|que|se|le|la|les|los|las|attempts?|requests?)\s+){0,3})$/;
const NOT_MEANT =
  /\b(?:never mind|do not (?:hesitate|be afraid|worry|bother|mind)|don't (?:hesitate|be afraid|worry|bother|mind)|not only|no longer|why not|no need|nothing)\b/;

const THIRD_PARTY =
  /\b(?:attempts?|tries|trying|tricks?|asks?|tells?|asked|told|asking|telling|wants?|says?|saying|claims?|claiming|pretends?|pretending|ways|how|someone|somebody|anyone|anybody|people|attackers?|scammers?|others|texts?|pages?|sites?|e-?mails?|mails?|messages?|documents?|files?|tools?|memories|memory|examples?|prompts?|phrases?|lines? (?:like|such as)|such as|like|tutorial|course|lecture|talk|essay|article|novel|story|book|history of|research|questions? about|requests? (?:to|that|for)|anything that|whoever|contains?|jemand|leute|alguien|quelqu'un|qualcuno|alguem|whether|why)\b/;
const DEFENCE =
  /\b(?:(?:tell|warn|alert|notify|inform|ask|show|remind|teach|help) (?:me|us)\b|let (?:me|us) know|report (?:it|that|this|them|such)|flag|point (?:it )?out|highlight|refuse|decline|reject|explain|discuss|describe|quote|spot|recogni[sz]e|detect|catch|block|mention (?:it|that|this)|say so|collect|list|analy[sz]e|summari[sz]e|compare|treat (?:it|them|that|this) as (?:data|suspicious|an attack|content|text|untrusted)|ignore (?:it|them|that|this|such)|leave (?:it|them|that) (?:out|alone)|(?:do not|don't|never) (?:do|follow|obey|carry|act|comply|execute|run|believe|trust|treat|click|open)|sag(?:e)? mir|warne mich|melde|avisame|dime|previens-moi|dis-le-moi|signale|avvisami|dimmi|segnala|avise-me|diga-me)\b/;
const UNDEFENDED =
  /\b(?:do so|do it|do as|comply|obey|go along|play along|carry (?:it|them) out|follow (?:it|them|suit|that|along)|grant it|accept it)\b/;

/** Whether a sentence forbids what was found in it, or tells what to do when others try it. */
export function isRefused({ before, found, after }: Around): boolean {
  if (NOT_MEANT.test(before.slice(-40))) return false;
  if (NEGATED.test(before)) return true;
  if (!THIRD_PARTY.test(before)) return false;
  const rest = `${before.replace(/\b(?:if|when|whenever)\b[^,]*$/, '')} ${after}`;
  const isObeyed = UNDEFENDED.test(
    rest.replace(
      /\b(?:do not|don't|never|not|without)\s+(?:\w+\s+){0,2}(?:do|comply|obey|go|play|carry|follow|grant|accept)\b[^,.]*/g,
      '',
    ),
  );
  return (
    !isObeyed &&
    DEFENCE.test(`${before} ${after}`) &&
    !/\b(?:without|don't|do not|never) (?:telling|tell|warning|asking|ask|inform|informing|mention)\b/.test(
      `${before} ${found} ${after}`,
    )
  );
}
