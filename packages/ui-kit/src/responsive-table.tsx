import Card from 'antd/es/card';
import Table from 'antd/es/table';
import themes from 'antd/es/theme';
import type { ReactNode } from 'react';
import { LoadingState } from './states.tsx';
import { useIsPhone } from './use-media.ts';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
}
interface Props<Row> {
  columns: Column<Row>[];
  rows: Row[];
  rowKey: keyof Row & string;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  loading?: boolean;
  rowClassName?: (row: Row) => string;
}

const RowCards = <Row extends object>({ columns, rows, rowKey, rowClassName }: Omit<Props<Row>, 'empty'>) => {
  const { token } = themes.useToken();
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: token.marginSM }}>
      {rows.map((row) => (
        <li key={String(row[rowKey])} className={rowClassName?.(row)}>
          <Card size="small">
            <dl style={{ margin: 0, display: 'grid', gap: 6 }}>
              {columns.map(({ key, title, render }) => (
                <div
                  key={key}
                  style={{ display: 'flex', justifyContent: 'space-between', gap: token.margin }}
                >
                  <dt style={{ color: token.colorTextSecondary }}>{title}</dt>
                  <dd style={{ margin: 0, textAlign: 'end', minWidth: 0, overflowWrap: 'anywhere' }}>
                    {render(row)}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
};

/** A table with a sticky header; on a phone each row is a card. */
export const ResponsiveTable = <Row extends object>({ empty, loading = false, ...table }: Props<Row>) => {
  const phone = useIsPhone();
  if (loading) return <LoadingState />;
  if (table.rows.length === 0) return <>{empty}</>;
  if (phone) return <RowCards {...table} />;
  return (
    <Table<Row>
      dataSource={table.rows}
      rowKey={table.rowKey}
      pagination={false}
      sticky
      size="middle"
      style={{ fontVariantNumeric: 'tabular-nums' }}
      columns={table.columns.map(({ key, title, render }) => ({
        key,
        title,
        render: (_: unknown, row: Row) => render(row),
      }))}
      {...(table.rowClassName ? { rowClassName: table.rowClassName } : {})}
    />
  );
};
