import type { Violation } from '../contracts/guardrail.ts';
import { decodedVariantsOf, fold } from './text-variants.ts';

/** Word boundaries of a script: spaces; spaces, with articles and prepositions attached to words; none. */
type Spacing = 'spaced' | 'attached' | 'unspaced';

/** Vocabulary of an order to ignore earlier instructions, as prefixes of words; `_` is a space. */
interface Words {
  readonly guidance: string;
  readonly earlier: string;
  readonly aside: string;
  /** To follow, to regard, to apply; negated by `not`. */
  readonly keep: string;
  readonly not: string;
  /** Whole words that mark instructions as the speaker's own. */
  readonly own?: string;
}

interface LanguageWords extends Readonly<Record<keyof Words, readonly string[]>> {
  readonly spacing: Spacing;
}

function languageWords(words: Words, spacing: Spacing = 'spaced'): LanguageWords {
  const stems = (notion: keyof Words): string[] =>
    (words[notion] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((stem) => {
        const { text } = fold(stem.replaceAll('_', ' '));
        if (spacing === 'unspaced') return text.replaceAll(' ', '');
        if (notion === 'not' || notion === 'own') return ` ${text} `;
        return spacing === 'spaced' ? ` ${text}` : text;
      });
  return {
    ...{ guidance: stems('guidance'), earlier: stems('earlier'), aside: stems('aside'), keep: stems('keep') },
    ...{ not: stems('not'), own: stems('own'), spacing },
  };
}

/** The intent model reads English, and little of the others. */
const LANGUAGE_WORDS: readonly LanguageWords[] = [
  // English
  languageWords({
    guidance: 'guidance guideline instruction direction directive rule order told',
    earlier: 'prior previous earlier before above original initial operator developer system',
    aside: 'disregard ignore forget discard void override overrule set_aside cancelled superseded pay_no',
    keep: 'follow obey apply applies regard heed adhere comply',
    not: 'not never no n t dont cannot stop',
    own: 'i_gave i_told i_said i_sent my our',
  }),
  // German
  languageWords({
    guidance:
      'anweisung weisung instruktion regel vorgabe vorschrift richtlinie leitlinie befehl auftr anordnung gesagt aufgetragen gelernt',
    earlier:
      'vorher vorig vorherig bisher bisherig früher zuvor oben obig ursprünglich anfäng anfang erste alt betreiber entwickler system dahin',
    aside:
      'ignorier vergiss missacht übergeh verwirf verwerf übersieh hinweg außer_acht hinfällig ungültig aufgehoben nichtig beiseite',
    keep: 'befolg beacht folge gelten gilt halte berücksichtig zählen zählt achte gehorch',
    not: 'nicht kein keine keinen keinesfalls nie niemals',
    own: 'mein meine meinen unsere',
  }),
  // French
  languageWords({
    guidance: 'instruction consigne règle directive ordre indication recommandation dit demandé ordonné appris',
    earlier:
      'précédent antérieur avant plus_haut ci-dessus ci_dessus dessus initial premier première reçu jusqu concepteur développeur système opérateur début donné',
    aside:
      'ignore oublie outre abstraction néglige méprise écarte désobéi annulé caduc abandonne laisse_tomber laisse_de_côté',
    keep: 'respecte suis suivre applique tiens tenir compte valable valent obéi observe cours',
    not: 'ne n pas plus jamais',
    own: 'mes mon nos',
  }),
  // Spanish
  languageWords({
    guidance:
      'instruccion regla indicacion directri norma orden órdenes ordenaron pauta dijeron pidieron mandaron dicho',
    earlier: 'anterior previ antes arriba inicial primer original recibid sistema operador desarrollador hasta_ahora',
    aside: 'ignor olvid omit omiso descart desobe anulad sin_efecto cancelad invalid desatien prescind pasa_por_alto',
    keep: 'sigas sigan sigue siga obede respet cumpl aplic valen vale hagas haz ten tengas caso cuenta',
    not: 'no nunca jamás',
    own: 'mi mis nuestras',
  }),
  // Portuguese
  languageWords({
    guidance: 'instruç instruíd regra orientaç diretri norma ordem ordens comando disseram mandaram dito',
    earlier: 'anterior prévi antes acima inicia primeir origina recebid sistema operador desenvolvedor até_agora',
    aside: 'ignor esque desconsider descart desobede anulad cancelad invalid deixe_de_lado despreze',
    keep: 'siga segue obede respeit cumpr aplica valem vale considere leve',
    not: 'não nunca jamais',
  }),
  // Italian
  languageWords({
    guidance: 'istruzion regol indicazion direttiv norm ordin comand detto chiesto disposizion',
    earlier: 'precedent anterior prima sopra inizial ricevut original finora sistema operatore sviluppator dat',
    aside: 'ignor dimentic trascur scart disobbed annullat null prescind tralasci lascia_perdere',
    keep: 'segui rispett osserv applic tener tenere tieni valgono vale obbed conto considera',
    not: 'non mai',
  }),
  // Dutch
  languageWords({
    guidance: 'instructie regel aanwijzing richtlijn voorschrift bevel opdracht gezegd opgedragen verteld',
    earlier:
      'vorige eerder eerdere voorgaande hierboven boven hiervoor eerst oorspronkelijk tot_nu systeem ontwikkelaar beheerder',
    aside: 'negeer vergeet veronachtzaam verwerp vervallen ongeldig terzijde opzij niets_aan lap',
    keep: 'volg houd gelden geldt acht tellen gehoorzaam rekening',
    not: 'niet geen nooit',
  }),
  // Swedish, Danish and Norwegian
  languageWords({
    guidance: 'instruktion anvisning regel regl rikt retningslinje order ordre föreskrift forskrift sagt sagd befaling',
    earlier:
      'tidigare tidligere föregående foregående forrige förra ovan ovenfor över innan før från_början fra_start först system operatör utvikler utvecklar',
    aside:
      'ignorer glöm glem bortse se_bort strunt åsidosätt tilsidesæt tilsidesett upphäv ophæv opphev ogiltig ugyldig',
    keep: 'följ følg gäller gælder gjelder håll overhold räkna bry hänsyn hensyn lyd',
    not: 'inte ikke ej aldrig aldri',
  }),
  // Finnish
  languageWords({
    guidance: 'ohje sään määräy käsk neuvo',
    earlier: 'aiem aikaisem edelli enti yllä alkuperäi ensimmäi järjestelmä kehittäj',
    aside: 'unohda sivuuta ohita hylkää jätä_huomio mitätöi peru kumo',
    keep: 'noudata päde huomioi tottele',
    not: 'älä ei eivät',
  }),
  // Polish
  languageWords({
    guidance: 'polece instrukcj zasad reguł wytyczn wskazów rozkaz nakaz przepis kazano powiedziano',
    earlier: 'wcześniej poprzedni dotychczas dawn powyżs pierwotn początk pierwsz przedtem system operator twórc',
    aside: 'ignoruj zignoruj zapomnij pomiń pomijaj odrzuć lekceważ zlekceważ unieważn anulowan zapomn złam',
    keep: 'stosuj przestrzegaj obowiązuj trzymaj słuchaj zważaj wykonuj uwzględniaj bierz',
    not: 'nie nigdy',
  }),
  // Czech and Slovak
  languageWords({
    guidance: 'pokyn pravid instrukc příkaz směrnic zásad rozkaz nařízen',
    earlier: 'předchoz předešl dřív doposud dosavad výše původ začát prvn predchádz predoš predtým vyššie systém tvůrc',
    aside:
      'ignoruj zapomeň zabudni zahoď opomeň přehlíž zruš nevšímej nedodržuj neřiď neposlouchej neplatí nedbej pozbyl',
    keep: 'dodržuj platí řiď dbej poslouchej následuj',
    not: 'nikdy není',
  }),
  // Russian and Bulgarian
  languageWords({
    guidance:
      'инструкц указан правил установк предписан приказ команд директив распоряжен велел сказан говорил наставлен',
    earlier:
      'предыдущ прежн прошл раньше ранее выше первоначальн исходн начальн предшеств разработчик систем до_этого прежде оператор',
    aside:
      'игнорируй игнорировать забудь забыть отбрось пренебрег отмени отменен отменяю недействит проигнорируй плюнь наплюй',
    keep: 'соблюдай следуй выполняй обращай учитывай действу слушай подчиняйся руководствуйся придерживайся принимай',
    not: 'не ни никогда',
  }),
  // Ukrainian
  languageWords({
    guidance: 'інструкц вказів правил настанов наказ команд розпорядж директив сказан',
    earlier: 'попередн колишн минул раніше вище початков перш систем розробник досі до_цього',
    aside: 'ігноруй забудь відкинь знехтуй нехтуй скасуй скасован недійсн',
    keep: 'дотримуйся виконуй зважай слухай діють дій враховуй',
    not: 'не ні ніколи',
  }),
  // Greek
  languageWords({
    guidance: 'οδηγί εντολ κανόν υποδείξ διαταγ κατευθύνσ είπαν',
    earlier: 'προηγούμεν παραπάνω πριν αρχικ πρώτ παλι σύστημ προγραμματιστ έδωσαν',
    aside: 'αγνόησ αγνόει ξέχνα ξέχασε παράβλεψ παραμέρισ ακυρ κατάργησ καταργ παράτα',
    keep: 'ακολούθ ακολουθ τήρησ τηρ ισχύ υπάκου λάβε λαμβάν',
    not: 'μη μην δεν ποτέ',
  }),
  // Romanian
  languageWords({
    guidance: 'instrucțiun regul indicați directiv ordin spus',
    earlier: 'anterio preceden dinainte sus iniția primel sistem dezvoltator până_acum',
    aside: 'ignoră ignora uită neglijează anulat desconsider',
    keep: 'urmă urma urmează respect aplic valabil ține ținea ascult',
    not: 'nu niciodată',
  }),
  // Hungarian
  languageWords({
    guidance: 'utasítás szabály irányelv parancs előírás mondtak',
    earlier: 'korábbi előző eddigi fenti eredeti első rendszer fejlesztő',
    aside: 'figyelmen_kívül felejtsd mellőzd hagyd_figyelm hatályukat érvénytelen vesd_el',
    keep: 'kövesd tartsd vedd érvényes',
    not: 'ne nem soha',
  }),
  // Turkish
  languageWords({
    guidance: 'talimat kural yönerge emir emri direktif komut söylenen',
    earlier: 'önce eski yukarıdaki ilk geçmiş daha_önce başta verilen sistem geliştirici',
    aside: 'yok_say görmezden unut boş_ver boşver kenara hükümsüz geçersiz iptal dikkate_alma uyma uygulama göz_ardı',
    keep: 'geçerli uygula dikkate_al uy izle',
    not: 'unutma unutmayın sayma gelme etme değil asla',
  }),
  // Vietnamese
  languageWords({
    guidance: 'hướng_dẫn chỉ_dẫn chỉ_thị quy_tắc quy_định mệnh_lệnh lệnh dặn yêu_cầu',
    earlier: 'trước trên ban_đầu cũ hệ_thống nhà_phát_triển',
    aside: 'bỏ_qua quên phớt_lờ mặc_kệ gạt hủy bác_bỏ',
    keep: 'làm_theo tuân hiệu_lực áp_dụng nghe_theo để_ý',
    not: 'đừng không chớ',
  }),
  // Indonesian and Malay
  languageWords({
    guidance: 'instruksi arahan aturan perintah petunjuk pedoman peraturan panduan dikatakan',
    earlier: 'sebelum terdahulu tadi awal lama di_atas pertama sistem pengembang',
    aside: 'abaikan lupakan buang kesampingkan batalkan dibatalkan dicabut acuhkan',
    keep: 'ikuti patuhi berlaku hiraukan turuti pedulikan taati',
    not: 'jangan tidak tak bukan',
  }),
  // Arabic
  languageWords(
    {
      guidance: 'تعليمات توجيه قواعد إرشادات أوامر قيل_لك طلب_منك قوانين',
      earlier: 'سابق أعلاه أولى من_قبل قبل_ذلك النظام المطور أصلي سالف',
      aside: 'تجاهل انس أهمل ألغ اترك جانبا ملغا لاغ',
      keep: 'اتبع تتبع التزم تلتزم تطبق سارية تنطبق احترم تهتم أطع تطع',
      not: 'لا لم لن ليس',
    },
    'attached',
  ),
  // Hebrew
  languageWords(
    {
      guidance: 'הוראות הנחיות כללים חוקים פקודות נאמר_לך',
      earlier: 'קודמ לפני_כן קודם לעיל למעלה ראשונ מקורי מערכת מפתח',
      aside: 'התעלם תתעלם שכח תשכח זנח בטל מבוטל הנח_בצד עזוב',
      keep: 'ציית תציית שמור פעל תפעל תקפ תקף חלים תתייחס התייחס',
      not: 'אל לא אינם לעולם',
    },
    'attached',
  ),
  // Persian
  languageWords(
    {
      guidance: 'دستور قوانین قانون راهنمایی فرمان مقررات گفته',
      earlier: 'قبل پیشین پیش‌تر بالا اولیه سیستم توسعه',
      aside: 'نادیده فراموش کنار_بگذار لغو بی‌اعتبار',
      keep: 'پیروی رعایت توجه اعتبار معتبر',
      not: 'نکن نکنید ندارد ندارند نگیر نگیرید نیست نیستند',
    },
    'attached',
  ),
  // Hindi
  languageWords(
    {
      guidance: 'निर्देश नियम आदेश हिदायत दिशानिर्देश कहा_गया',
      earlier: 'पिछल पहले ऊपर पुरान शुरुआत सिस्टम पूर्व',
      aside: 'नज़रअंदाज़ नजरअंदाज अनदेखा भूल छोड़_द रद्द उपेक्षा',
      keep: 'पालन ध्यान लागू मान्य मानो',
      not: 'मत नहीं न',
    },
    'attached',
  ),
  // Japanese
  languageWords(
    {
      guidance: '指示 指針 ルール 規則 命令 ガイドライン 指導 言われた',
      earlier: '以前 前の これまで 今まで 上記 先ほど 最初 従来 さっき システム 開発者',
      aside: '無視 忘れ 破棄 無効 取り消 無かったこと なかったこと 捨て',
      keep: '従っ 従わ 従う 守っ 守ら 守る 適用 有効 気に',
      not: 'ない ません なく',
    },
    'unspaced',
  ),
  // Chinese
  languageWords(
    {
      guidance: '指令 指导 指示 规则 規則 指引 要求 命令 说明 吩咐 指導 说的话',
      earlier: '之前 以前 先前 此前 前面 上面 上述 最初 原来 系统 系統 开发者 早先',
      aside: '忽略 忘记 忘掉 忘記 无视 無視 忽视 忽視 抛开 作废 取消 放到一边',
      keep: '理会 理睬 遵守 遵循 听从 适用 有效 按照',
      not: '不要 不再 不必 别 勿 不能 不可 绝不 从不',
    },
    'unspaced',
  ),
  // Korean
  languageWords(
    {
      guidance: '지침 지시 규칙 명령 안내 원칙 가이드라인',
      earlier: '이전 지금까지 앞의 앞선 위의 기존 처음 예전 먼저 시스템 개발자',
      aside: '무시 잊어 잊으 버려 취소 무효 폐기',
      keep: '따르 따라 지키 지켜 적용 유효 신경',
      not: '지_마 지_말 않 더_이상',
    },
    'unspaced',
  ),
  // Thai
  languageWords(
    {
      guidance: 'คำสั่ง กฎ คำแนะนำ แนวทาง',
      earlier: 'ก่อนหน้า ที่ผ่านมา ข้างต้น เดิม ระบบ ก่อน',
      aside: 'เพิกเฉย ลืม ละเลย ยกเลิก มองข้าม',
      keep: 'ทำตาม ปฏิบัติตาม สนใจ มีผล ใช้ได้',
      not: 'อย่า ไม่',
    },
    'unspaced',
  ),
];

const SENTENCE = /[^.!?。।؟\n]+[.!?。।؟]*/g;
const BETWEEN_CLAUSES = /[,;:、，；،؛]/;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
/** Letters of articles and the like. */
const SMALL = 5;
/** Length of endings and particles in scripts without spaces. */
const ENDINGS = 10;
const PARTICLES = 2;
const KANA = /\p{Script=Hiragana}/gu;

const isOf = (notion: readonly string[], words: string): boolean => notion.some((stem) => words.includes(stem));

function wordsIn(text: string, spacing: Spacing): string {
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== '');
  return spacing === 'unspaced' ? words.join('') : ` ${words.join(' ')} `;
}

