import type { Random } from '../../random.ts';

export type Slots = Readonly<Record<string, string>>;

/** Fills a template: `[one|other]` becomes one of them, `{slot}` its value. */
export function expand(template: string, slots: Slots, random: Random): string {
  return template
    .replace(/\[([^\]]*)\]/g, (_, choices: string) => random.pick(choices.split('|')))
    .replace(/\{(\w+)\}/g, (_, slot: string, at: number, whole: string) => {
      const value = slots[slot];
      if (value === undefined) throw new Error(`no value for {${slot}} in: ${template}`);
      return startsSentence(whole.slice(0, at)) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
    })
    .replace(/\s+/g, ' ')
    .trim();
}

const startsSentence = (before: string): boolean => /(^|[.!?]\s+)$/.test(before);
