import type { Answer, Input } from '../../../../src/client/index.ts';

export type Explanation = Answer<'explain'>;
export type Config = Explanation['config'];
export type LeftOut = Explanation['considered'][number];
export type Item = Explanation['items'][number] & Partial<Pick<LeftOut, 'cutBy' | 'sameAs'>>;
export type Change = NonNullable<Input<'explain'>['config']>;
