import type { AttendanceStatus } from '@qr-attendance/contracts';
import { EmptyState, ScrollTable } from '@qr-attendance/ui-kit';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingDecisions } from '../../marking/use-pending.ts';
import type { RosterRow as Row, SortKey, RosterSortOrder } from '../../roster-rows.ts';
import { useInteraction } from '../../use-interaction.ts';
import { RosterRow } from './roster-row.tsx';
import { useRosterColumns } from './use-roster-columns.ts';
import { ROW_HEIGHT, useRowKeys } from './use-row-keys.ts';

interface Props {
  rows: Row[];
  groups: ReadonlyMap<string, string>;
  sessionId: string;
  active: boolean;
  canSet: boolean;
  canEnroll: boolean;
  arrived: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  showWhy: boolean;
  pending: PendingDecisions;
  sorting: RosterSortOrder;
  onSort: (sorting: RosterSortOrder) => void;
  onSelect: (row: Row) => void;
  onSelectAll: (selected: boolean) => void;
  onSet: (row: Row, status: AttendanceStatus) => void;
  onClear: (row: Row) => void;
  onOpen: (row: Row) => void;
  /** Called when the pointer or the focus enters the rows; `onLeave` when both have left. */
  onEnter: () => void;
  onLeave: () => void;
  empty: string;
}

const HEAD_HEIGHT = 36;
const CLASS: Record<SortKey, string> = {
  name: 'roster-name',
  regNo: 'roster-number',
  usn: 'roster-number',
  time: 'roster-time',
  status: 'roster-status',
};
const idOf = ({ student }: Row): string => student._id;

/** A row has one line and the rows scroll, so that the rest of the page stays visible. */
export const RosterTable = memo((props: Props) => {
  const { t } = useTranslation('teacher');
  const {
    rows,
    groups,
    sorting,
    onSort,
    selected,
    onSelectAll,
    empty,
    onEnter,
    onLeave,
    pending,
    showWhy,
    ...row
  } = props;
  const { columns, titleOf } = useRosterColumns();
  const scroller = useRef<HTMLDivElement>(null);
  const { current, onFocus, onKeyDown } = useRowKeys({ scroller, rows, ...row });
  const inside = useInteraction(scroller, { onEnter, onLeave });
  const allSelected = rows.length > 0 && rows.every(({ student }) => selected.has(student._id));
  const selectAll = row.canSet && rows.length > 0 && (
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
  );
  return (
    <ScrollTable
      scroller={scroller}
      box={{ className: 'roster-scroll' }}
      table={{
        role: 'grid',
        'aria-multiselectable': row.canSet,
        'aria-label': t('roster.title'),
        className: `roster roster-numbers-${columns.filter((by) => by === 'regNo' || by === 'usn').length} ${showWhy ? 'roster-why' : ''}`,
      }}
      body={{
        onKeyDown,
        // Focuses the row, because Safari does not focus a clicked button and the order is held only while
        // the focus is inside.
        onClick: ({ target }) => {
          const pressed = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
          if (pressed && !pressed.contains(document.activeElement)) pressed.focus({ preventScroll: true });
        },
        ...inside,
        onFocus: (event) => {
          inside.onFocus();
          onFocus(event);
        },
      }}
      columns={[
        { key: 'select', title: '', head: selectAll, className: 'roster-select' },
        ...columns.map((key) => ({
          key,
          title: titleOf(key),
          className: CLASS[key],
          sortBy: 'owner' as const,
          descendingFirst: key === 'time',
        })),
        { key: 'actions', title: row.canSet ? t('roster.set') : '', className: 'roster-actions' },
      ]}
      rows={rows}
      rowKey={idOf}
      rowHeight={ROW_HEIGHT}
      headHeight={HEAD_HEIGHT}
      kept={current}
      sorting={sorting}
      onSort={onSort}
      empty={<EmptyState message={empty} />}
    >
      {(rosterRow, index) => (
        <RosterRow
          row={rosterRow}
          group={groups.get(idOf(rosterRow))}
          index={index}
          isCurrent={index === current}
          sessionId={row.sessionId}
          active={row.active}
          canSet={row.canSet}
          canEnroll={row.canEnroll}
          arrived={rosterRow.mark !== undefined && row.arrived.has(rosterRow.mark._id)}
          selected={selected.has(idOf(rosterRow))}
          waiting={pending.get(idOf(rosterRow))}
          onSelect={row.onSelect}
          onSet={row.onSet}
          onClear={row.onClear}
          onOpen={row.onOpen}
        />
      )}
    </ScrollTable>
  );
});
RosterTable.displayName = 'RosterTable';
