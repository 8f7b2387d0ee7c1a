import Card from 'antd/es/card';
import themes from 'antd/es/theme';
import type { CSSProperties, ReactNode } from 'react';
import { LoadingState } from './states.tsx';
import { useIsPhone } from './use-media.ts';

/** Height of the shell's top bar, below which a table's header stays in view. */
const TOP_BAR = 64;

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

/** Plain HTML: antd's table measures scrollbars through a style element that the content policy forbids. */
const RowTable = <Row extends object>({ columns, rows, rowKey, rowClassName }: Omit<Props<Row>, 'empty'>) => {
  const { token } = themes.useToken();
  const line = `1px solid ${token.colorBorderSecondary}`;
  const cell: CSSProperties = { padding: '10px 16px', textAlign: 'start', overflowWrap: 'anywhere' };
  const head: CSSProperties = {
    ...cell,
    overflowWrap: 'normal',
    position: 'sticky',
    insetBlockStart: TOP_BAR,
    zIndex: 1,
    background: token.colorBgContainer,
    color: token.colorTextSecondary,
    fontWeight: 600,
    borderBlockEnd: line,
  };
  return (
    <table
      style={{
        width: '100%',
        borderCollapse: 'separate',
        borderSpacing: 0,
        background: token.colorBgContainer,
        border: line,
        borderRadius: token.borderRadius,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <thead>
        <tr>
          {columns.map(({ key, title }, index) => (
            <th
              key={key}
              scope="col"
              style={{
                ...head,
                borderStartStartRadius: index === 0 ? token.borderRadius : 0,
                borderStartEndRadius: index === columns.length - 1 ? token.borderRadius : 0,
              }}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={String(row[rowKey])} className={rowClassName?.(row)}>
            {columns.map(({ key, render }) => (
              <td key={key} style={index === 0 ? cell : { ...cell, borderBlockStart: line }}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** A table with a sticky header; on a phone each row is a card. */
export const ResponsiveTable = <Row extends object>({ empty, loading = false, ...table }: Props<Row>) => {
  const phone = useIsPhone();
  if (loading) return <LoadingState />;
  if (table.rows.length === 0) return <>{empty}</>;
  return phone ? <RowCards {...table} /> : <RowTable {...table} />;
};
