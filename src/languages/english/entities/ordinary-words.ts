import { STOP_WORDS } from '../stop-words.ts';

const words = (text: string): string[] => text.split(/\s+/);

/** Ordinary words that often open a sentence, where their capital names nothing. */
const ORDINARY: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...words(
    `able absolute accept access account act action active actor actress actual add address admit adult advice afraid age agree ah air album
    alive allow almost alone along already alright although always amaze amazing anger animal announce annoy another answer
    anybody anymore anyone anyway anyways app appear apple apply appreciate area argue arm army arrive art article artist ask asleep
    asset assistant assume attack attempt attend attention attic audience aunt author auto available average avoid aw awake award aware away
    awesome awful aww awwww baby back bad bag bake ball band bank bar base basic bath battle beach bear beast beat beautiful beauty become
    bed beer before begin believe bell belong best bet better big bike bill bird birth birthday bit bite black blame bless blind block blood
    blow blue board boat body bone book boot bore born boss both bother bottle bottom bowl box boy brain brand brave bread break breakfast breathe
    bridge brief bright bring brother brown bruh brush buddy budget bug build bunch burn bus business busy button buy bye cake call calm camera
    camp cancel candy cap car card care career careful carry case cash cast cat catch cause celebrate cell center central certain chair challenge
    champion chance change channel character charge chat cheap check cheer cheese chef chicken chief child children choice choose church city
    claim class classic clean clear clever click climb clip close cloth cloud club coach coast coat code coffee cold collect college color
    colour combine come comedy comfort comment commit common community company compare complain complete computer concern concert confirm
    confuse congrat congrats congratulation connect consider contact content contest continue control convince cook cookie cool copy corner
    correct cost cough count country couple courage course court cousin cover crap crash crazy cream create credit creepy crew crime cringe cross
    crowd cry cup cure curious current cut cute dad daddy daily damage damn dance danger dark data date daughter day dead deal dear death debate
    decide deep definite degree delete deliver dentist depend describe deserve design desk despite destroy detail develop device die diet
    difference different difficult dinner direct dirty disagree discover discuss disgust dislike distance doctor dog dollar door double doubt
    download draft drag drama draw dream dress drink drive drop drug drunk dry dude due dumb during dust duty each ear early earth easy eat edge
    edit education effect effort egg eight electric element elegant eleven email empty end enemy energy engine engineer enjoy enough enter
    entire epic episode equal error escape especially essay even evening event eventual ever everybody everyone everywhere evidence evil exact
    example excellent except excite excuse exercise exist expect expensive experience expert explain express extra extreme eye face fact fail
    fair faith fake fall false fame family famous fan fantastic far farm fashion fast fat father fault favor favorite favourite fear feature feed
    feel feeling fellow female festival few fiction field fight figure fill film final finally finance find fine finger finish fire first fish fit
    five fix flag flat flight floor flow flower fly focus folk follow food fool foot football force foreign forest forever forget forgive form
    former fortunate forward found four free fresh friend front fruit fuck full fun funny furniture future gain game garden gas gay gear general
    generous gentle genuine ghost giant gift girl glad glass glitch goal god gold gone good goodbye goodness gorgeous gosh government grab grade
    graduate grand grandma grandpa grateful gray great green greeting grey ground group grow guard guess guest guide guitar gun guy guys gym hair
    half hand handle hang happen happy hard hate head health healthy hear heart heat heaven heavy hell hello help hence here hero hey hi hide high
    hike hilarious hill him history hit hmm hold hole holiday holy home honest honestly honor hope hopefully horrible horse hospital host hot
    hotel hour house huge hug huh human hundred hungry hurry hurt husband ice idea ideal idiot ignore ill image imagine immediate impact important
    impossible impress improve include increase incredible indeed inside insane inspire instead interest interesting internet interview introduce
    invent invest invite involve island issue item jacket jail jealous job join joke journey joy judge juice jump jk keep key kick kid kids kill
    kind king kiss kitchen knee knife knock knowledge lack lady lake lame land language large last late later laugh launch law lawyer lazy lead
    leader learn least leave left leg legal legend legit less lesson letter level lie life lift light like limit line link list listen literal
    literally little live local lock logic lol lonely long look looks loose lord lose loser lot loud love lovely low luck lucky lunch mad magic mail
    main major male mama man manage manager map march mark market marry mask mass master match material math matter mean meal meanwhile measure meat
    media medical meet meeting member memory men mention merry mess message metal middle mile military milk million mind mini minute mirror miss mistake
    mix mm mmm model modern mom moment mommy money monkey monster month mood moon morning mother mountain mouse mouth move movie much mum murder
    muscle music mystery nah naked name narrow nasty nation nature naw near nearly neat neck need negative neighbor nerve network never new news next
    nice night nine nobody noise none nope normal north nose note notice now number nurse object obvious obviously ocean odd off offer office
    officer official often oil ok okay old omg one online open opinion option orange order original outside over owe owner pack page pain paint
    pair pant paper parent park part party pass past path pay peace pen people perfect perhaps period person personal pet phone photo physical
    pick picture piece pink pizza place plan plane planet plant plastic plate play player pleasant please plenty plot plus pm pocket poem point
    police polite poor pop popular position positive possible post pot potato power practice pray prefer prepare present president press pretty
    price pride prince princess print prior prison private prize probable probably problem process product professor profile program project
    promise proof proper protect proud prove provide public pull pump punch purchase pure purple purpose push put quality queen question quick
    quiet quit race radio rain raise random rare rate reach react read ready real reality realize reason receive recent recipe recommend record
    red reduce refuse regard regular relate relax release remain remember remind remove rent repeat replace reply report request require rescue
    research respect respond rest restaurant result return review rich ride ridiculous ring rip rise risk river road rock roll room round routine
    row rule run rush sad safe sale salt salute same sand sauce save scare scene schedule school science score scream screen sea search season seat
    second secret section seem sell send sense separate serious seriously serve service session set settle seven several sex shake shame shape
    share sharp shed sheet shift shine shirt shit shock shoe shoot shop short shot shoulder shout show shower shut sick side sign silent silly
    similar simple simply since sing singer single sir sister sit site situation six size skill skin sky sleep slip slow small smart smell smile
    smoke smooth snow soap soccer social soft software soldier solid solution solve somebody somehow someone sometime sometimes somewhere son song
    soon sorry sort soul sound soup source south space spare speak special speech speed spend spirit split sport spot spread spring square staff
    stage stand star stare start state station stay steal step stick still stomach stone stop store storm story straight strange stream street
    stress strike string strong struggle student study stuff stupid style subject subscribe succeed success such suck sudden suddenly suffer sugar
    suggest suit summer sun super supply support suppose sure surgery surprise survive suspect swear sweet swim switch system table take talent talk
    tall task taste teach teacher team tear tech technical teenager television ten term terrible test text thank thanks then theory therefore
    thick thin third thirsty thirty thorough thought thousand threat three throat throw thumb thus ticket tie tight till time tiny tip tire title
    today toe together toilet tomorrow tone tonight tool tooth top topic total touch tough tour toward town toy track trade train training trash
    travel treat tree trend trick trip trouble truck true truly trust truth try tune turn tv twelve twenty twice twin twist two type typical ugly
    ultimate uncle under understand unfair unfortunate unfortunately unique unit university unless unlike update upset us use usual usually vacation
    valid value various vegan vegetable version via victim video view village violence visit voice vote wait waiter wake walk wall wander war warm
    warn wash waste watch water wave weak wear weather web website wedding week weekend weight weird welcome well west whenever whereas wherever
    whichever white whoa whoever whole wife wild win wind window wine wing winner winter wise wish woman women wonder wonderful wood word work
    worker world worry worst worth wow wrap write wrong xd yay yeah year yell yellow yep yes yesterday yet young yuck yum zero zone
    asap aka btw brb bro bruv cuz dat dis dm dope dunno fav fck ffs ft fyi gf bf gg goat gonna gotta haha hahaha hehe hi ha ho idc idk ikr im imo
    imho irl ive ja lil lmao lmfao lmk luv lmaoo nvm nsfw nty oh ooh omfg oof pls plz ppl rip rn rofl rt smh sis smth sry tbh tfw thats theres thx til tho u ur
    ugh uh um ummm wassup wat wanna wasnt whats wtf wth y'all ya yall yo yup y k r dont doesnt didnt cant couldnt wont isnt arent
    ceo cfo cto hr it ai ml api cpu gpu usb pdf html css sql http https url faq diy dna gps id iq pc sms tba tbd vip vpn vs wifi ui ux mvp
    woah woohoo gotcha kudos anytime oof phew yea yikes ahh hah ew eww welp hooray cheers besides beyond regardless whatever
    ate became began bent bought broke brought built came caught chose did drank drew drove fell felt flew forgot fought found gave got grew heard
    held hid kept knew laid learnt led left lent lost made meant met paid ran rode rang rose said sang sat saw sent shook shot slept sold spent
    spoke spun stole stood stuck swam taught thought threw told took tore understood went woke won wore wrote wound
    cozy gather domestic mental contemporary capture embrace treasure tackle obstacle resource setback guidance pottery yoga veggie
    dear hello hi hiya yours sincerely regards mr mrs ms dr`,
  ),
]);

