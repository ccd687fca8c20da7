import type { HookFormat } from '../event.ts';

/** Programs cut or refuse a longer context. */
const MAX_CONTEXT_CHARS = 9_500;

export const fitted = (context: string): string => context.slice(0, MAX_CONTEXT_CHARS).toWellFormed();

/** The answer of programs that take context as `hookSpecificOutput`, for the events that may have one. Their outputs have no other keys. */
export const contextAnswer =
  (events: readonly string[]): HookFormat['answer'] =>
  ({ eventName }, context) =>
    context === undefined || !events.includes(eventName)
      ? ''
      : JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext: fitted(context) } });
