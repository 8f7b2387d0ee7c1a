import type { AttendanceStatus } from '@qr-attendance/contracts';
import { EmptyState } from '@qr-attendance/ui-kit';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { orderOf, SortHead } from '../../../../shared/sort-head.tsx';
import type { Pending } from '../../marking/use-pending.ts';
import type { RosterRow as Row, SortKey, Sorting } from '../../roster-rows.ts';
import { useInside } from '../../use-inside.ts';
import { RosterRow } from './roster-row.tsx';
import { useRosterColumns } from './use-roster-columns.ts';
import { useRowKeys } from './use-row-keys.ts';
import { ROW_HEIGHT, useWindowedRows } from './use-windowed-rows.ts';

interface Props {
  rows: Row[];
  sessionId: string;
  active: boolean;
  canSet: boolean;
  canEnroll: boolean;
  arrived: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  showWhy: boolean;
  pending: Pending;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onSelect: (row: Row) => void;
  onSelectAll: (selected: boolean) => void;
  onSet: (row: Row, status: AttendanceStatus) => void;
  onClear: (row: Row) => void;
  onOpen: (row: Row) => void;
  /** Called when the pointer or the focus enters the rows, and when both have left. */
  onEnter: () => void;
  onLeave: () => void;
  empty: string;
}

const Gap = ({ rows }: { rows: number }) =>
  rows > 0 && (
    <tr aria-hidden="true" className="roster-gap">
      <td style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  );

/** One-line rows in a scroll area, so that the rest of the page stays in view. */
export const RosterTable = memo((props: Props) => {
  const { t } = useTranslation('teacher');
  const { rows, sorting, onSort, selected, onSelectAll, empty, onEnter, onLeave, pending, showWhy, ...row } =
    props;
  const { columns, titleOf } = useRosterColumns();
  const scroller = useRef<HTMLDivElement>(null);
  const { current, onFocus, onKeyDown } = useRowKeys({ scroller, rows, ...row });
  const indexes = useWindowedRows(scroller, rows.length, current);
  const inside = useInside(scroller, { onEnter, onLeave });
  const allSelected = rows.length > 0 && rows.every(({ student }) => selected.has(student._id));
  const head = (by: SortKey, className: string) => (
    <SortHead
      title={titleOf(by)}
      className={className}
      order={orderOf(sorting, by)}
      // Times sort newest first.
      onPress={() => onSort({ by, descending: sorting.by === by ? !sorting.descending : by === 'time' })}
    />
  );
  return (
    <div ref={scroller} className="roster-scroll">
      <table
        role="grid"
        aria-rowcount={rows.length + 1}
        aria-multiselectable={row.canSet}
        aria-label={t('roster.title')}
        className={`roster roster-numbers-${columns.filter((by) => by === 'regNo' || by === 'usn').length} ${showWhy ? 'roster-why' : ''}`}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" className="roster-select">
              {row.canSet && rows.length > 0 && (
                <label>
                  <input
                    type="checkbox"
                    checked={allSelected}
                    ref={(box) => {
                      if (box) box.indeterminate = !allSelected && selected.size > 0;
                    }}
                    aria-label={t('roster.selectAll', { count: rows.length })}
                    onChange={({ target }) => onSelectAll(target.checked)}
                  />
                  <span className="roster-select-all">{t('roster.selectAll', { count: rows.length })}</span>
                </label>
              )}
            </th>
            {head('name', 'roster-name')}
            {columns.includes('regNo') && head('regNo', 'roster-number')}
            {columns.includes('usn') && head('usn', 'roster-number')}
            {head('time', 'roster-time')}
            {head('status', 'roster-status')}
            <th role="columnheader" scope="col" className="roster-actions">
              {row.canSet && t('roster.set')}
            </th>
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          onKeyDown={onKeyDown}
          // Safari does not focus a clicked button, and the order is held only while the focus is inside.
          onClick={({ target }) => {
            const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
            if (row && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
          }}
          {...inside}
          onFocus={(event) => {
            inside.onFocus();
            onFocus(event);
          }}
        >
          {indexes.flatMap((index, at) => {
            const one = rows[index];
            if (!one) return [];
            const { student, mark } = one;
            return [
              <Gap key={`before ${student._id}`} rows={index - (indexes[at - 1] ?? -1) - 1} />,
              <RosterRow
                key={student._id}
                row={one}
                index={index}
                isCurrent={index === current}
                sessionId={row.sessionId}
                active={row.active}
                canSet={row.canSet}
                canEnroll={row.canEnroll}
                arrived={mark !== undefined && row.arrived.has(mark._id)}
                selected={selected.has(student._id)}
                waiting={pending.get(student._id)}
                onSelect={row.onSelect}
                onSet={row.onSet}
                onClear={row.onClear}
                onOpen={row.onOpen}
              />,
            ];
          })}
          <Gap rows={rows.length - 1 - (indexes.at(-1) ?? rows.length - 1)} />
        </tbody>
      </table>
      {rows.length === 0 && <EmptyState message={empty} />}
    </div>
  );
});
RosterTable.displayName = 'RosterTable';
