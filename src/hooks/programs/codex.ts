import type { HookFormat } from '../event.ts';
import { fieldsOf } from '../fields.ts';
import { readNested } from './claude-code.ts';
import { contextAnswer } from './context-answer.ts';

export const codex: HookFormat = {
  name: 'codex',
  version: '0.153',
  read: (json) => readNested(codex.name, fieldsOf(json)),
  answer: contextAnswer(['SessionStart', 'UserPromptSubmit']),
};
