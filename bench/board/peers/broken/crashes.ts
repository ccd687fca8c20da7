import { serve } from '../serve.ts';

serve({
  async open() {},
  async record() {},
  async ready() {
    process.stderr.write('Error: the disk is on fire\n');
    process.exit(3);
  },
  recall: async () => [],
  async close() {},
});
