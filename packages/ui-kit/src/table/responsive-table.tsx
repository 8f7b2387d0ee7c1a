import { Fragment, useState, type ReactNode, type Ref } from 'react';
import { useIsPhone } from '../use-media.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import './responsive-table.css';
import { RowsPlaceholder } from './rows-placeholder.tsx';
import { TableHead } from './table-head.tsx';
import { useRowsOnPage } from './use-drawn-rows.ts';
import { useSortedTable, type SortableColumn, type SortOrder } from './use-sorted-table.ts';

/** On a phone, `title` and `status` form the first line. A `named` detail includes its column's title. */
export type PhonePosition = 'title' | 'status' | 'detail' | 'named' | 'action';

export interface Column<Row> extends SortableColumn<Row> {
  render: (row: Row) => ReactNode;
  phone?: PhonePosition;
}
interface Props<Row> {
  /** Ignores `false`. */
  columns: (Column<Row> | false)[];
  rows: Row[];
  rowKey: (keyof Row & string) | ((row: Row) => string);
  empty: ReactNode;
}

const isAction = ({ key, phone }: Pick<Column<never>, 'key' | 'phone'>): boolean =>
  phone === 'action' || key === 'actions';

const groupByPosition = <Row,>(columns: Column<Row>[]): Record<PhonePosition, Column<Row>[]> => {
  const hasTitle = columns.some(({ phone }) => phone === 'title');
  const placed: Record<PhonePosition, Column<Row>[]> = {
    title: [],
    status: [],
    detail: [],
    named: [],
    action: [],
  };
  const positionOf = ({ key, phone }: Column<Row>, index: number): PhonePosition => {
    if (phone) return phone;
    if (key === 'actions') return 'action';
    if (key === 'status') return 'status';
    return index === 0 && !hasTitle ? 'title' : 'detail';
  };
  columns.forEach((column, index) => placed[positionOf(column, index)].push(column));
  return placed;
};

interface RowsProps<Row> extends Pick<Props<Row>, 'rows'> {
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
}

const usePageRows = <Element extends HTMLElement, Row>({ rows, keyOf }: RowsProps<Row>, rowHeight: number) =>
  useRowsOnPage<Element>({
    count: rows.length,
    rowHeight,
    keyOf: (index) => {
      const row = rows[index];
      return row ? keyOf(row) : String(index);
    },
  });

const TwoLineRows = <Row extends object>(props: RowsProps<Row>) => {
  const { columns, rows, keyOf } = props;
  const { list, watch, drawn, after, measure } = usePageRows<HTMLUListElement, Row>(props, 74);
  const { title, status, detail, named, action } = groupByPosition(columns);
  const details = columns.filter((column) => detail.includes(column) || named.includes(column));
  const cells = (shown: Column<Row>[], row: Row) =>
    shown.map(({ key, render }) => <span key={key}>{render(row)}</span>);
  const gap = (height: number) =>
    height > 0 && <li aria-hidden="true" className="table-gap" style={{ height }} />;
  return (
    <ul ref={list} className="two-line-rows" {...watch}>
      {drawn.map(({ index, before }) => {
        const row = rows[index];
        return (
          row && (
            <Fragment key={keyOf(row)}>
              {gap(before)}
              <li ref={measure as Ref<HTMLLIElement>} data-index={index}>
                <div className="two-line-rows-line">
                  <div className="two-line-rows-title">{cells(title, row)}</div>
                  <div className="two-line-rows-aside">{cells(status, row)}</div>
                </div>
                {details.length + action.length > 0 && (
                  <div className="two-line-rows-line">
                    <div className="two-line-rows-details">
                      {details.map((column) => {
                        const detail = column.render(row);
                        if (detail === null || detail === undefined || detail === '') return null;
                        return (
                          <span key={column.key}>
                            {named.includes(column) ? (
                              `${column.title}: `
                            ) : (
                              <VisuallyHidden inline>{`${column.title}: `}</VisuallyHidden>
                            )}
                            {detail}
                          </span>
                        );
                      })}
                    </div>
                    <div className="two-line-rows-aside responsive-table-action">{cells(action, row)}</div>
                  </div>
                )}
              </li>
            </Fragment>
          )
        );
      })}
      {gap(after)}
    </ul>
  );
};

/**
 * Replaces antd's Table, which measures scrollbars with a style element that the content security policy
 * blocks.
 */
const RowTable = <Row extends object>(
  props: RowsProps<Row> & Pick<ReturnType<typeof useSortedTable<Row, string>>, 'sortOf'>,
) => {
  const { columns, rows, keyOf, sortOf } = props;
  const { list, watch, drawn, after, measure } = usePageRows<HTMLTableElement, Row>(props, 57);
  const classOf = (column: Column<Row>) => (isAction(column) ? 'responsive-table-action' : column.className);
  const heads = columns.map((column) => ({ ...column, className: classOf(column) }));
  return (
    <table ref={list} role="table" aria-rowcount={rows.length + 1} className="responsive-table">
      <TableHead columns={heads} sortOf={sortOf} />
      <tbody role="rowgroup" {...watch}>
        {drawn.map(({ index, before }) => {
          const row = rows[index];
          return (
            row && (
              <Fragment key={keyOf(row)}>
                <RowsPlaceholder height={before} />
                <tr
                  ref={measure as Ref<HTMLTableRowElement>}
                  role="row"
                  data-index={index}
                  aria-rowindex={index + 2}
                >
                  {columns.map((column) => (
                    <td key={column.key} role="cell" className={classOf(column)}>
                      {column.render(row)}
                    </td>
                  ))}
                </tr>
              </Fragment>
            )
          );
        })}
        <RowsPlaceholder height={after} />
      </tbody>
    </table>
  );
};

/** A table of any length that scrolls with the page; phones show it as a list. */
export const ResponsiveTable = <Row extends object>(props: Props<Row>) => {
  const { rowKey, empty } = props;
  const columns = props.columns.filter((column) => column !== false);
  const phone = useIsPhone();
  const [sorting, onSort] = useState<SortOrder>();
  const { sortOf, sortedRows: rows } = useSortedTable<Row, string>({
    columns,
    rows: props.rows,
    sorting,
    onSort,
  });
  const keyOf = typeof rowKey === 'function' ? rowKey : (row: Row) => String(row[rowKey]);
  const shown = { columns, rows, keyOf };
  if (rows.length === 0) return <>{empty}</>;
  return phone ? <TwoLineRows {...shown} /> : <RowTable {...shown} sortOf={sortOf} />;
};
