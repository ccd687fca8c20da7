import { spokenSentences } from '../../languages/english/assertions/spoken-sentences.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { termsOf } from '../../text/terms.ts';
import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';
import { isDocument, isOthersWords, isPlayed, withoutQuotes } from '../work-talk/pasted.ts';
import { type Clause, clausesOf, isSupposed, isUnsure } from './clauses.ts';
import { tellingWords } from './phrases.ts';
import { readProposal } from './proposals.ts';
import { TROUBLE, taskIn } from './tasks.ts';
import type { TrialOutcome, Verdict } from './trial.ts';
import { readVerdict } from './verdicts.ts';

/** A strategy that was named, where, and how it went so far. */
interface Attempt {
  readonly strategy: string;
  task: string;
  /** The places of the turn and, counted over all turns, of the sentence. */
  readonly turn: number;
  readonly sentence: number;
  /** Nothing that later turns may speak of: one of several things offered at once, or a user's tale of what they did. */
  readonly isClosed: boolean;
  readonly by: Teller;
  readonly isAdvice: boolean;
  outcome?: TrialOutcome;
  toldIn?: number;
}

/** Who speaks: in a chat of several people their names tell them apart. */
interface Teller {
  readonly name: string;
  readonly isAgent: boolean;
}

const CHECK =
  /\b(?:tests?|suite|build|compil\w+|lint|type-?check\w*|deploy\w*|migrat\w+|bench\w*|pipeline|passed|exit code)\b/i;
const OFFERING = /^(?:how about|what about|what if|why)\b/i;
const OWN_DOING = /\b(?:i|we|i['’]ve|we['’]ve)\b/i;
const OUTCOMES = wordList(
  'work works working worked pass passes passed passing green normal stable gone fixed solved resolved fine',
);
/** So many words speak of something; fewer are a greeting or thanks. */
const FEWEST_OF_TOPIC = 6;
const MOST_CHECKED = 2000;
const MOST_OFFERED = 20;

/** Reads a session turn by turn and says which outcome belongs to which strategy. */
export class SessionReader {
  readonly attempts: Attempt[] = [];
  readonly #lookBack: number;
  #sentence = 0;
  #task = { text: '', turn: 0 };
  /** Of the attempts before, nobody speaks any more. */
  #past = 0;

  constructor(lookBack: number) {
    this.#lookBack = lookBack;
  }

