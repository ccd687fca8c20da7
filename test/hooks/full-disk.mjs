// Loaded before a hook: every write to a file fails as on a full disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['writeFileSync', 'appendFileSync'])
  fs[name] = (file) => {
    throw Object.assign(new Error(`ENOSPC: no space left on device, write '${file}'`), { code: 'ENOSPC' });
  };
syncBuiltinESMExports();
