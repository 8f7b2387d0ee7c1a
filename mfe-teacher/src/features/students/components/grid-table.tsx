import type { GridStudent, HeldSession } from '@qr-attendance/contracts';
import { formatTime, formatDay, currentLanguage, useBasePath } from '@qr-attendance/web-kit';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { orderOf, SortHead } from '../../../shared/sort-head.tsx';
import { usePrinting } from '../../../shared/use-printing.ts';
import { thresholdRow, type Sorting } from '../grid-rows.ts';
import { thresholdQuery } from '../threshold.ts';
import { GridRow } from './grid-row.tsx';
import './grid-table.css';

/** The estimated row height in pixels, until measured. */
const HEIGHT = 57;
const OVERSCAN = 8;

interface Props {
  courseId: string;
  students: GridStudent[];
  sessions: HeldSession[];
  threshold: number;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

const useDrawnRows = (students: GridStudent[]) => {
  const printing = usePrinting();
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  const virtualizer = useVirtualizer({
    count: students.length,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT,
    getItemKey: (index) => students[index]?.student._id ?? index,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].toSorted((a, b) => a - b);
    },
  });
  if (printing)
    return { box, setFocused, drawn: students.map((_one, index) => ({ index, before: 0 })), after: 0 };
  const drawn: { index: number; before: number }[] = [];
  let end = 0;
  for (const { index, start, end: below } of virtualizer.getVirtualItems()) {
    drawn.push({ index, before: Math.max(0, start - end) });
    end = below;
  }
  const after = Math.max(0, virtualizer.getTotalSize() - end);
  return { box, setFocused, drawn, after, measure: virtualizer.measureElement };
};

const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden="true" className="grid-gap">
    <td style={{ height }} />
  </tr>
);

const indexOf = (target: Element): number | undefined => {
  const index = target.closest<HTMLElement>('tr[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
};

/** Only rows in view are rendered, because 1,500 × 60 cells would block the page. */
export const GridTable = ({ courseId, students, sessions, threshold, sorting, onSort }: Props) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const { box, setFocused, drawn, after, measure } = useDrawnRows(students);
  const line = sorting.by === 'rate' ? thresholdRow(students, threshold) : undefined;
  const sortHead = (by: Sorting['by'], className: string) => (
    <SortHead
      title={t(`grid.${by}`)}
      className={className}
      order={orderOf(sorting, by)}
      onPress={() => onSort({ by, descending: sorting.by === by && !sorting.descending })}
    />
  );
  return (
    // Scroll areas must be focusable for keyboard users.
    <div ref={box} className="grid-box" role="region" aria-label={t('grid.title')} tabIndex={0}>
      <table
        role="table"
        aria-rowcount={students.length + 1}
        aria-label={t('grid.title')}
        className="course-grid"
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {sortHead('name', 'grid-student')}
            {sortHead('rate', 'grid-rate')}
            {sessions.map((session) => (
              <th key={session._id} role="columnheader" scope="col" className="grid-cell">
                <SessionHead session={session} to={to.session(session._id)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          onFocus={({ target }) => setFocused(indexOf(target))}
          onBlur={() => setFocused(undefined)}
        >
          {drawn.map(({ index, before }) => {
            const row = students[index];
            if (!row) return null;
            const { _id } = row.student;
            return [
              before > 0 && <Gap key={`before ${_id}`} height={before} />,
              <GridRow
                key={_id}
                ref={(measure ?? null) as Ref<HTMLTableRowElement>}
                row={row}
                index={index}
                sessions={sessions}
                threshold={threshold}
                line={index === line}
                to={`${to.student(courseId, _id)}${thresholdQuery(threshold)}`}
              />,
            ];
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
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
      // Contains the visible text, which speech-input users say.
      aria-label={`${day} ${month}, ${name}`}
      title={name}
      className={active ? 'grid-session grid-running' : 'grid-session'}
    >
      <span>{day}</span> <span>{month}</span>
    </Link>
  );
};
