// A personal agent with the OpenAI Agents SDK, over any OpenAI-compatible server. `npm start` once, then, with Ollama or
// another server at OPENAI_BASE_URL:
//   npx node examples/openai-agents.ts "I am allergic to peanuts." "Which snacks should I avoid, given my allergy?"
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { createSouvenir, defineAgent } from 'souvenir-memory';
import { memoryFilter, souvenirSession } from 'souvenir-memory/openai-agents';
import { sqliteStore } from 'souvenir-memory/sqlite';

const {
  OPENAI_BASE_URL: baseURL = 'http://localhost:11434/v1',
  OPENAI_API_KEY: apiKey = 'none',
  MODEL: model = 'llama3.2',
} = process.env;
const said = process.argv.slice(2);
const script = said.length > 0 ? said : ['I am allergic to peanuts.', 'Which snacks should I avoid, given my allergy?'];

const modelProvider = new OpenAIProvider({ baseURL, apiKey, useResponses: false });
const agents = defineAgent({ core: 'You are a kind assistant. Answer in one sentence.' });
const souvenir = await createSouvenir({ store: sqliteStore({ path: 'agent.db' }), agents });

// Each message has a session of its own: only memory connects them.
for (const message of script) {
  const ana = souvenir.for({ userId: 'ana', sessionId: crypto.randomUUID() });
  const runner = new Runner({ modelProvider, model, tracingDisabled: true, callModelInputFilter: memoryFilter(ana) });
  const { finalOutput } = await runner.run(new Agent({ name: 'Helper' }), message, { session: souvenirSession(ana) });
  await ana.sessions.end();
  console.log(`> ${message}\n${finalOutput}`);
}
await souvenir.close();