/**
 * Sentences, in folded text, that order a reader to ignore earlier instructions: they name them, and a clause ignores
 * or does not keep them.
 */
export function putAsideIn(text: string): Pick<Violation, 'start' | 'end'>[] {
  return decodedVariantsOf(text).flatMap(({ text: read, starts, ends }) =>
    [...read.matchAll(SENTENCE)].flatMap(({ 0: sentence, index }) => {
      const spoken = languageWordsOf(sentence);
      if (spoken === undefined || !putsAside(sentence, spoken)) return [];
      const first = index + sentence.length - sentence.trimStart().length;
      const last = index + sentence.trimEnd().length - 1;
      return [{ start: starts[first] ?? 0, end: ends[last] ?? text.length }];
    }),
  );
}

export function keepsGuidance(sentence: string): boolean {
  const { text } = fold(sentence);
  const spoken = languageWordsOf(text);
  return spoken !== undefined && !putsAside(text, spoken) && hasNothingElse(text, spoken);
}

/**
 * The language with most matches for a sentence about earlier instructions: "instructions" begins like words of
 * several.
 */
function languageWordsOf(sentence: string): LanguageWords | undefined {
  let [highest, spoken]: [number, LanguageWords | undefined] = [0, undefined];
  for (const each of LANGUAGE_WORDS) {
    const { guidance, earlier, aside, keep, not, own, spacing } = each;
    const words = wordsIn(sentence, spacing);
    if (!isOf(guidance, words) || !isOf(earlier, words)) continue;
    const count = [guidance, earlier, aside, keep, not, own].flat().filter((stem) => words.includes(stem)).length;
    if (count > highest) [highest, spoken] = [count, each];
  }
  return spoken;
}

const putsAside = (sentence: string, { aside, keep, not, own, spacing }: LanguageWords): boolean =>
  sentence.split(BETWEEN_CLAUSES).some((clause) => {
    const words = wordsIn(clause, spacing);
    if (isOf(own, words)) return false;
    return isOf(not, words) ? isOf(keep, words) && !isOf(aside, words) : isOf(aside, words);
  });

function hasNothingElse(sentence: string, { guidance, earlier, aside, keep, not, spacing }: LanguageWords): boolean {
  const known = [...guidance, ...earlier, ...aside, ...keep, ...not];
  const words = wordsIn(sentence, spacing);
  if (isOf(not, words) ? !isOf(aside, words) : !isOf(keep, words) || isOf(aside, words)) return false;
  if (spacing !== 'unspaced')
    return words
      .trim()
      .split(' ')
      .every((word) => word.length <= SMALL || isOf(known, ` ${word} `));
  const rest = known.reduce((left, stem) => left.replaceAll(stem, ''), words).normalize('NFC');
  return rest.length <= ENDINGS && rest.replace(KANA, '').length <= PARTICLES;
}
