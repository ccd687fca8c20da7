import { describe, expect, it } from 'vitest';
import { itemKey } from './item-key.ts';

describe('what tells elements of a list apart', () => {
  it.each([
    ['goals', 'Run a marathon', 'run the marathons.'],
    ['goals', 'visit cities', 'Visit a city'],
    ['style', 'boxes', 'box'],
    ['languages', 'German (learning)', 'german'],
    ['level', 'beginner in German', 'B2 in German'],
    ['level', 'new to Rust', 'expert in Rust'],
    ['preferences', 'hates olives', 'loves olives'],
    ['preferences', 'favourite editor is Vim', 'favorite editor is Zed'],
  ])('is nothing in %s between %j and %j', (field, one, other) =>
    expect(itemKey(field, one)).toBe(itemKey(field, other)),
  );

  it.each([
    ['gaps', 'C', 'C++'],
    ['gaps', 'C#', 'C++'],
    ['gaps', 'the class', 'the clas'],
    ['goals', 'German (learning)', 'German'],
    ['level', 'B2 in German', 'B2 in Greek'],
    ['preferences', 'prefers tea over coffee', 'prefers coffee over tea'],
    ['own', 'hates olives', 'loves olives'],
    ['own', 'the', 'a'],
    ['own', '名前', '名字'],
  ])('is something in %s between %j and %j', (field, one, other) =>
    expect(itemKey(field, one)).not.toBe(itemKey(field, other)),
  );
});
