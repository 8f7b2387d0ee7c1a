import type { ReactNode } from 'react';
import './responsive-table.css';
import { LoadingState } from './states.tsx';
import { useIsPhone } from './use-media.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** On a phone `title` and `status` are the first line. A `named` detail shows its column's title. */
export type PhonePosition = 'title' | 'status' | 'detail' | 'named' | 'action';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  phone?: PhonePosition;
}
interface Props<Row> {
  columns: Column<Row>[];
  rows: Row[];
  rowKey: keyof Row & string;
  empty: ReactNode;
  loading?: boolean;
  rowClassName?: (row: Row) => string;
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

const TwoLineRows = <Row extends object>({
  columns,
  rows,
  rowKey,
  rowClassName,
}: Omit<Props<Row>, 'empty'>) => {
  const { title, status, detail, named, action } = groupByPosition(columns);
  const details = columns.filter((column) => detail.includes(column) || named.includes(column));
  const cells = (shown: Column<Row>[], row: Row) =>
    shown.map(({ key, render }) => <span key={key}>{render(row)}</span>);
  return (
    <ul className="two-line-rows">
      {rows.map((row) => (
        <li key={String(row[rowKey])} className={rowClassName?.(row)}>
          <div className="two-line-rows-line">
            <div className="two-line-rows-title">{cells(title, row)}</div>
            <div className="two-line-rows-aside">{cells(status, row)}</div>
          </div>
          {details.length + action.length > 0 && (
            <div className="two-line-rows-line">
              <div className="two-line-rows-details">
                {details.map((column) => (
                  <span key={column.key}>
                    {named.includes(column) ? (
                      `${column.title}: `
                    ) : (
                      <VisuallyHidden inline>{`${column.title}: `}</VisuallyHidden>
                    )}
                    {column.render(row)}
                  </span>
                ))}
              </div>
              <div className="two-line-rows-aside responsive-table-action">{cells(action, row)}</div>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};

/** antd's Table measures scrollbars with a style element that the content security policy blocks. */
const RowTable = <Row extends object>({ columns, rows, rowKey, rowClassName }: Omit<Props<Row>, 'empty'>) => {
  const classOf = (column: Column<Row>) => (isAction(column) ? 'responsive-table-action' : undefined);
  return (
    <table className="responsive-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row[rowKey])} className={rowClassName?.(row)}>
            {columns.map((column) => (
              <td key={column.key} className={classOf(column)}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

export const ResponsiveTable = <Row extends object>({ empty, loading = false, ...table }: Props<Row>) => {
  const phone = useIsPhone();
  if (loading) return <LoadingState />;
  if (table.rows.length === 0) return <>{empty}</>;
  return phone ? <TwoLineRows {...table} /> : <RowTable {...table} />;
};
