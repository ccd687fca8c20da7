import type { Component, ComponentContext, MentionedEntity, SessionBatch } from '../contracts/component.ts';
import { entityKindOf, type Languages, mayBePerson } from '../contracts/language.ts';
import { withoutSpeaker } from '../model/episode.ts';
import type { Finding } from '../reconcile/finding.ts';
import { type ReconcileOptions, reconcile } from '../reconcile/reconcile.ts';
import { findingWithVoice } from './read-sentences.ts';

interface WeighedOptions {
  readonly name: string;
  readonly type: NonNullable<Finding['type']>;
  readonly categoryWeights: Readonly<Record<string, number>>;
  readonly categories: Readonly<Record<string, string>>;
  /** Findings are compared within their session only, and end with it. */
  readonly endsWithSession?: true;
  readonly find: (batch: SessionBatch, context: ComponentContext) => Promise<readonly Omit<Finding, 'entities'>[]>;
  /** Relation of a newer text to an older one that their language calls unrelated. */
  readonly compare?: NonNullable<ReconcileOptions['compare']>;
}

/** Findings of a model, else of `find`, weighed by category and reconciled with stored memories. */
export function weighedComponent(
  weighed: WeighedOptions,
): Pick<Component, 'name' | 'asks' | 'endsWithSession' | 'consolidate'> {
  const { name, type, categoryWeights, categories, endsWithSession = false, find } = weighed;
  return {
    ...{ name, asks: { categories, among: { components: [name] } }, endsWithSession },
    async consolidate(batch, context) {
      const { modelFindings, languages } = context;
      const among = { components: [name], ...(endsWithSession && { sessionId: batch.sessionId }) };
      const findings =
        modelFindings?.findings.map((each) => findingWithVoice(each, context)) ?? (await find(batch, context));
      const weighedFindings = findings.map(
        (finding): Finding => ({
          ...{ ...finding, type, entities: entitiesOf(finding.content, languages, modelFindings === undefined) },
          importance: Math.min(1, finding.importance * (categoryWeights[finding.category] ?? 1)),
        }),
      );
      const compare = (older: string, newer: string) => {
        const [before, after] = [withoutSpeaker(older), withoutSpeaker(newer)];
        const relation = languages.of(after).compare(before, after);
        return relation === 'unrelated' ? (weighed.compare?.(before, after) ?? relation) : relation;
      };
      return reconcile(weighedFindings, batch, context, { among, compare });
    },
  };
}

const FILE =
  /(?<![\w/.-])(?:[\w.-]+\/)*[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|c|h|cpp|java|rb|md|json|ya?ml|toml|sql|sh|html|css|csv|pdf|ipynb)\b/g;

/** Files and names of a memory. The first word of a verbatim order, such as "Migrate", is no name. */
function entitiesOf(content: string, languages: Languages, isVerbatim: boolean): MentionedEntity[] {
  const text = withoutSpeaker(content);
  const files = (text.match(FILE) ?? []).map((name) => ({ name, type: 'file' }));
  const named = languages
    .of(text)
    .names(text)
    .filter((name) => !isVerbatim || name.start > 0 || !mayBePerson(name))
    .map((name) => ({ name: name.text, type: entityKindOf(name) }));
  return [...files, ...named.filter(({ name }) => !files.some((file) => file.name.includes(name)))];
}
