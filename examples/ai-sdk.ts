// A personal agent with the AI SDK. `npm start` once, then, with AI_GATEWAY_API_KEY (and AI_GATEWAY_URL for one of your own):
//   npx node examples/ai-sdk.ts "I am allergic to peanuts." "Which snacks should I avoid, given my allergy?"
import { createGateway, generateText } from 'ai';
import { createSouvenir, defineAgent } from 'souvenir-memory';
import { withMemory } from 'souvenir-memory/ai-sdk';
import { sqliteStore } from 'souvenir-memory/sqlite';

const { AI_GATEWAY_URL: baseURL, MODEL = 'openai/gpt-5-mini' } = process.env;
const said = process.argv.slice(2);
const script = said.length > 0 ? said : ['I am allergic to peanuts.', 'Which snacks should I avoid, given my allergy?'];

// Or a model of any provider, such as `createOpenAICompatible(…)('llama3.2')` of @ai-sdk/openai-compatible.
const model = createGateway(baseURL === undefined ? {} : { baseURL })(MODEL);
const agents = defineAgent({ core: 'You are a kind assistant. Answer in one sentence.' });
const souvenir = await createSouvenir({ store: sqliteStore({ path: 'agent.db' }), agents });

// Each message has a session of its own: only memory connects them.
for (const prompt of script) {
  const ana = souvenir.for({ userId: 'ana', sessionId: crypto.randomUUID() });
  const { text } = await generateText({ model: withMemory(model, { memory: ana }), prompt });
  await ana.sessions.end();
  console.log(`> ${prompt}\n${text}`);
}
await souvenir.close();
