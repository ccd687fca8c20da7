import type { FactKind } from './fact-kind.ts';
import { events } from './kinds/events.ts';
import { family } from './kinds/family.ts';
import { health } from './kinds/health.ts';
import { homeLife } from './kinds/home-life.ts';
import { person } from './kinds/person.ts';
import { project } from './kinds/project.ts';
import { tastes } from './kinds/tastes.ts';
import { tools } from './kinds/tools.ts';
import { work } from './kinds/work.ts';

export const FACT_KINDS: readonly FactKind[] = [
  ...person,
  ...family,
  ...health,
  ...tastes,
  ...work,
  ...project,
  ...tools,
  ...homeLife,
  ...events,
];
