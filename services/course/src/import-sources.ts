import { IMPORT_FIELDS } from '@qr-attendance/contracts';
import { FILES, type Ranking } from '@qr-attendance/statements';
import { z } from 'zod';

const MAX_SOURCES = 10;
const NAME = /^[a-z][a-z0-9-]{0,29}$/u;
/** The values of a person by the names of their columns. ID and role cannot have exceptions. */
const FIELDS = new Map(
  IMPORT_FIELDS.people.flatMap(({ name }): [string, string][] => {
    if (name === 'person' || name === 'role') return [];
    if (name === 'registrationNumber') return [[name, 'regNo']];
    return [[name, name === 'unit' ? 'department' : name]];
  }),
);

const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

/** @returns the ranking, or the error in the text */
const readRanking = (text: string): Ranking | string => {
  const [first = '', ...exceptions] = text.split(';');
  const sources = namesIn(first);
  const wrong = sources.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    return `“${wrong}” is no name: small letters, digits and hyphens, at most 30, separated by commas`;
  if (sources.length > MAX_SOURCES) return `must have at most ${MAX_SOURCES} sources`;
  if (new Set(sources).size < sources.length) return 'must name each source once';
  const fields: Ranking['fields'] = {};
  for (const exception of exceptions) {
    const [column = '', names = ''] = exception.split(':').map((part) => part.trim());
    const field = FIELDS.get(column);
    if (field === undefined)
      return `“${column}” is no value of a person. Accepted are ${[...FIELDS.keys()].join(', ')}`;
    const ranked = namesIn(names);
    if (new Set(ranked).size < ranked.length || !ranked.every((name) => sources.includes(name)))
      return `${column} must rank sources of the list, each once: ${sources.join(', ')}`;
    fields[field] = ranked;
  }
  return { sources, fields };
};

export const importSourcesSchema = z
  .string()
  .default(FILES)
  .transform((text, context): Ranking => {
    const ranking = readRanking(text === '' ? FILES : text);
    if (typeof ranking !== 'string') return ranking;
    context.addIssue({ code: 'custom', message: ranking });
    return z.NEVER;
  })
  .meta({
    description:
      'Systems whose files are imported, highest rank first: `registry,hr`. After a semicolon, other ranks for a value of people: `registry,hr;email:hr,registry`. See [imports](imports.md).',
    defaultText: `\`${FILES}\``,
  });
