export { approximateTokenizer, modelTokenizer } from './tokenizers.ts';
