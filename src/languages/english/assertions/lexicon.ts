import { wordList } from '../../../text/words.ts';

/** Verbs by what they tell of their subject; third-person and past forms included where they differ. */
export const TASTE = wordList(
  `love loves loved like likes liked enjoy enjoys enjoyed prefer prefers preferred hate hates hated dislike dislikes disliked adore adores
  cherish cherishes value values valued appreciate appreciates treasure treasures favor favors`,
);
export const BELIEF = wordList(
  `think thinks thought believe believes believed feel feels felt find finds consider considers guess guesses suppose supposes know knows knew
  agree agrees agreed realize realizes realized understand understands understood see sees imagine imagines learned learn learns`,
);
export const AIM = wordList(
  `want wants wanted hope hopes hoped wish wishes plan plans planned intend intends aim aims aiming planning hoping dream dreams dreaming
  need needs needed determined thinking considering going ready`,
);
export const DECIDING = wordList(
  'decided decide decides chose choose chosen picked settled agreed confirmed switched opted finalized booked',
);

export const HABITUAL = wordList(
  'always usually often every sometimes regularly daily weekly never rarely typically whenever normally each tends',
);
export const BE_FORMS = wordList('is are was were am be been being');

export const HYPOTHETICAL = wordList('if would could might may maybe perhaps probably unless whether');
export const NEGATIVE = wordList('not no never none nothing nobody neither nor without cannot');

export const PEOPLE_AND_PETS = wordList(
  `wife husband partner spouse fiance son sons daughter daughters kid kids child children baby family mom mum mother dad father parents parent sister
  sisters brother brothers sibling siblings friend friends girlfriend boyfriend grandma grandpa grandmother grandfather aunt uncle cousin
  nephew niece dog dogs cat cats pet pets pup puppy puppies kitten boss colleague colleagues coworker neighbor neighbors roommate team crew client clients mentor`,
);
export const LIFE = wordList(
  `job work career business store shop company startup school college university class classes course degree exam home house apartment city town
  car bike hobby hobbies project book books novel game games music band guitar piano trip vacation holiday travel wedding birthday
  anniversary health doctor hospital surgery injury diet gym yoga workout running hiking camping painting cooking baking dance dancing
  garden money budget savings tuition loan rent interview promotion volunteer volunteering shelter church community charity
  military degree certification conference tournament competition race marathon league championship team album film movie series`,
);
export const PRAISE = wordList(
  `amazing awesome great cool nice wonderful fantastic incredible lovely beautiful perfect good fun inspiring special gorgeous impressive
  excellent brilliant cute adorable sweet neat stunning fabulous super best`,
);
export const SOCIAL = wordList(
  `glad thanks thank hear hearing chat chatting luck congrats congratulations sounds sound cheering cheer rooting wait excited proud happy
  appreciate hope keep keeping talk catch share sharing support let help helping posted update pleasure welcome sorry`,
);
export const TASK = wordList(
  `step steps next show give list plan draft send update start proceed tell explain provide prompt write rewrite code document table options
  option summary email version format question questions details information let's`,
);
export const VAGUE = wordList(
  'it this that these those they them thing things something stuff one ones here there such',
);
