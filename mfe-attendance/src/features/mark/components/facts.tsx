import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

export interface Fact {
  name: string;
  value: ReactNode;
  /** Columns of the three that it takes; 1 unless said. */
  span?: 2 | 3;
}

/** Names and values of one thing in three columns, as a definition list. */
export const Facts = ({ facts }: { facts: Fact[] }) => {
  const { token } = theme.useToken();
  return (
    <dl
      style={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
        gap: `${token.marginXXS}px ${token.margin}px`,
      }}
    >
      {facts.map(({ name, value, span }) => (
        <div key={name} style={span && { gridColumn: `span ${span}` }}>
          <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{name}</dt>
          <dd style={{ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
