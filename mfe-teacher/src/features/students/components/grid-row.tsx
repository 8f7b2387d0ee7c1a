import { WarningFilled } from '@ant-design/icons';
import type { GridStudent, HeldSession } from '@qr-attendance/contracts';
import { VisuallyHidden } from '@qr-attendance/ui-kit';
import { formatPercent } from '@qr-attendance/web-kit';
import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isBeforeEnrollment, joinTimeOf } from '../../../shared/is-before-enrollment.ts';
import { isBelowThreshold } from '../grid-rows.ts';
import { StatusLetter } from './status-letter.tsx';

interface Props {
  ref: Ref<HTMLTableRowElement>;
  row: GridStudent;
  index: number;
  sessions: HeldSession[];
  threshold: number;
  line: boolean;
  to: string;
}

export const GridRow = memo(({ ref, row, index, sessions, threshold, line, to }: Props) => {
  const { t } = useTranslation('teacher');
  const { student, statuses, attendancePercentage: rate } = row;
  const below = isBelowThreshold(row, threshold);
  const joined = joinTimeOf(row.enrolledAt);
  const noneOf = (session: HeldSession) => {
    if (!session.active && isBeforeEnrollment(session, joined)) return t('student.noMark.notEnrolled');
    return t(session.active ? 'roster.notYet' : 'roster.noMark');
  };
  const numbers = [student.regNo, student.usn].filter(Boolean).join(' · ');
  return (
    <tr ref={ref} role="row" data-index={index} aria-rowindex={index + 2} className={line ? 'grid-line' : ''}>
      <th role="rowheader" scope="row" className="grid-student">
        {line && (
          <span aria-hidden className="grid-line-label">
            {formatPercent(threshold)}
          </span>
        )}
        <Link dir="auto" to={to}>
          {student.name}
        </Link>
        {numbers && <span className="grid-numbers">{numbers}</span>}
      </th>
      <td role="cell" className={below ? 'grid-rate grid-below' : 'grid-rate'}>
        {below && <WarningFilled aria-hidden />} {rate === null ? '–' : formatPercent(rate)}
        {below && <VisuallyHidden>{t('grid.below', { threshold: formatPercent(threshold) })}</VisuallyHidden>}
      </td>
      {sessions.map((session, column) => (
        <td key={session._id} role="cell" className="grid-cell">
          <StatusLetter status={statuses[column] ?? null} none={noneOf(session)} />
        </td>
      ))}
    </tr>
  );
});
GridRow.displayName = 'GridRow';
