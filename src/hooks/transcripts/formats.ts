import type { HookProgram } from '../event.ts';
import { claudeCodeTranscripts } from './claude-code.ts';
import { codexTranscripts } from './codex.ts';
import { cursorTranscripts } from './cursor.ts';
import { geminiTranscripts } from './gemini.ts';
import { opencodeTranscripts } from './opencode.ts';
import type { TranscriptFormat } from './transcript.ts';

export const TRANSCRIPT_FORMATS: Readonly<Record<HookProgram, TranscriptFormat>> = {
  ...{ 'claude-code': claudeCodeTranscripts, codex: codexTranscripts, cursor: cursorTranscripts },
  ...{ gemini: geminiTranscripts, opencode: opencodeTranscripts },
};
