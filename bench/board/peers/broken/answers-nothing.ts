import { serve } from '../serve.ts';

serve({
  async open() {},
  async record() {},
  async ready() {},
  recall: async () => [],
  async close() {},
});
