import { z } from 'zod';

const text = z.string().trim().min(1).max(300);
const list = z.array(text).max(50);

/** What is kept of a user unless the caller says. The order is that of the summary. */
export const defaultProfileSchema = z.object({
  name: text,
  languages: list,
  level: list,
  goals: list,
  style: list,
  gaps: list,
  preferences: list,
});
