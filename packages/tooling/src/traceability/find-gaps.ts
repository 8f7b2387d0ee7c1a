import { comparable } from './comparable.ts';
import type { Row } from './read-rows.ts';

interface TraceabilityInput {
  rows: Row[];
  required: string[];
  readFile: (path: string) => string | undefined;
}

export const findGaps = ({ rows, required, readFile }: TraceabilityInput): string[] => {
  const requirements = new Set(rows.map(({ requirement }) => requirement));
  const missing = required.filter((one) => !requirements.has(one)).map((one) => `no row for: ${one}`);
  const untested = rows
    .filter(({ tests }) => tests.length === 0)
    .map(({ requirement }) => `no test for: ${requirement}`);
  const dangling = rows.flatMap(({ requirement, tests }) =>
    tests.flatMap(({ file, title }) => {
      const source = readFile(file);
      if (source === undefined) return [`${requirement}: there is no ${file}`];
      return comparable(source).includes(comparable(title))
        ? []
        : [`${requirement}: ${file} has no test “${title}”`];
    }),
  );
  return [...missing, ...untested, ...dangling];
};
