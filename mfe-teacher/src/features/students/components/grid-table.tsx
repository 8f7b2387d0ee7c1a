import type { GridStudent, HeldSession } from '@qr-attendance/contracts';
import { ScrollTable, useFocusedRow, type SortableColumn, type SortOrder } from '@qr-attendance/ui-kit';
import { formatTime, formatDay, currentLanguage } from '@qr-attendance/web-kit';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { isAcrossThreshold } from '../grid-rows.ts';
import { thresholdQuery } from '../threshold.ts';
import { GridRow } from './grid-row.tsx';
import './grid-table.css';

const ROW_HEIGHT = 57;

interface Props {
  courseId: string;
  students: GridStudent[];
  sessions: HeldSession[];
  threshold: number;
  sorting: SortOrder;
  onSort: (sorting: SortOrder) => void;
}

const idOf = ({ student }: GridStudent): string => student._id;

/** Renders only visible rows, because 1,500 × 60 cells would block the page. */
export const GridTable = ({ courseId, students, sessions, threshold, sorting, onSort }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const scroller = useRef<HTMLDivElement>(null);
  const { focused, watch } = useFocusedRow();
  const columns: SortableColumn<GridStudent>[] = [
    { key: 'name', title: t('grid.name'), className: 'grid-student', sortBy: ({ student }) => student.name },
    {
      key: 'rate',
      title: t('grid.rate'),
      className: 'grid-rate',
      sortBy: ({ attendancePercentage }) => attendancePercentage ?? undefined,
    },
    ...sessions.map((session) => ({
      key: session._id,
      title: '',
      head: <SessionHead session={session} to={to.session(session._id)} />,
      className: 'grid-cell',
    })),
  ];
  return (
    <ScrollTable
      scroller={scroller}
      // Scroll areas must be focusable for keyboard users.
      box={{ className: 'grid-box', role: 'region', 'aria-label': t('grid.title'), tabIndex: 0 }}
      table={{ role: 'table', 'aria-label': t('grid.title'), className: 'course-grid' }}
      body={watch}
      columns={columns}
      rows={students}
      rowKey={idOf}
      rowHeight={ROW_HEIGHT}
      kept={focused}
      sorting={sorting}
      onSort={onSort}
    >
      {(row, index, rows, measure) => (
        <GridRow
          ref={measure}
          row={row}
          index={index}
          sessions={sessions}
          threshold={threshold}
          line={sorting.id === 'rate' && isAcrossThreshold(rows, index, threshold)}
          to={`${to.student(courseId, idOf(row))}${thresholdQuery(threshold)}`}
        />
      )}
    </ScrollTable>
  );
};

const SessionHead = ({ session, to }: { session: HeldSession; to: string }) => {
  const { t } = useTranslation('teacher');
  const { date, startTime, active } = session;
  const noon = new Date(`${date}T12:00:00Z`);
  const day = Number(date.slice(8));
  const month = new Intl.DateTimeFormat(currentLanguage(), { month: 'short', timeZone: 'UTC' }).format(noon);
  const at = `${formatDay(date)}, ${formatTime(startTime)}`;
  const name = t(active ? 'grid.runningSession' : 'grid.session', { at });
  return (
    <Link
      to={to}
      // The label contains the visible text, which users of speech input say.
      aria-label={`${day} ${month}, ${name}`}
      title={name}
      className={active ? 'grid-session grid-running' : 'grid-session'}
    >
      <span>{day}</span> <span>{month}</span>
    </Link>
  );
};
