import type { ConsolidationReport, MemoryStatus } from '../../../src/index.ts';
import { relevantItems } from '../../../src/turn/turn.ts';
import type { Dataset, DatasetContext } from '../dataset.ts';
import { readStories, type Story, writerOf } from '../read/read-stories.ts';
import { keywordBaseline } from '../run/keyword-baseline.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { play, textOf } from '../run/trial.ts';
import { countExtraction, type ExtractionCounts, extractionMetrics } from '../score/extraction-metrics.ts';
import { type Statement, says } from '../score/fact-match.ts';
import { type Figures, UNANSWERABLE } from '../score/outcome.ts';
import { percentOf } from '../score/rankings.ts';
import { type StoryAnswer, storyOutcome } from '../score/story-metrics.ts';

const TOP = 10;

interface StoryRun {
  readonly story: Story;
  readonly answers: readonly StoryAnswer[];
  readonly keyword: readonly StoryAnswer[];
  /** What components drew from the turns and holds, and what of it was replaced. */
  readonly extracted: readonly Statement[];
  readonly superseded: readonly Statement[];
  /** What each session's consolidation told. */
  readonly reports: readonly ConsolidationReport[];
}

/** Natural chats with an assistant over months, in several languages: the right answer, not the outdated one, or silence. */
export const stories: Dataset = async (context) => {
  const { writers, every, modelFor } = context;
  const runs: StoryRun[] = [];
  let count = 0;
  for (const story of readStories(context.stories ?? context.folder)) {
    if (writers !== undefined && !writers.has(writerOf(story.name))) continue;
    const questions = story.questions.filter(() => count++ % every === 0);
    if (questions.length > 0) runs.push(await runStory({ ...story, questions }, context));
  }
  const answers = runs.flatMap((each) => each.answers);
  const prompts = answers.filter(({ question, lines }) => question.kind !== UNANSWERABLE && lines.length > 0);
  return {
    n: answers.length,
    outcomes: { souvenir: answers.map(storyOutcome), keyword: runs.flatMap((each) => each.keyword).map(storyOutcome) },
    figures: {
      'prompt.lines': prompts.reduce((sum, { lines }) => sum + lines.length, 0) / prompts.length,
      ...factMetrics(runs),
      ...(modelFor && modelMetrics(runs)),
    },
  };
};

async function runStory(story: Story, context: DatasetContext): Promise<StoryRun> {
  const memory = await memoryUnderTest(context, { llm: context.modelFor?.(story) });
  const reports: ConsolidationReport[] = [];
  const baseline = keywordBaseline();
  const [answers, keyword]: [StoryAnswer[], StoryAnswer[]] = [[], []];
  await play(story, context, {
    async hear(session) {
      reports.push(await memory.ingest(session));
      baseline.add(session.turns.map((turn) => ({ unit: turn.unit, text: textOf(turn) })));
    },
    async ask(question) {
      const { items, confidence, withheld } = await memory.ask(question.text, { at: question.at, topK: TOP });
      const turnsOf = (given: typeof items) => given.map(({ provenance }) => provenance.turnIds);
      answers.push({
        ...{ question, story: story.name, confidence, items: turnsOf(items), withheld: turnsOf(withheld) },
        lines: relevantItems(items).map(({ provenance, outdated, status }) => ({
          turns: provenance.turnIds,
          isMarked: outdated !== undefined || status !== 'active',
        })),
      });
      const hits = baseline.search(question.text, TOP);
      const matches = hits.map(({ unit }) => [unit]);
      keyword.push({
        ...{ question, story: story.name, confidence: hits[0]?.score ?? 0, items: matches, withheld: [] },
        lines: matches.map((turns) => ({ turns, isMarked: false })),
      });
    },
  });
  const drawn = async (status: MemoryStatus) =>
    (await memory.memories([status]))
      .filter(({ component }) => component !== 'episodic')
      .map(({ content, provenance }) => ({ text: content, units: provenance.turnIds }));
  const [extracted, superseded] = [await drawn('active'), await drawn('superseded')];
  baseline.close();
  await memory.close();
  return { story, answers, keyword, extracted, superseded, reports };
}

/** What a language model took and gave, and of the changes that a fact was drawn of before, how many replaced it. */
function modelMetrics(runs: readonly StoryRun[]): Figures {
  const reports = runs.flatMap((each) => each.reports);
  const mean = (of: (report: ConsolidationReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0) / reports.length;
  const changes = runs.flatMap(({ story, extracted, superseded }) =>
    story.questions.flatMap(({ kind, stale }) => {
      const isOf = ({ units }: Statement) => units.some((unit) => stale.includes(unit));
      return kind === 'updated' && [...extracted, ...superseded].some(isOf) ? [superseded.some(isOf)] : [];
    }),
  );
  const drew = ({ components }: ConsolidationReport) =>
    components.some(({ component, memoriesCreated }) => component !== 'episodic' && memoriesCreated > 0);
  return {
    'sessions.withFacts': percentOf(reports, drew),
    'sessions.failed': percentOf(reports, ({ components }) => components.some(({ failures }) => failures.length > 0)),
    'changes.superseded': percentOf(changes, Boolean),
    ...{
      'facts.held': runs.flatMap((each) => each.extracted).length,
      'facts.refused': mean((report) => report.findingsRefused),
    },
    ...{ calls: mean((report) => report.modelCalls), tokensIn: mean((report) => report.inputTokens) },
    tokensOut: mean((report) => report.outputTokens),
  };
}

/** Only of stories that tell their facts. */
function factMetrics(runs: readonly StoryRun[]): Figures {
  return {
    ...factsOf(runs.filter(({ story }) => story.language === 'en')),
    ...Object.fromEntries(
      Object.entries(factsOf(runs.filter(({ story }) => story.language !== 'en'))).map(([name, figure]) => [
        `other.${name}`,
        figure,
      ]),
    ),
  };
}

function factsOf(runs: readonly StoryRun[]): Figures {
  const withFacts = runs.filter(({ story }) => story.facts.length > 0);
  const counts = withFacts.map(
    ({ story: { user, sessions, facts }, extracted }): ExtractionCounts =>
      countExtraction(extracted, { people: [user], sessions, silver: facts }),
  );
  const notFacts = runs.flatMap(({ story, extracted }) =>
    story.notFacts.map((text) => extracted.some((memory) => says(memory.text, text))),
  );
  const { coverage, precision } = extractionMetrics(counts);
  return {
    ...(counts.length > 0 && { 'facts.coverage': coverage ?? 0, 'facts.precision': precision ?? 0 }),
    ...(withFacts.length > 0 && {
      // Of the facts, those of which a turn is kept as one, in whatever words.
      'facts.turns': percentOf(
        withFacts.flatMap(({ story, extracted }) =>
          story.facts.map(({ units }) => extracted.some((memory) => memory.units.some((unit) => units.includes(unit)))),
        ),
        Boolean,
      ),
    }),
    ...(notFacts.length > 0 && { 'notfacts.kept': notFacts.filter(Boolean).length / notFacts.length }),
  };
}
