export { anyLanguage } from './any.ts';
export { english } from './english/english.ts';
export { languages } from './languages.ts';
