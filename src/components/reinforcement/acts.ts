import { wordList } from '../../text/word-list.ts';
import { gerundOf, gerundOfPast } from './gerund.ts';

/** What one does about a problem. Talking, looking, planning and being there change nothing that could work or fail. */
const ACTS = wordList(
  `add adjust adopt aim air alternate apply archive arrange ask assign attach automate avoid back bake balance batch bind block blog boil
  book boost bounce breathe brew bring brush budget buffer build bump bundle buy bypass cache calibrate cancel cap carry chain change
  charge chill chop chunk clean clear clone close coat collect combine comment commit compare compile compress configure connect convert
  cook cool copy cover crop cut debounce decouple decrease defer defragment delay delegate delete deploy detach dilute dim disable
  disconnect distribute double downgrade download drain drink drive drop dry duplicate eat edit email embed empty enable encode encrypt
  enforce escape exclude exercise expand export extend extract factor fast feed file fill filter fix flash flip flush force fork format
  freeze generate give glue grease grind group halve handle hang hash heat hide highlight hire hold host ice ignore implement import
  increase index inject inline insert install insulate integrate invert invite isolate join journal keep knead knit label layer lazy-load
  leave lengthen let lift limit link listen load lock log loosen lower make map marinate mask massage measure meditate memoize memorize
  merge migrate mirror mix mock modify mount move mulch mute nap narrow normalize number offer oil open optimize order organize override
  pace pack pad paginate paint park parse partition pass paste patch pause pay peel pin place plant plug polish pool post practice
  practise preheat preload press print prioritize proxy prune publish pull purge push put queue quote raise rate-limit read rebase
  rebuild recompile reconfigure reconnect record recreate recycle redeploy redirect reduce refactor reformat reframe refresh regenerate
  rehearse reheat reindex reinstall release reload relocate remount remove rename render renew repair replace replant repot rescale
  reschedule reseat reset resize restart restore restrict restructure retrain retry return reuse reverse revert revise rewire rewrite
  rinse roll rotate round route run sand save scale schedule scrape screen seal season send separate serialize serve set shard share
  sharpen shift ship shorten shower shrink shut simplify skip sleep slow smooth snooze soak soften sort space split spray spread squash
  stack stagger stake stop store stream strengthen stretch strip study style subscribe substitute summarize swap sweep swim switch sync
  synchronize tag take tape taper teach tell test thaw thin throttle tie tighten tilt toggle track trade train translate treat trim
  truncate tune turn tweak unblock uninstall unplug unsubscribe untangle update upgrade upload use vacuum validate vectorize ventilate
  version wait walk warm wash water weaken wear weigh whitelist widen wipe wire withdraw work wrap write`,
);
/** They say little without what follows: "making a list of exits", but not "making lists". */
const NEEDS_MORE = wordList('work make give run let keep take get hold open stop test tell wait');

export type VerbForm = 'base' | 'past' | 'gerund';

/** "pinned" → "pinning"; nothing for a word that is no known verb of doing in this form. */
export function actAs(form: VerbForm, word: string): string | undefined {
  const verb = word.toLowerCase();
  if (form === 'gerund') return basesOf(verb, 'ing').some(isAct) ? verb : undefined;
  if (form === 'base') return isAct(verb) ? gerundOf(verb) : undefined;
  const gerund = gerundOfPast(verb);
  return basesOf(gerund, 'ing').some(isAct) ? gerund : undefined;
}

export const isLight = (gerund: string): boolean => basesOf(gerund, 'ing').some((base) => NEEDS_MORE.has(base));

const isAct = (base: string): boolean => ACTS.has(base.replace(/^(?:re|pre|un|co|over)-/, ''));

function basesOf(word: string, ending: string): string[] {
  if (!word.endsWith(ending)) return [];
  const stem = word.slice(0, -ending.length);
  const isDoubled = stem.at(-1) === stem.at(-2);
  return [
    stem,
    `${stem}e`,
    ...(isDoubled ? [stem.slice(0, -1)] : []),
    ...(stem.endsWith('y') ? [`${stem.slice(0, -1)}ie`] : []),
  ];
}
