import { GIVEN_NAMES } from './english/entities/given-names.ts';

/**
 * Frequent words of each language, in lower case and without accents. Words that several languages share weigh less.
 */
const COMMON_WORDS: Readonly<Record<string, string>> = {
  en: `the and is are was were be been being am to of in on at by for from with without about into over after before that this these those
    it its he him his she her hers they them their theirs we us our ours you your yours i me my mine a an as or but not no nor so if then than
    do does did done have has had will would can could shall should may might must what who whom whose which when where why how there here
    all any some more most much many very just also only too again now yes please let get got go going went
    said say make made like know think see want need new old one two up down out off yet still never always because while
    man men come sale sin fin solo par plus son met ten van don per los san non comment os ha ni ve ll re del j da`,
  de: `in an so der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren bin bist sein hat habe haben hast hatte
    ich du er sie wir ihr mich dich ihm ihn uns euch mein meine meinen meinem meiner dein deine deinen sein seine seinen ihre unser unsere nicht kein keine keinen
    mit von vom zu zum zur im am auf aus bei beim nach fur uber unter vor seit durch gegen ohne um als wie wenn weil dass ob auch noch schon
    nur sehr mehr immer nie wieder jetzt hier dort heute morgen gestern was wer wo wann warum welche welcher welches wohin woher
    wird werden wurde kann konnen konnte muss mussen will wollen soll sollte mochte darf heisst heißt gibt geht macht gemacht mag danke bitte ja nein`,
  fr: `j qu l le la les un une des du de et ou mais est sont etait etaient suis es sommes etes etre ete ai as avons avez ont avait avoir
    je tu il elle nous vous ils elles on me te se lui leur moi toi mon ma mes ton ta tes son sa ses notre nos votre vos leurs ce cet cette ces cela ca
    ne pas plus jamais rien avec pour par sur sous dans chez vers entre sans depuis avant apres que qui quoi dont ou quand comment pourquoi
    quel quelle quels quelles au aux en tres bien aussi encore deja toujours trop peu beaucoup fait faire va vais peut peux dois doit veux aime
    merci oui non si comme parce donc alors hier demain chaque tous toutes jours`,
  es: `el la los las un una unos unas de del al y pero es son era eran fue soy eres somos ser sido esta estan estoy estaba estar he has ha hemos han habia haber hay
    yo tu ella nosotros ustedes ellos ellas me te se lo le les nos mi mis tus su sus nuestro nuestra que quien quienes cual cuales cuando donde
    como por porque para con sin sobre entre desde hasta hacia en no ni si muy mas menos tambien tampoco siempre nunca ahora hoy ayer manana
    este estos esto ese esa esos eso aquel tengo tiene tienes tienen tenia hacer hago hace hizo voy va van puedo puede quiero quiere debo gusta
    gracias cada todos todas otra otro vez donde cuanto cuantos`,
  pt: `o os a as um uma uns umas de do da dos das no na nos nas ao aos pelo pela ou mas sao era eram foi sou somos ser sido esta estao estou estava estar
    eu tu ele ela eles elas voce voces me te se lhe meu minha meus minhas teu tua seu sua seus suas nosso nossa que quem qual quais quando onde
    como por porque para com sem sobre entre desde ate em nao nem sim ja muito muita mais menos tambem sempre nunca agora hoje ontem amanha
    este isto esse essa isso aquele tenho tem tinha temos fazer faco faz fez vou vai vamos posso pode quero quer devo gosto gosta
    obrigado obrigada cada tudo todos todas outra outro vez quanto quantos mora moro numa num ano anos novo nova`,
  it: `in l il lo la i gli le un uno una di del dello della dei degli delle al alla agli alle dal dalla nel nella nei sul sulla con per tra fra ma
    sono sei siamo siete era erano essere stato ho hai ha abbiamo avete hanno aveva avere tu lui lei noi voi loro mi ti si vi mio mia miei mie
    tuo tua suo sua nostro che chi cosa quale quali quando dove come perche non piu meno anche ancora sempre mai gia adesso ora oggi ieri domani molto
    questo questa questi quello quella fare faccio fa fatto vado va posso puo voglio vuole devo piace grazie ogni tutto tutti tutte altra altro volta quanto`,
  nl: `in de het een en of maar is zijn was waren ben bent wordt worden werd heb hebt heeft hebben hadden ik jij je hij zij ze wij we jullie mij
    mijn jouw zijn haar ons onze hun hem dit dat deze die niet geen met van voor naar uit bij op aan door over onder tot tegen zonder om te als
    toen omdat dus ook nog al wel nooit altijd weer nu hier daar vandaag morgen gisteren wat wie waar wanneer waarom hoe welke er zeer veel meer
    kan kunnen kon moet moeten wil willen zal zullen mag ga gaat doet doen gedaan vind vindt bedankt graag nee heel iets`,
  sv: `och att det den de en ett som ar var jag du han hon vi ni mig dig honom henne oss min mitt mina din ditt sin inte pa i av till med om fran for hos
    kan ska skulle vill maste har hade blir blev vara varit nar vad vem var hur varfor vilken nu har dar idag igar imorgon ocksa mycket mer alltid aldrig eller men sa tack`,
  da: `og at det den de en et som er var jeg du han hun vi i mig dig ham hende os min mit mine din dit sin ikke pa af til med om fra for hos
    kan skal skulle vil ma har havde bliver blev vaere vaeret nar hvad hvem hvor hvordan hvorfor hvilken nu her der idag igar ogsa meget mere altid aldrig eller men sa tak hvornar`,
  no: `og at det den de en et ei som er var jeg du han hun vi dere meg deg ham henne oss min mitt mine din ditt sin ikke pa av til med om fra for hos
    kan skal skulle vil ma har hadde blir ble vaere vaert nar hva hvem hvor hvordan hvorfor hvilken na her der idag igar ogsa mye mer alltid aldri eller men sa takk`,
  fi: `ja on oli olen olet ovat olla ei en et emme eivat mina sina han me te he minun sinun hanen meidan se tama tuo ne nama mika mita kuka missa milloin miksi
    miten kun jos mutta tai myos vain viela jo nyt taalla siella tanaan eilen huomenna hyvin paljon aina koskaan kanssa varten kiitos`,
  pl: `na nie sa byl byla bylo sie ze jak ale czy kto gdzie kiedy dlaczego ktory ktora moj moja moje twoj jego jej nas mnie ja ty ona 
    oraz od przez dla przy tak juz tylko tez bardzo zawsze nigdy teraz dzisiaj wczoraj jutro mam masz moze chce lubie dziekuje mieszka mieszkam`,
  cs: `na ne je jsou byl byla bylo se ze jak ale kdo kde kdy proc ktery ktera muj moje tvuj jeho jeji nas ja ty ona nebo od po pri
    tak uz velmi vzdy nikdy dnes vcera zitra mam muze chci rad dekuji bydli jsem jsi`,
  ro: `si in la cu de pe din un este sunt era eram fost ai avem au eu tu el ea noi voi ei ele te se mea meu mei mele ta tau sau nu ca ce cine
    unde cand cum pentru dar daca foarte tot doar acum aici acolo astazi ieri maine intotdeauna niciodata multumesc imi`,
  hu: `az egy es hogy nem van volt vannak lesz en te ti engem nekem neked ez ezt azt itt ott mit ki hol mikor miert hogyan milyen vagy csak
    meg nagyon mindig soha most ma tegnap holnap szeretem kell lehet koszonom sok minden`,
  tr: `ve bir bu su ben sen biz siz onlar benim senin onun bizim ne kim nerede zaman neden nasil hangi mi icin ile gibi ama veya cok daha her hic
    simdi burada bugun dun yarin var yok degil evet hayir oldu olarak ediyor istiyorum tesekkurler`,
  id: `yang dan di dari untuk dengan pada ini itu adalah tidak saya aku kamu dia kami kita mereka apa siapa mana kapan kenapa bagaimana akan sudah belum bisa
    harus ada juga atau tapi sangat lebih selalu sekarang sini hari kemarin besok terima kasih`,
};

const LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ß/u, ['de']],
  [/[äöü]/u, ['de', 'fi', 'sv']],
  [/[ñ¿¡]/u, ['es']],
  [/[ãõ]/u, ['pt']],
  [/[œùû]/u, ['fr']],
  [/è/u, ['fr', 'it']],
  [/[êç]/u, ['fr', 'pt']],
  [/[áíóú]/u, ['es', 'pt']],
  [/å/u, ['sv', 'da', 'no']],
  [/[øæ]/u, ['da', 'no']],
  [/[ąęłśćżź]/u, ['pl']],
  [/[ěřů]/u, ['cs']],
  [/[ășțţ]/u, ['ro']],
  [/[őű]/u, ['hu']],
  [/[ığş]/u, ['tr']],
  [/\p{L}[òì](?!\p{L})|(?<!\p{L})è(?!\p{L})/u, ['it']],
];

const SCRIPTS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/[\p{scx=Hiragana}\p{scx=Katakana}]/gu, () => 'ja'],
  [/\p{Script=Han}/gu, (text) => (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : 'zh')],
  [/\p{Script=Hangul}/gu, () => 'ko'],
  [/\p{Script=Cyrillic}/gu, (text) => (/[іїєґ]/iu.test(text) ? 'uk' : 'ru')],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Arabic}/gu, (text) => (/[پچژگ]/u.test(text) ? 'fa' : 'ar')],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Devanagari}/gu, () => 'hi'],
  [/\p{Script=Thai}/gu, () => 'th'],
  [/\p{Script=Tamil}/gu, () => 'ta'],
  [/\p{Script=Armenian}/gu, () => 'hy'],
];

