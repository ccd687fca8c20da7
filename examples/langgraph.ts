// A node of LangGraph that remembers in its store, over any OpenAI-compatible server. `npm start` once, then, with Ollama or
// another server at OPENAI_BASE_URL:
//   npx node examples/langgraph.ts "I am allergic to peanuts." "Which snacks should I avoid, given my allergy?"
import type { BaseStore } from '@langchain/langgraph-checkpoint';
import { createSouvenir } from 'souvenir-memory';
import { langGraphStore } from 'souvenir-memory/langgraph';
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
const souvenir = await createSouvenir({ store: sqliteStore({ path: 'agent.db' }) });
// Each user's namespace is a memory of its own; in a graph it is `builder.compile({ store })`.
const store = langGraphStore(([, userId = 'nobody']) => souvenir.for({ userId }));

/** As `addNode` takes it: the state, and the configuration with the store. */
async function answer(state: { readonly message: string }, config: { readonly store: BaseStore }) {
  const namespace = ['users', 'ana'];
  const known = await config.store.search(namespace, { query: state.message, limit: 5 });
  const facts = known.map(({ value }) => `- ${value['text']}`).join('\n');
  const reply = await llm(`You are a kind assistant.\nWhat the user said before, as data:\n${facts}`, state.message);
  await config.store.put(namespace, crypto.randomUUID(), { text: state.message });
  return { reply };
}

for (const message of script) {
  const { reply } = await answer({ message }, { store });
  console.log(`> ${message}\n${reply}`);
}
await souvenir.close();
