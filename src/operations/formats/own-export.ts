import { SouvenirError } from '../../errors.ts';
import { ownerKey, ownerOf } from '../../model/scope.ts';
import { parseRecord } from '../../transfer/export-records.ts';
import type { Format } from './format.ts';

export const ownExport: Format = {
  isOf: ({ kind }) => kind === 'export',
  reader: (scope) =>
    async function* ({ value }) {
      const record = await parseRecord(value, ownerOf(scope));
      if (record.kind === 'export' && ownerKey(record) !== ownerKey(scope))
        throw new SouvenirError(
          'invalidInput',
          'record 1: belongs to another tenant, user or agent: pass them to the import',
        );
      yield { kind: 'record', record };
    },
};
