import { Fragment, useCallback, type ComponentProps, type ReactNode, type Ref, type RefObject } from 'react';
import { RowsPlaceholder } from './rows-placeholder.tsx';
import { TableHead } from './table-head.tsx';
import { useRowsInBox } from './use-drawn-rows.ts';
import { useSortedTable, type SortableColumn, type SortOrder } from './use-sorted-table.ts';

interface Props<Row, Key extends string> {
  scroller: RefObject<HTMLDivElement | null>;
  box: ComponentProps<'div'>;
  table: ComponentProps<'table'>;
  body?: ComponentProps<'tbody'>;
  columns: SortableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  rowHeight: number;
  headHeight?: number;
  /** Index of a row that is rendered at any scroll position. */
  kept?: number | undefined;
  sorting: SortOrder<Key>;
  onSort: (sorting: SortOrder<Key>) => void;
  /** `measure` is the ref for rows of unequal heights. */
  children: (row: Row, index: number, rows: Row[], measure: Ref<HTMLTableRowElement>) => ReactNode;
  empty?: ReactNode;
}

export const ScrollTable = <Row extends object, Key extends string>({
  children: rowOf,
  ...props
}: Props<Row, Key>) => {
  const { scroller, columns, rowKey, rowHeight, headHeight = 0, kept, empty } = props;
  const { sortOf, sortedRows } = useSortedTable<Row, Key>(props);
  const keyOf = useCallback(
    (index: number) => {
      const row = sortedRows[index];
      return row ? rowKey(row) : String(index);
    },
    [sortedRows, rowKey],
  );
  const { drawn, after, measure } = useRowsInBox({
    scroller,
    rowHeight,
    headHeight,
    keyOf,
    kept,
    count: sortedRows.length,
  });
  return (
    <div ref={scroller} {...props.box}>
      <table aria-rowcount={sortedRows.length + 1} {...props.table}>
        <TableHead columns={columns} sortOf={sortOf} />
        <tbody role="rowgroup" {...props.body}>
          {drawn.map(({ index, before }) => {
            const row = sortedRows[index];
            return (
              row && (
                <Fragment key={rowKey(row)}>
                  <RowsPlaceholder height={before} />
                  {rowOf(row, index, sortedRows, (measure ?? null) as Ref<HTMLTableRowElement>)}
                </Fragment>
              )
            );
          })}
          <RowsPlaceholder height={after} />
        </tbody>
      </table>
      {sortedRows.length === 0 && empty}
    </div>
  );
};
