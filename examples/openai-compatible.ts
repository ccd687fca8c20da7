// A personal agent over any OpenAI-compatible server, by Souvenir's own adapter. `npm start` once, then, with Ollama or
// another server at OPENAI_BASE_URL:
//   npx node examples/openai-compatible.ts "I am allergic to peanuts." "Which snacks should I avoid, given my allergy?"
import { createSouvenir, defineAgent } from 'souvenir-memory';
import { openAiLlm } from 'souvenir-memory/llms';
import { sqliteStore } from 'souvenir-memory/sqlite';

const {
  OPENAI_BASE_URL: baseUrl = 'http://localhost:11434/v1',
  OPENAI_API_KEY: apiKey,
  MODEL = 'llama3.2',
} = process.env;
const said = process.argv.slice(2);
const script = said.length > 0 ? said : ['I am allergic to peanuts.', 'Which snacks should I avoid, given my allergy?'];

const llm = openAiLlm({ baseUrl, model: MODEL, ...(apiKey !== undefined && { apiKey }) });
const agents = defineAgent({ core: 'You are a kind assistant. Answer in one sentence.' });
const souvenir = await createSouvenir({ store: sqliteStore({ path: 'agent.db' }), agents });

// Each message has a session of its own: only memory connects them.
for (const message of script) {
  const ana = souvenir.for({ userId: 'ana', sessionId: crypto.randomUUID() });
  const turn = await ana.turn(message);
  // The adapter takes two texts: the prompt before the message, and the message.
  const reply = await llm(turn.text.slice(0, -`\n\nMessage:\n${message}`.length), message);
  await turn.complete(reply);
  await ana.sessions.end();
  console.log(`> ${message}\n${reply}`);
}
await souvenir.close();
