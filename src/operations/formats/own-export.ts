import { SouvenirError } from '../../errors.ts';
import { ownerKey } from '../../model/scope.ts';
import { recordSchema } from '../../souvenir/export-records.ts';
import type { Format } from './format.ts';

/** What `export` handed out. */
export const ownExport: Format = {
  isOf: ({ kind }) => kind === 'export',
  reader: (scope) =>
    function* ({ value }) {
      const { data: record, error } = recordSchema.safeParse(value);
      const [issue] = error?.issues ?? [];
      if (record === undefined) throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
      if (record.kind === 'export' && ownerKey(record) !== ownerKey(scope))
        throw new SouvenirError(
          'invalidInput',
          'record 1: is of another tenant, user or agent: name them for the import',
        );
      yield { kind: 'record', record };
    },
};
