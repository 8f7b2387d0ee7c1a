import { compareText } from '@qr-attendance/web-kit';
import {
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnSort,
  type Row as TableRow,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export interface SortOrder<Key extends string = string> extends ColumnSort {
  id: Key;
}

type Value = string | number | undefined;

export interface SortableColumn<Row> {
  key: string;
  title: string;
  /** Replaces the title in the table head. */
  head?: ReactNode;
  className?: string | undefined;
  /** Makes the column sortable: by a value, with rows without a value last, or by the rows' owner. */
  sortBy?: ((row: Row) => Value) | 'owner' | undefined;
  descendingFirst?: boolean;
}

const compareValues = (a: Value, b: Value): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));

interface Options<Row, Key extends string> {
  columns: SortableColumn<Row>[];
  rows: Row[];
  sorting: SortOrder<Key> | undefined;
  onSort: (sorting: SortOrder<Key>) => void;
}

/**
 * The caller renders the cells. React-table turns each render function into a component, so new functions
 * would replace the cells and drop their focus.
 */
export const useSortedTable = <Row extends object, Key extends string>(options: Options<Row, Key>) => {
  const { columns, rows, sorting, onSort } = options;
  const state = useMemo(() => ({ sorting: sorting ? [sorting] : [] }), [sorting]);
  const isManual = columns.some(({ sortBy }) => sortBy === 'owner');
  const definitions = useMemo(
    () =>
      columns.map(({ key, sortBy, descendingFirst = false }) => ({
        id: key,
        ...(sortBy && { accessorFn: sortBy === 'owner' ? () => undefined : sortBy }),
        sortDescFirst: descendingFirst,
        sortUndefined: 'last' as const,
        sortFn: (a: TableRow<typeof features, Row>, b: TableRow<typeof features, Row>, id: string) =>
          compareValues(a.getValue<Value>(id), b.getValue<Value>(id)),
      })),
    [columns],
  );
  const table = useTable({
    features,
    data: rows,
    columns: definitions,
    manualSorting: isManual,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state,
    onSortingChange: (change) => {
      const [next] = functionalUpdate(change, state.sorting);
      if (next) onSort(next as SortOrder<Key>);
    },
  });
  const model = isManual || !sorting ? undefined : table.getRowModel();
  const sortedRows = useMemo(() => model?.rows.map(({ original }) => original) ?? rows, [model, rows]);
  return {
    sortOf: (key: string) => {
      const column = table.getColumn(key);
      return column?.getCanSort()
        ? { order: column.getIsSorted(), toggle: () => column.toggleSorting() }
        : undefined;
    },
    sortedRows,
  };
};