/** Peoples and languages: adjectives more often than names. */
const DEMONYMS: ReadonlySet<string> = new Set(
  words(
    `african american arab arabic argentine asian australian austrian belgian brazilian british bulgarian canadian catholic chilean chinese christian
    colombian croatian cuban czech danish dutch egyptian english estonian european finnish french german greek hebrew hindi hispanic hungarian
    indian indonesian iranian iraqi irish islamic israeli italian jamaican japanese jewish korean latin latino lithuanian mexican moroccan muslim
    nigerian norwegian pakistani persian peruvian polish portuguese romanian russian scottish serbian spanish swedish swiss syrian thai turkish
    ukrainian urdu vietnamese welsh jews muslims christians americans germans russians`,
  ),
);

const CALENDAR: ReadonlySet<string> = new Set(
  words(
    `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march
    april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur
    thurs fri sat sun am pm est pst gmt utc christmas xmas easter halloween thanksgiving`,
  ),
);

const ENDINGS = [/ie[sd]$/, /(?:es|s|ed|d|ing|ly|est|ness|ful|ment|ings)$/];

export function isOrdinary(word: string): boolean {
  if (ORDINARY.has(word) || DEMONYMS.has(word)) return true;
  if (/['’]/.test(word)) return isOrdinary(word.replace(/['’].*/s, ''));
  for (const ending of ENDINGS) {
    const stem = word.replace(ending, '');
    if (stem === word || stem.length < 2) continue;
    if (
      ORDINARY.has(stem) ||
      ORDINARY.has(`${stem}e`) ||
      ORDINARY.has(`${stem}y`) ||
      ORDINARY.has(stem.replace(/(.)\1$/, '$1'))
    )
      return true;
  }
  return false;
}

const WORDLIKE =
  /(?:ly|ed|ing|tion|sion|ness|ment|ous|able|ible|ive|ful|less|ism|ics|ity|ish|day|where|ship|ture|ance|ence|ology|ize|ise|ical)s?$|[^aiousy]s$|^un/;

/** Whether it looks like a word rather than a name, by its ending or by letters drawn out as in "sooo". */
export const isWordlike = (word: string): boolean => (word.length > 5 && WORDLIKE.test(word)) || /(.)\1\1/.test(word);

export const isCalendarWord = (word: string): boolean => CALENDAR.has(word);
