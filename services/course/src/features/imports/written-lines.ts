import type { ImportCounts } from '@qr-attendance/contracts';
import type { ImportedPerson } from '../../db/import-batch-model.ts';
import type { AnyKindRules, Change, Problem } from './kinds/kind.ts';
import { outcomeOfProblem, type PlannedLine } from './plan-batch.ts';

/** Keeps the object of a line about several people when one of them is erased. */
export const NO_SINGLE_KEY = ' ';

export const addedKeys = ({ isThere = () => true }: AnyKindRules, changes: Change<unknown>[]): string[] =>
  changes.flatMap(({ key, before }) => (before === undefined || !isThere(before) ? key : []));

export const peopleOf = (
  { peopleIn }: AnyKindRules,
  keys: string[],
  lines: PlannedLine[],
): ImportedPerson[] => [
  ...keys.flatMap((key) => (peopleIn?.(key) ?? []).map((id) => ({ id, key }))),
  ...[...new Set(lines.flatMap(({ about = [] }) => about))].map((id) => ({ id, key: NO_SINGLE_KEY })),
];

export const withoutKnownPeople = (people: ImportedPerson[], known: ImportedPerson[]): ImportedPerson[] => {
  const ids = new Set(known.map(({ id }) => id));
  return people.filter(({ id }) => !ids.has(id));
};

export const withProblems = (
  lines: PlannedLine[],
  problems: Map<string, Problem>,
): { applied: PlannedLine[]; refused: PlannedLine[] } => {
  const applied = lines.map((line): PlannedLine => {
    const problem = line.outcome === 'unchanged' ? undefined : problems.get(line.key ?? '');
    return problem ? { ...line, ...problem } : line;
  });
  return { applied, refused: applied.filter((line, index) => line !== lines[index]) };
};

export const countRefused = (planned: ImportCounts, refused: PlannedLine[]): ImportCounts => {
  const counts = { ...planned };
  for (const { outcome, problem = 'invalid' } of refused) {
    counts[outcome] -= 1;
    counts[outcomeOfProblem({ problem })] += 1;
  }
  return counts;
};

/** Limits the lines that were not applied to the number that is listed. */
export const limitProblemLines = (lines: PlannedLine[], room: number): PlannedLine[] => {
  let left = room;
  return lines.filter(({ problem }) => {
    if (problem !== undefined) left -= 1;
    return problem === undefined || left >= 0;
  });
};
