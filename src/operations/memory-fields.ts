import { idSchema } from '../model/primitives.ts';
import { scopeFields } from './scope-fields.ts';

/** Which memory, as an input names it. */
export const memoryFields = { ...scopeFields, id: idSchema };
