export type Family = 'text' | 'vector' | 'entity' | 'time' | 'other';

export const FAMILIES: Readonly<Record<Family, string>> = {
  text: 'Words',
  vector: 'Meaning',
  entity: 'Names',
  time: 'Time',
  other: 'Other',
};

export interface FeatureName {
  readonly family: Family;
  readonly title: string;
  readonly about: string;
}

const FEATURES: Readonly<Record<string, FeatureName>> = {
  vector: { family: 'vector', title: 'Meaning', about: 'Similarity of meaning to the query' },
  covered: {
    family: 'text',
    title: 'Words of long queries',
    about: 'Share of the words of a long query in this memory',
  },
  session: {
    family: 'text',
    title: 'Session words',
    about: 'Share of the query words in its session',
  },
  window: {
    family: 'text',
    title: 'Neighbouring words',
    about: 'Share of the query words in this turn and its neighbours',
  },
  newer: {
    family: 'time',
    title: 'Newer',
    about: 'Similar in meaning and recent, if the query asks for something that changes',
  },
  time: { family: 'time', title: 'Date', about: 'Whether its date is in the period of the query' },
  speaker: { family: 'entity', title: 'Speaker', about: 'Whether the query names its speaker' },
  lately: { family: 'time', title: 'Lately', about: 'Recency, if the query continues a conversation' },
  before: { family: 'vector', title: 'Turn before', about: 'Similarity of the turn before it' },
  after: { family: 'vector', title: 'Turn after', about: 'Similarity of the turn after it' },
  voice: { family: 'other', title: 'Own words', about: 'Penalty for turns of the assistant or a tool' },
  length: { family: 'other', title: 'Length', about: 'Amount of text' },
  text: { family: 'text', title: 'Words', about: 'Share of the query words in this memory' },
  entity: { family: 'entity', title: 'Names', about: 'Whether it mentions an entity of the query' },
  salience: { family: 'other', title: 'Salience', about: 'Importance, recency and use' },
};

export const FEATURE_NAMES: readonly string[] = Object.keys(FEATURES);
export const MAIN_FEATURES: readonly string[] = ['vector', 'covered', 'session', 'window', 'newer', 'time', 'speaker'];

/** A custom ranker may have other features. */
export const featureOf = (name: string): FeatureName =>
  FEATURES[name] ?? { family: 'other', title: name, about: 'Of the current ranker' };
