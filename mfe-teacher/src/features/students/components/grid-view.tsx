import type { AttendanceStatus } from '@qr-attendance/contracts';
import { Button, EmptyState, ExportButton, PrintButton, type SortOrder } from '@qr-attendance/ui-kit';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GRID_FILE, useExportGrid } from '../api.ts';
import { chooseStudents, isBelowThreshold, sortByName, type Grid } from '../grid-rows.ts';
import { useThreshold } from '../threshold.ts';
import { GridFilterBar } from './grid-filter-bar.tsx';
import { GridTable } from './grid-table.tsx';
import { StatusLetter } from './status-letter.tsx';

const STATUSES: AttendanceStatus[] = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'];

interface Props {
  courseId: string;
  sectionId: string | undefined;
  grid: Grid;
  onOlder: (() => void) | undefined;
  onNewer: (() => void) | undefined;
}

export const GridView = ({ courseId, sectionId, grid: { students, sessions }, onOlder, onNewer }: Props) => {
  const { t } = useTranslation('teacher');
  const { threshold, setThreshold, onlyBelow, showOnlyBelow } = useThreshold();
  const exportGrid = useExportGrid(courseId, sectionId);
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState<SortOrder>({ id: 'name', desc: false });
  const sorted = useMemo(() => sortByName(students), [students]);
  const shown = useMemo(
    () => chooseStudents(sorted, typed, onlyBelow ? threshold : undefined),
    [sorted, typed, onlyBelow, threshold],
  );
  const below = useMemo(
    () => students.filter((one) => isBelowThreshold(one, threshold)).length,
    [students, threshold],
  );
  if (students.length === 0) return <EmptyState message={t('courseDetails.noStudents')} />;
  return (
    <div className="stack">
      <GridFilterBar
        typed={typed}
        onType={setTyped}
        threshold={threshold}
        onThreshold={setThreshold}
        onlyBelow={onlyBelow}
        onOnlyBelow={showOnlyBelow}
        counts={{ all: students.length, below }}
      />
      <div className="row">
        <ExportButton load={exportGrid} fileName={GRID_FILE} />
        <PrintButton print={() => window.print()} />
      </div>
      {onOlder && <p className="print-only">{t('grid.printCut', { count: sessions.length })}</p>}
      {sessions.length === 0 && <p className="flush">{t('grid.noSessions')}</p>}
      {shown.length === 0 ? (
        <EmptyState message={t('roster.noMatch')} />
      ) : (
        <GridTable
          courseId={courseId}
          students={shown}
          sessions={sessions}
          threshold={threshold}
          sorting={sorting}
          onSort={setSorting}
        />
      )}
      {(onOlder ?? onNewer) && (
        <div className="row">
          {onNewer && <Button onClick={onNewer}>{t('grid.newer')}</Button>}
          {onOlder && <Button onClick={onOlder}>{t('grid.older')}</Button>}
        </div>
      )}
      <ul className="grid-legend">
        {STATUSES.map((status) => (
          <li key={status}>
            <span aria-hidden>
              <StatusLetter status={status} none="" />
            </span>
            {t(`common:status.${status}`)}
          </li>
        ))}
        <li>
          <span aria-hidden>–</span>
          {t('roster.noMark')}
        </li>
        <li>{t('grid.counted')}</li>
      </ul>
    </div>
  );
};
