// A personal agent with the AI SDK. `npm start` once, then, with AI_GATEWAY_API_KEY (and AI_GATEWAY_URL for one of your own):
//   npx node examples/ai-sdk.ts "I am allergic to peanuts." "Which snacks should I avoid, given my allergy?"
import { createGateway, generateText } from 'ai';
import { createSouvenir, defineAgent, sqliteStore } from 'souvenir-memory';

const { AI_GATEWAY_URL: baseURL, MODEL = 'openai/gpt-5-mini' } = process.env;
const said = process.argv.slice(2);
const script = said.length > 0 ? said : ['I am allergic to peanuts.', 'Which snacks should I avoid, given my allergy?'];

// Or a model of any provider, such as `createOpenAICompatible(…)('llama3.2')` of @ai-sdk/openai-compatible.
const model = createGateway(baseURL === undefined ? {} : { baseURL })(MODEL);
const agents = defineAgent({ core: 'You are a kind assistant. Answer in one sentence.' });
const souvenir = await createSouvenir({ store: sqliteStore({ path: 'agent.db' }), agents });

// Each message in a session of its own: nothing but memory ties them.
for (const message of script) {
  const session = { userId: 'ana', sessionId: crypto.randomUUID() };
  const turn = await souvenir.turn({ ...session, message });
  const { text: reply } = await generateText({ model, messages: [...turn.messages], allowSystemInMessages: true });
  await turn.complete(reply);
  await souvenir.endSession(session);
  console.log(`> ${message}\n${reply}`);
}
await souvenir.close();
