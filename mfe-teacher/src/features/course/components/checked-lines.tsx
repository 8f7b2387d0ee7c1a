import { rosterOutcomeSchema } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import type { FileLine } from '../roster-file.ts';

const SHOWN_LINES = 500;
const outcomes = [...rosterOutcomeSchema.options, 'unread', 'damaged', 'skipped', 'other'] as const;
export type Outcome = (typeof outcomes)[number];
/** Outcomes that require no action. */
export const SUCCESSFUL_OUTCOMES: readonly Outcome[] = ['added', 'created', 'present', 'repeated', 'skipped'];

export interface CheckedLine {
  line: FileLine;
  outcome: Outcome;
}

/** A line may name several students. */
const contentOf = ({ line, cells }: FileLine): string => {
  const all = cells.filter(Boolean).join(', ');
  const isOneOfSeveral = line !== undefined && line.person.includes('@') && all.split('@').length > 2;
  return isOneOfSeveral ? [line.name, line.person].filter(Boolean).join(', ') : all;
};

export const CheckedLines = ({ checked, isDone }: { checked: CheckedLine[]; isDone: boolean }) => {
  const { t } = useTranslation('teacher');
  const counts = outcomes
    .map((outcome) => ({ outcome, count: checked.filter((one) => one.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  // Only `added` and `created` have a different text after the lines have been added.
  const textOf = (outcome: Outcome) =>
    isDone && (outcome === 'added' || outcome === 'created')
      ? (`addStudents.done.${outcome}` as const)
      : (`addStudents.count.${outcome}` as const);
  const sorted = checked.toSorted(
    (one, other) =>
      Number(SUCCESSFUL_OUTCOMES.includes(one.outcome)) - Number(SUCCESSFUL_OUTCOMES.includes(other.outcome)),
  );
  return (
    <>
      <p role="status" className="flush above-sm below-xs">
        {counts.map(({ outcome, count }) => t(textOf(outcome), { count })).join(' · ')}
      </p>
      <div className="add-students-lines" role="region" aria-label={t('addStudents.lines')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('addStudents.line')}</th>
              <th scope="col">{t('addStudents.content')}</th>
              <th scope="col">{t('addStudents.result')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN_LINES).map(({ line, outcome }, index) => (
              <tr key={`${line.number} ${index}`}>
                <td className="number">{line.number}</td>
                <td dir="auto">{contentOf(line)}</td>
                <td>{t(`addStudents.outcome.${outcome}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
