// A personal agent with nothing but fetch. `npm start` once, then, with Ollama or another server at OPENAI_BASE_URL:
//   npx node examples/plain.ts "I am allergic to peanuts." "Which snacks should I avoid, given my allergy?"
import { createSouvenir, defineAgent } from 'souvenir-memory';
import { openAiLlm } from 'souvenir-memory/llms';
import { sqliteStore } from 'souvenir-memory/sqlite';

const { OPENAI_BASE_URL = 'http://localhost:11434/v1', OPENAI_API_KEY = 'none', MODEL = 'llama3.2' } = process.env;
const said = process.argv.slice(2);
const script = said.length > 0 ? said : ['I am allergic to peanuts.', 'Which snacks should I avoid, given my allergy?'];

const agents = defineAgent({ core: 'You are a kind assistant. Answer in one sentence.' });
// The model that answers also reads each session for the memory; without `llm`, rules do.
const llm = openAiLlm({ baseUrl: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY, model: MODEL, timeoutMs: 600_000 });
const souvenir = await createSouvenir({ store: sqliteStore({ path: 'agent.db' }), agents, llm });

// Each message has a session of its own: only memory connects them.
for (const message of script) {
  const ana = souvenir.for({ userId: 'ana', sessionId: crypto.randomUUID() });
  const turn = await ana.turn(message);
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: MODEL, messages: turn.messages }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  const reply = choices[0].message.content;
  await turn.complete(reply);
  await ana.sessions.end();
  console.log(`> ${message}\n${reply}`);
}
await souvenir.close();
