import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

export interface Fact {
  name: string;
  value: ReactNode;
  /** Takes a whole row. */
  wide?: boolean;
}

/** Names and values of one thing in two columns, as a definition list. */
export const Facts = ({ facts }: { facts: Fact[] }) => {
  const { token } = theme.useToken();
  return (
    <dl
      style={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        gap: `${token.marginXS}px ${token.margin}px`,
      }}
    >
      {facts.map(({ name, value, wide }) => (
        <div key={name} style={wide ? { gridColumn: '1 / -1' } : undefined}>
          <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM + 1 }}>{name}</dt>
          <dd style={{ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
