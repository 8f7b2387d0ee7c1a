import type { AttendanceStatus } from '@qr-attendance/contracts';
import { EmptyState, useIsPhone } from '@qr-attendance/ui-kit';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { RosterRow as Row, SortKey, Sorting } from '../../roster-rows.ts';
import { RosterRow } from './roster-row.tsx';
import { useRosterColumns } from './use-roster-columns.ts';
import './roster-table.css';
import { orderOf, SortHead } from '../../../../shared/sort-head.tsx';
import { usePrinting } from '../../../../shared/use-printing.ts';

/** Pixels of a row without flags, until it has been measured. */
const HEIGHT = { desk: 57, phone: 97 };
/** Rows drawn above and below those in view, so that the keyboard and a flick find them there. */
const OVERSCAN = 8;

interface Props {
  rows: Row[];
  active: boolean;
  /** Whether statuses can be set. */
  canSet: boolean;
  arrived: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  busy: ReadonlySet<string>;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onSelect: (studentId: string, selected: boolean) => void;
  onSelectAll: (selected: boolean) => void;
  onSet: (row: Row, status: AttendanceStatus) => void;
  onReview: (markId: string) => void;
  /** Why there are no rows. */
  empty: string;
}

/** Which rows are on the page: those in view and around, the one with the focus, and on paper all. */
const useDrawnRows = (rows: Row[]) => {
  const printing = usePrinting();
  const phone = useIsPhone();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number>();
  useEffect(() => {
    // Whatever grows or shrinks above the rows moves them.
    const observer = new ResizeObserver(() => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (phone ? HEIGHT.phone : HEIGHT.desk),
    getItemKey: (index) => rows[index]?.student._id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].toSorted((a, b) => a - b);
    },
  });
  if (printing)
    return { body, setFocused, drawn: rows.map((_row, index) => ({ index, before: 0 })), after: 0 };
  const drawn: { index: number; before: number }[] = [];
  let end = top;
  for (const { index, start, end: below } of virtualizer.getVirtualItems()) {
    drawn.push({ index, before: Math.max(0, start - end) });
    end = below;
  }
  const after = Math.max(0, virtualizer.getTotalSize() - (end - top));
  return { body, setFocused, drawn, after, measure: virtualizer.measureElement };
};

const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden="true" className="roster-gap">
    <td style={{ height }} />
  </tr>
);

const indexOf = (target: EventTarget): number | undefined => {
  const index =
    target instanceof Element ? target.closest<HTMLElement>('tr[data-index]')?.dataset['index'] : undefined;
  return index === undefined ? undefined : Number(index);
};

/** Everybody on the roster. Only what is in view is drawn: 1,500 rows would stall the page at each mark. */
export const RosterTable = memo(({ rows, sorting, onSort, selected, onSelectAll, empty, ...row }: Props) => {
  const { t } = useTranslation('teacher');
  const { columns, titleOf } = useRosterColumns();
  const { body, setFocused, drawn, after, measure } = useDrawnRows(rows);
  if (rows.length === 0) return <EmptyState message={empty} />;
  const allSelected = rows.every(({ student }) => selected.has(student._id));
  const head = (by: SortKey, className?: string) => (
    <SortHead
      title={titleOf(by)}
      className={className}
      order={orderOf(sorting, by)}
      // The newest are looked for first.
      onPress={() => onSort({ by, descending: sorting.by === by ? !sorting.descending : by === 'time' })}
    />
  );
  return (
    <table role="table" aria-rowcount={rows.length + 1} aria-label={t('roster.title')} className="roster">
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <th role="columnheader" scope="col" className="roster-select">
            {row.canSet && (
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
          {head('name')}
          {columns.includes('regNo') && head('regNo', 'roster-number')}
          {columns.includes('usn') && head('usn', 'roster-number')}
          {head('time')}
          {head('status')}
          <th role="columnheader" scope="col" className="roster-actions">
            {row.canSet && t('roster.set')}
          </th>
        </tr>
      </thead>
      <tbody
        ref={body}
        role="rowgroup"
        onFocus={({ target }) => setFocused(indexOf(target))}
        onBlur={() => setFocused(undefined)}
      >
        {drawn.map(({ index, before }) => {
          const one = rows[index];
          if (!one) return null;
          const { student, mark } = one;
          return [
            before > 0 && <Gap key={`before ${student._id}`} height={before} />,
            <RosterRow
              key={student._id}
              ref={(measure ?? null) as Ref<HTMLTableRowElement>}
              row={one}
              index={index}
              active={row.active}
              canSet={row.canSet}
              arrived={mark !== undefined && row.arrived.has(mark._id)}
              selected={selected.has(student._id)}
              busy={row.busy.has(student._id)}
              onSelect={row.onSelect}
              onSet={row.onSet}
              onReview={row.onReview}
            />,
          ];
        })}
        {after > 0 && <Gap height={after} />}
      </tbody>
    </table>
  );
});
RosterTable.displayName = 'RosterTable';
