import type { Component, ComponentContext, Consolidation, SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { newId } from '../../model/id.ts';
import { PERSONALITY } from '../../model/memory.ts';
import { withoutMemoryBlocks } from '../../model/memory-block.ts';
import { parse } from '../../model/parse.ts';
import { type ReadSentence, readSureSentences } from '../read-sentences.ts';
import { agentName, type PersonalityConfig, type PersonalityConfigInput, personalityConfigSchema } from './config.ts';
import { driftsFrom, isWithinBounds } from './drift.ts';
import { portraitWithModel } from './model-portrait.ts';
import { identityHashOf, latestPersona, PERSONA, type StoredPersona, supersede } from './persona.ts';
import { type Portrait, portraitsOf, type SentencesByEpisode } from './portrait.ts';
import { safePortraits } from './safe-portraits.ts';

/**
 * The agent's personality, from experience. The identity stays; the persona begins as a copy of it and changes little by little.
 * @example const agent = defineAgent({ components: [personality({ identity: 'You are Iris, a careful colleague.' })] });
 */
export function personality(input: PersonalityConfigInput): Component & { readonly identity: string } {
  const given = parse(personalityConfigSchema, input, PERSONALITY);
  const config: PersonalityConfig = Object.freeze({ ...given, name: given.name ?? agentName(given.identity) });
  const identityHash = identityHashOf(config.identity);
  return {
    name: PERSONALITY,
    spansProjects: true,
    isRecalled: false,
    identity: config.identity,
    async consolidate(batch, context) {
      const latest = await latestPersona(context.store, batch.owner);
      const own = latest?.memory.metadata['identity'] === identityHash ? latest : undefined;
      const experience = await experienceSince(learntUntilOf(own), batch, context.store, config);
      const last = experience.at(-1);
      if (last === undefined) return {};
      const present = own?.text ?? config.identity;
      const candidates = await drawPortraits(withoutRecalled(experience), present, own, config, context);
      const portraits = await safePortraits(candidates, config);
      const drifts = await driftsFrom(
        present,
        portraits.map(({ text }) => text),
        context,
      );
      const at = drifts.findIndex((drift) => isWithinBounds(drift, config));
      const chosen = portraits[at];
      const unsafe = candidates.length - portraits.length;
      if (chosen === undefined)
        return context.llm === undefined && unsafe === 0 ? {} : { refused: Math.max(1, unsafe) };
      const now = context.clock.now();
      const id = newId(now);
      return {
        memories: [
          {
            ...{
              id,
              content: chosen.text,
              category: PERSONA,
              type: 'semantic',
              importance: 1,
              confidence: 1,
              validAt: now,
            },
            metadata: {
              ...{
                version: (latest?.version ?? 0) + 1,
                drift: drifts[at]?.amount ?? 0,
                episodes: experience.length,
                identity: identityHash,
              },
              ...{ learntUntil: last.occurredAt.toISOString(), traits: chosen.traits },
            },
          },
        ],
        ...(unsafe > 0 && { refused: unsafe }),
        ...(latest !== undefined && { changes: supersede(latest, id, now) }),
      } satisfies Consolidation;
    },
  };
}

async function drawPortraits(
  episodes: readonly StoredEpisode[],
  present: string,
  own: StoredPersona | undefined,
  config: PersonalityConfig,
  context: ComponentContext,
): Promise<Portrait[]> {
  const { llm, languages } = context;
  const traits = traitsOf(own);
  if (llm === undefined) return portraitsOf(episodes, await readSessions(episodes, context), traits, config, languages);
  const text = await portraitWithModel(episodes, present, config, { llm, languages });
  return text === undefined ? [] : [{ text, traits }];
}

async function readSessions(
  episodes: readonly StoredEpisode[],
  context: ComponentContext,
): Promise<SentencesByEpisode> {
  const sentencesByEpisode = new Map<string, readonly ReadSentence[]>();
  for (const session of Map.groupBy(episodes, ({ sessionId }) => sessionId).values()) {
    const sentences = await readSureSentences({ before: [], episodes: session }, context);
    for (const [at, { id }] of session.entries()) sentencesByEpisode.set(id, sentences[at] ?? []);
  }
  return sentencesByEpisode;
}

function learntUntilOf(persona: StoredPersona | undefined): Date | undefined {
  const moment = new Date(String(persona?.memory.metadata['learntUntil']));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function traitsOf(persona: StoredPersona | undefined): Record<string, number> {
  const entries = Object.entries(persona?.memory.metadata['traits'] ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** Episodes since the persona last changed; none if too few, and after a refusal none until a batch passes the next multiple of `minEpisodes`. */
async function experienceSince(
  learntUntil: Date | undefined,
  { owner, episodes }: SessionBatch,
  store: StoreReader,
  { minEpisodes, maxEpisodes }: Pick<PersonalityConfig, 'minEpisodes' | 'maxEpisodes'>,
): Promise<StoredEpisode[]> {
  const times = episodes.map(({ occurredAt }) => occurredAt.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const limit = Math.max(minEpisodes, maxEpisodes);
  const latest = await store.listEpisodes(owner, { limit, ...(learntUntil !== undefined && { since: learntUntil }) });
  const after = learntUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  const experience = latest.filter(({ occurredAt }) => occurredAt.getTime() > after && occurredAt.getTime() <= last);
  const known = experience.filter(({ occurredAt }) => occurredAt.getTime() < first).length;
  if (Math.floor(experience.length / minEpisodes) <= Math.floor(known / minEpisodes)) return [];
  return experience.slice(-maxEpisodes);
}

/** Episodes without text that came out of memory itself. */
const withoutRecalled = (episodes: readonly StoredEpisode[]): StoredEpisode[] =>
  episodes.flatMap((episode) => {
    const content = withoutMemoryBlocks(episode.content);
    return episode.metadata.recalled === true || content.trim() === '' ? [] : [{ ...episode, content }];
  });
