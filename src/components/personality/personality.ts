import type { Component, ComponentContext, Consolidation, SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { newId } from '../../model/id.ts';
import { PERSONALITY } from '../../model/memory.ts';
import { withoutMemoryBlocks } from '../../model/memory-block.ts';
import { parse } from '../../model/parse.ts';
import { type ReadSentence, sureSentences } from '../read-sentences.ts';
import { agentName, type PersonalityConfig, type PersonalityConfigInput, personalityConfigSchema } from './config.ts';
import { driftsFrom, isWithinBounds } from './drift.ts';
import { portraitWithModel } from './model-portrait.ts';
import { identityMark, type KeptPersona, latestPersona, PERSONA, replacing } from './persona.ts';
import { type Heard, type Portrait, portraitsOf } from './portrait.ts';
import { safePortraits } from './safe-portraits.ts';

/**
 * Who the agent becomes with experience. The identity stays; the persona begins as a copy of it and changes little by little.
 * @example const agent = defineAgent({ components: [personality({ identity: 'You are Iris, a careful colleague.' })] });
 */
export function personality(input: PersonalityConfigInput): Component & { readonly identity: string } {
  const given = parse(personalityConfigSchema, input, PERSONALITY);
  const config: PersonalityConfig = Object.freeze({ ...given, name: given.name ?? agentName(given.identity) });
  const mark = identityMark(config.identity);
  return {
    name: PERSONALITY,
    spansProjects: true,
    isRecalled: false,
    identity: config.identity,
    async consolidate(batch, context) {
      const latest = await latestPersona(context.store, batch.owner);
      const own = latest?.memory.metadata['identity'] === mark ? latest : undefined;
      const lived = await experienceSince(learntUntilOf(own), batch, context.store, config);
      const last = lived.at(-1);
      if (last === undefined) return {};
      const present = own?.text ?? config.identity;
      const drawn = await portraitsFrom(spokenOf(lived), present, own, config, context);
      const portraits = await safePortraits(drawn, config);
      const drifts = await driftsFrom(
        present,
        portraits.map(({ text }) => text),
        context,
      );
      const at = drifts.findIndex((drift) => isWithinBounds(drift, config));
      const chosen = portraits[at];
      const unsafe = drawn.length - portraits.length;
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
                episodes: lived.length,
                identity: mark,
              },
              ...{ learntUntil: last.occurredAt.toISOString(), traits: chosen.traits },
            },
          },
        ],
        ...(unsafe > 0 && { refused: unsafe }),
        ...(latest !== undefined && { changes: replacing(latest, id, now) }),
      } satisfies Consolidation;
    },
  };
}

async function portraitsFrom(
  episodes: readonly StoredEpisode[],
  present: string,
  own: KeptPersona | undefined,
  config: PersonalityConfig,
  context: ComponentContext,
): Promise<Portrait[]> {
  const { llm, languages } = context;
  const traits = traitsOf(own);
  if (llm === undefined) return portraitsOf(episodes, await heardIn(episodes, context), traits, config, languages);
  const text = await portraitWithModel(episodes, present, config, { llm, languages });
  return text === undefined ? [] : [{ text, traits }];
}

async function heardIn(episodes: readonly StoredEpisode[], context: ComponentContext): Promise<Heard> {
  const heard = new Map<string, readonly ReadSentence[]>();
  for (const session of Map.groupBy(episodes, ({ sessionId }) => sessionId).values()) {
    const told = await sureSentences({ before: [], episodes: session }, context);
    for (const [at, { id }] of session.entries()) heard.set(id, told[at] ?? []);
  }
  return heard;
}

function learntUntilOf(persona: KeptPersona | undefined): Date | undefined {
  const moment = new Date(String(persona?.memory.metadata['learntUntil']));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function traitsOf(persona: KeptPersona | undefined): Record<string, number> {
  const entries = Object.entries(persona?.memory.metadata['traits'] ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/**
 * What has happened since the persona last learnt, up to the end of this batch, oldest first; nothing where that is too little.
 * After a text was turned down, it is enough again only when this batch brings it past the next multiple of `minEpisodes`.
 */
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
  const lived = latest.filter(({ occurredAt }) => occurredAt.getTime() > after && occurredAt.getTime() <= last);
  const known = lived.filter(({ occurredAt }) => occurredAt.getTime() < first).length;
  if (Math.floor(lived.length / minEpisodes) <= Math.floor(known / minEpisodes)) return [];
  return lived.slice(-maxEpisodes);
}

/** What of them did not come out of memory itself. */
const spokenOf = (episodes: readonly StoredEpisode[]): StoredEpisode[] =>
  episodes.flatMap((episode) => {
    const content = withoutMemoryBlocks(episode.content);
    return episode.metadata.recalled === true || content.trim() === '' ? [] : [{ ...episode, content }];
  });
