import { documents } from './documents.ts';
import { entities } from './entities.ts';
import { injections } from './injections.ts';
import { instructions } from './instructions.ts';
import { memories } from './memories.ts';
import { procedures } from './procedures.ts';
import { profile } from './profile.ts';
import { recall } from './recall.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { transfer } from './transfer.ts';
import { trials } from './trials.ts';
import { upkeep } from './upkeep.ts';

export const operations = {
  ...sessions,
  ...injections,
  ...recall,
  ...memories,
  ...profile,
  ...instructions,
  ...procedures,
  ...documents,
  ...settings,
  ...trials,
  ...entities,
  ...transfer,
  ...upkeep,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