  read(episode: StoredEpisode, turn: number): void {
    if (episode.role === 'tool' || episode.type === 'toolResult' || episode.type === 'error') {
      const outcome = checkIn(episode);
      if (outcome !== undefined) this.#judge({ outcome, task: '' }, undefined, turn);
      return;
    }
    const { content, role, type, speaker } = episode;
    const teller = { name: speaker ?? role, isAgent: role === 'assistant' };
    // Of an answer in chapters only what the agent says it did counts; what else is long or in lists is pasted.
    const isWritten = type === 'conversation' && (isDocument(content) || isPlayed(content));
    if (isWritten && !teller.isAgent) return;
    let isElsewhere = false;
    for (const sentence of spokenSentences(withoutQuotes(content))) {
      this.#sentence += 1;
      if (sentence.isListed || isOthersWords(sentence.text)) continue;
      const clauses = clausesOf(sentence.text);
      const isTold = !sentence.isQuestion && !isSupposed(sentence.text);
      const asked = isWritten ? [] : isTold ? clauses : clauses.filter(({ text }) => OFFERING.test(text));
      const offers = asked.filter((clause) => this.#propose(clause, sentence.text, episode, teller, turn));
      const told = isTold ? clauses.filter(({ text }) => !isUnsure(text)) : [];
      const verdicts = told.flatMap((clause) => {
        const verdict = readVerdict(clause);
        // What an agent says without having done it is what it knows anyway.
        const isHearsay = teller.isAgent && verdict?.named !== undefined && !OWN_DOING.test(clause.text);
        const isAside = isWritten && verdict?.named === undefined;
        return verdict === undefined || isHearsay || isAside ? [] : [verdict];
      });
      for (const verdict of verdicts) this.#judge(verdict, teller, turn);
      const task = role === 'user' && verdicts.length + offers.length === 0 ? taskIn(sentence) : '';
      if (task !== '') this.#task = { text: task, turn };
      isElsewhere ||= verdicts.length + offers.length === 0 && words(sentence.text).length >= FEWEST_OF_TOPIC;
    }
    // After an answer full of advice, "that worked" may mean any of it.
    if (isWritten) this.#past = this.attempts.length;
    // Somebody who talks of something else no longer wants what they wanted before.
    if (isElsewhere && role === 'user' && this.#task.turn !== turn) this.#task = { text: '', turn };
  }

  #propose(clause: Clause, sentence: string, { type, role }: StoredEpisode, by: Teller, turn: number): boolean {
    const proposal = readProposal(clause, type === 'decision');
    if (proposal === undefined) return false;
    this.attempts.push({
      ...{ strategy: proposal.strategy, task: proposal.task || this.#taskAt(turn, by), turn, sentence: this.#sentence },
      isClosed: /\bor\b/i.test(sentence) || (proposal.isDone && role === 'user'),
      ...{ by, isAdvice: proposal.isAdvice },
    });
    return true;
  }

  #judge({ outcome, named, task, stands }: Verdict, teller: Teller | undefined, turn: number): void {
    if (named !== undefined && teller !== undefined) {
      const place = { turn, sentence: this.#sentence, isClosed: false, by: teller, isAdvice: false };
      const aim = task || named.task || this.#taskAt(turn, teller);
      this.attempts.push({ strategy: named.strategy, task: aim, ...place, outcome, toldIn: turn });
      return;
    }
    const attempt = this.#attemptFor(stands, turn);
    if (attempt === undefined || (teller !== undefined && !canTell(teller, attempt))) return;
    // Told twice is tried once; told otherwise, the later word counts.
    if (attempt.outcome === outcome) return;
    attempt.outcome = outcome;
    attempt.toldIn = turn;
    attempt.task = stands === undefined ? task || attempt.task : attempt.task || task;
  }

  /** A person who tells of their own doing says what for in the same breath; an agent answers what was asked before. */
  #taskAt(turn: number, { isAgent }: Teller): string {
    return turn - this.#task.turn <= (isAgent ? this.#lookBack : 0) ? this.#task.text : '';
  }

  /** What was last proposed, unless it is too long ago, was one of several things, or has nothing to do with this. */
  #attemptFor(stands: string | undefined, turn: number): Attempt | undefined {
    const last = this.attempts.at(-1);
    const isPast = this.attempts.length <= this.#past;
    if (last === undefined || isPast || turn - last.turn > this.#lookBack) return undefined;
    if (last.turn === turn) return this.#sentence - last.sentence <= 1 ? last : undefined;
    const isOneOfMany = this.attempts
      .slice(-MOST_OFFERED)
      .some(({ turn, strategy }) => turn === last.turn && strategy !== last.strategy);
    if (last.isClosed || isOneOfMany) return undefined;
    return stands === undefined || concerns(stands, `${last.strategy} ${last.task}`) ? last : undefined;
  }
}

/** Who tried it tells how it went: the agent only of its own doing, a person of that and of their own. */
const canTell = (teller: Teller, { by, isAdvice }: Attempt): boolean =>
  by.name === teller.name ? !isAdvice : isAdvice || (by.isAgent && !teller.isAgent);

/** Whether how things stand has to do with what was tried. */
function concerns(stands: string, tried: string): boolean {
  const telling = tellingWords(stands).filter((word) => !OUTCOMES.has(word));
  if (telling.length === 0 || TROUBLE.test(stands) || CHECK.test(stands)) return true;
  const terms = new Set(termsOf(tried));
  return telling.some((word) => termsOf(word).some((term) => terms.has(term)));
}

/** A tool tells of a strategy only where it checks something. */
function checkIn({ content, type, metadata }: StoredEpisode): TrialOutcome | undefined {
  const success = metadata.success ?? (type === 'error' ? false : undefined);
  if (success === undefined || !CHECK.test(`${metadata.tool ?? ''} ${content.slice(0, MOST_CHECKED)}`))
    return undefined;
  return success ? 'worked' : 'failed';
}
