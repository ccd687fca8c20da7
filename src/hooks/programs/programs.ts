import type { HookFormat, HookProgram } from '../event.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

export const HOOK_FORMATS: Readonly<Record<HookProgram, HookFormat>> = {
  ...{ 'claude-code': claudeCode, codex, cursor },
  ...{ gemini, opencode },
};
