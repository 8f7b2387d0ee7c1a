import type { z } from 'zod/mini';
import { invalid } from '../errors.ts';

const isSentence = (message: string) => /^\p{Lu}/u.test(message);

const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : issue.message;

/**
 * @throws DomainError (invalid) whose message contains the first problem, and whose details list all by field
 */
export const parsePart = <Schema extends z.ZodMiniType>(
  part: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= messageOf(issue);
  const [field, message] = Object.entries(fields)[0] ?? [part, 'is not valid'];
  const sentence = isSentence(message) ? message : `${field} ${message}`;
  throw invalid('invalid_request', sentence, { fields });
};
