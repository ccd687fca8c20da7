export { type AiSdkModel, aiSdkLlm } from './ai-sdk-llm.ts';
export { anthropicLlm } from './anthropic-llm.ts';
export { llmReader } from './llm-reader.ts';
export { ollamaLlm } from './ollama-llm.ts';
export { openAiLlm } from './open-ai-llm.ts';
