import { reasonOf, SouvenirError } from '../../errors.ts';

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly advice?: string;
}

export interface Finding {
  readonly detail: string;
  /** What to do; its presence makes the check fail. */
  readonly advice?: string | undefined;
}

/** Runs one check; an error is a finding like any other. */
export async function check(name: string, look: () => Promise<Finding> | Finding): Promise<Check> {
  try {
    const { detail, advice } = await look();
    return { name, ok: advice === undefined, detail, ...(advice !== undefined && { advice }) };
  } catch (error) {
    const advice = (SouvenirError.is(error) && error.advice) || 'install the package again';
    return { name, ok: false, detail: reasonOf(error), advice };
  }
}