const ENGLISH = 'en';
const ACCENTED = /[\u00a1\u00bf-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/;
const OTHER_SCRIPT = /[\u0370-\u1dff\u2c00-\u2dff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufeff\uff66-\uffdc]/;
const DIACRITIC = /[\u0300-\u036f]/g;
/** Words of prose, without paths and code. */
const WORD = /(?<=^|[\s"“„«‘’'(¿¡-])[\p{L}\p{M}]+(?=$|[\s"”“»’'),;!?…-]|[.:](?=$|\s))/gu;
const LETTERS_ONLY = /\p{L}+/gu;
/** Characters that are enough to detect a language. */
const MAX_READ_CHARS = 400;
/** A name or a loan word in an English note does not change its language. */
const MIN_LEAD = 0.49;

const LANGUAGES_BY_WORD = new Map<string, string[]>();
for (const [language, text] of Object.entries(COMMON_WORDS))
  for (const word of text.trim().split(/\s+/)) {
    const known = LANGUAGES_BY_WORD.get(word);
    if (known !== undefined && known.at(-1) !== language) known.push(language);
    // "Ben sails." is not Dutch.
    if (known === undefined && !GIVEN_NAMES.has(word)) LANGUAGES_BY_WORD.set(word, [language]);
  }

const HASHES = 1 << 18;
const FOREIGN_HASHES = new Uint8Array(HASHES);
/** Hashes a word letter by letter, so that a scan slices out only words that may be foreign. */
export const wordHash = (hash: number, code: number): number => (31 * hash + code) & (HASHES - 1);
export const mayBeForeign = (hash: number): boolean => FOREIGN_HASHES[hash] === 1;
for (const [word, [first]] of LANGUAGES_BY_WORD) {
  if (first === ENGLISH) continue;
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = wordHash(hash, word.charCodeAt(at));
  FOREIGN_HASHES[hash] = 1;
}

/** The ISO 639-1 code of a text's language: English if the text is too short to tell. */
export function detectLanguage(text: string): string {
  if (isPlainEnglish(text, Math.min(text.length, MAX_READ_CHARS))) return ENGLISH;
  const lower = text.slice(0, MAX_READ_CHARS).toLowerCase();
  return detectAmong(lower, folded(lower).match(LETTERS_ONLY) ?? []);
}

export function detectAmong(lower: string, words: readonly string[]): string {
  const script = OTHER_SCRIPT.test(lower) ? byScript(lower.slice(0, MAX_READ_CHARS)) : undefined;
  if (script !== undefined) return script;
  return words.some(isForeign) || ACCENTED.test(lower) ? byWords(lower.slice(0, MAX_READ_CHARS)) : ENGLISH;
}

const CAPITAL_A = 65;
const LETTER_A = 97;
const LETTER_Z = 122;
const TO_LOWER = 32;
const isLetter = (code: number): boolean => code >= LETTER_A && code <= LETTER_Z;

/**
 * Whether the text up to `end` is ASCII without a foreign word. Scanned by letter: most texts are English, and matching
 * words takes four times as long.
 */
function isPlainEnglish(text: string, end: number): boolean {
  let start = 0;
  let hash = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return false;
    const letter = code | TO_LOWER;
    if (code >= CAPITAL_A && isLetter(letter)) hash = wordHash(hash, letter);
    else {
      if (mayBeForeign(hash) && isForeign(text.slice(start, at).toLowerCase())) return false;
      start = at + 1;
      hash = 0;
    }
  }
  return !mayBeForeign(hash) || !isForeign(text.slice(start, end).toLowerCase());
}

export const isForeign = (word: string): boolean => (LANGUAGES_BY_WORD.get(word)?.[0] ?? ENGLISH) !== ENGLISH;

const folded = (text: string): string => (ACCENTED.test(text) ? text.normalize('NFD').replace(DIACRITIC, '') : text);

function byScript(text: string): string | undefined {
  let [best, highest] = [undefined as ((text: string) => string) | undefined, 0];
  let letters = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  for (const [script, name] of SCRIPTS) {
    const count = text.match(script)?.length ?? 0;
    letters += count;
    if (count > highest) [best, highest] = [name, count];
  }
  return highest * 2 > letters ? best?.(text) : undefined;
}

function byWords(written: string): string {
  const votes = new Map<string, number>();
  const vote = (language: string, weight: number) => votes.set(language, (votes.get(language) ?? 0) + weight);
  for (const word of folded(written).match(WORD) ?? []) {
    const languages = LANGUAGES_BY_WORD.get(word) ?? [];
    for (const language of languages) vote(language, 1 / languages.length);
  }
  if (ACCENTED.test(written))
    for (const [letters, languages] of LETTERS)
      if (letters.test(written)) for (const language of languages) vote(language, 1 / languages.length);
  let [best, highest] = [ENGLISH, (votes.get(ENGLISH) ?? 0) + MIN_LEAD];
  for (const [language, count] of votes)
    if (language !== ENGLISH && count > highest) [best, highest] = [language, count];
  return best;
}
