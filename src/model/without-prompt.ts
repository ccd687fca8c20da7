const PROMPT = / \([^():\n]{1,61}: [^()]*\)$/u;

/** Removes the end of the turn before, which a reply that does not stand alone is stored with: "In Porto. (assistant: Where do you live?)" */
export const withoutPrompt = (content: string): string => content.replace(PROMPT, '');
