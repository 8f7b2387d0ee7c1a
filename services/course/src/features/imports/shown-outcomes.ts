import type { ImportOutcome } from '@qr-attendance/contracts';
import type { ImportOutcomesDocument } from '../../db/import-outcome-model.ts';
import type { PlannedLine } from './plan-batch.ts';

export type ShownOutcomes = Pick<ImportOutcomesDocument, 'outcomes' | 'ending'>;

export interface DifferentLine {
  line: number;
  was: ImportOutcome;
  now: ImportOutcome;
  key?: string | undefined;
  about?: string | undefined;
  values: string[];
  problem?: PlannedLine['problem'];
}

/** Everything that a preview shows about a line, beginning with the outcome. */
const shownOf = ({ outcome, problem, overrides = [] }: PlannedLine): string =>
  [outcome, problem ?? '', ...overrides.toSorted()].join(' ').trimEnd();

/** Objects that a complete file omits have no line. */
const isMissing = ({ line }: PlannedLine): boolean => line === 0;

export const shownOutcomesOf = (lines: PlannedLine[]): ShownOutcomes => {
  const outcomes: ShownOutcomes['outcomes'] = [];
  for (const line of lines.filter((one) => !isMissing(one))) {
    const shown = shownOf(line);
    const last = outcomes.at(-1);
    if (last?.shown === shown) last.count += 1;
    else outcomes.push({ shown, count: 1 });
  }
  return { outcomes, ending: lines.filter(isMissing).flatMap(({ key }) => key ?? []) };
};

/** Compares the lines of a batch with what a preview showed (rule 4 of statements). */
export const findDifferent = (
  { outcomes, ending }: ShownOutcomes,
  lines: PlannedLine[],
  isExpected: (line: PlannedLine, was: string) => boolean = () => false,
): DifferentLine[] => {
  const shown = outcomes.flatMap(({ shown: one, count }) => Array.from({ length: count }, () => one));
  const different = lines
    .filter((line) => !isMissing(line))
    .flatMap((planned, index): DifferentLine[] => {
      const was = shown[index];
      if (was === undefined || was === shownOf(planned) || isExpected(planned, was)) return [];
      const { line, outcome: now, key, about, values, problem } = planned;
      return [{ line, was: was.split(' ')[0] as ImportOutcome, now, key, about, values, problem }];
    });
  const [before, after] = [new Set(ending), new Set(lines.filter(isMissing).flatMap(({ key }) => key ?? []))];
  const lacking = (
    [some, others]: [Set<string>, Set<string>],
    was: ImportOutcome,
    now: ImportOutcome,
  ): DifferentLine[] =>
    [...some].filter((key) => !others.has(key)).map((key) => ({ line: 0, was, now, key, values: [key] }));
  return [
    ...different,
    ...lacking([before, after], 'ended', 'unchanged'),
    ...lacking([after, before], 'unchanged', 'ended'),
  ];
};
