/** What an agent's manner can come to be, as it is told after "has come to". */
export const TRAITS = {
  brief: 'keep answers short',
  thorough: 'treat a question in depth',
  clear: 'explain things clearly',
  humorous: 'bring wit to a conversation',
  serious: 'stay serious and leave jokes aside',
  unapologetic: 'carry on without needless apologies',
  direct: 'come straight to the point',
  gentle: 'put things gently',
  patient: 'take time for people patiently',
  encouraging: 'cheer people on and encourage them',
  lists: 'lay matters out in lists',
  prose: 'write in plain paragraphs',
  asking: 'ask before acting',
  decisive: 'act without asking back',
  plain: 'write plainly without emoji',
  formal: 'hold to a formal, polite tone',
  casual: 'talk in a casual, relaxed tone',
  candid: 'say openly what is uncertain',
  sober: 'leave out flattery',
  examples: 'illustrate ideas with examples',
  stepwise: 'go through things step by step',
  coding: 'show code rather than describe it',
  handy: 'reach for tools to find out',
} as const;
export type TraitName = keyof typeof TRAITS;

export const isTrait = (name: string): name is TraitName => Object.hasOwn(TRAITS, name);

const OPPOSITES: readonly (readonly [TraitName, TraitName])[] = [
  ['brief', 'thorough'],
  ['humorous', 'serious'],
  ['direct', 'gentle'],
  ['lists', 'prose'],
  ['asking', 'decisive'],
  ['formal', 'casual'],
];

export function oppositeOf(trait: TraitName): TraitName | undefined {
  const pair = OPPOSITES.find((each) => each.includes(trait));
  return pair?.find((each) => each !== trait);
}
