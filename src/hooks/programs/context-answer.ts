import type { HookFormat } from '../event.ts';

/** Programs cut or refuse a longer context. */
const MAX_CONTEXT_CHARS = 9_500;

/** Cut between two lines. The last one stays: it closes the fence around what is no order to the agent. */
export function fitted(context: string): string {
  if (context.length <= MAX_CONTEXT_CHARS) return context;
  const close = context.slice(context.lastIndexOf('\n') + 1).slice(0, MAX_CONTEXT_CHARS);
  const room = context.slice(0, MAX_CONTEXT_CHARS - close.length);
  return `${room.slice(0, room.lastIndexOf('\n') + 1)}${close}`.toWellFormed();
}

/** The answer of programs that take context as `hookSpecificOutput`, for the events that may have one. Their outputs have no other keys. */
export const contextAnswer =
  (events: readonly string[]): HookFormat['answer'] =>
  ({ eventName }, context) =>
    context === undefined || !events.includes(eventName)
      ? ''
      : JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext: fitted(context) } });
