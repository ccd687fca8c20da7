import type { Component, ComponentContext, Consolidation } from '../../contracts/component.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { newId } from '../../model/id.ts';
import { PERSONALITY } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { agentName } from './agent-name.ts';
import { type PersonalityConfig, type PersonalityConfigInput, personalityConfigSchema } from './config.ts';
import { driftsFrom, isWithinBounds } from './drift.ts';
import { experienceSince, spokenOf } from './experience.ts';
import { identityMark, type KeptPersona, latestPersona, PERSONA } from './persona.ts';
import { replacing } from './persona-changes.ts';
import { type Portrait, portraitsOf } from './portrait.ts';
import { portraitWithModel } from './prompt.ts';
import { safePortraits } from './safe-portraits.ts';

/** Who the agent becomes with experience. The identity stays; the persona begins as a copy of it and changes little by little. */
export function personality(input: PersonalityConfigInput): Component & { readonly identity: string } {
  const given = parse(personalityConfigSchema, input, PERSONALITY);
  const config: PersonalityConfig = Object.freeze({ ...given, name: given.name ?? agentName(given.identity) });
  const mark = identityMark(config.identity);
  return {
    name: PERSONALITY,
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
  { llm }: ComponentContext,
): Promise<Portrait[]> {
  const traits = traitsOf(own);
  if (llm === undefined) return portraitsOf(episodes, traits, config);
  const text = await portraitWithModel(episodes, present, config, llm);
  return text === undefined ? [] : [{ text, traits }];
}

function learntUntilOf(persona: KeptPersona | undefined): Date | undefined {
  const moment = new Date(String(persona?.memory.metadata['learntUntil']));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function traitsOf(persona: KeptPersona | undefined): Record<string, number> {
  const entries = Object.entries(persona?.memory.metadata['traits'] ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
