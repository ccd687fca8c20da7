import { styleText } from 'node:util';

/** Colours on a terminal, plain text elsewhere and under NO_COLOR: `styleText` looks at stdout for both. */
export const bold = (text: string): string => styleText('bold', text);
export const dim = (text: string): string => styleText('dim', text);
export const green = (text: string): string => styleText('green', text);
export const red = (text: string): string => styleText('red', text);
