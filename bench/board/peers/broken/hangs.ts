import { serve } from '../serve.ts';

serve({
  async open() {},
  async record() {},
  async ready() {},
  recall: () => Promise.withResolvers<[]>().promise,
  async close() {},
});
