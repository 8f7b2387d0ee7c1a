import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

interface Fact {
  name: string;
  value: ReactNode;
  /** Takes a row of its own. */
  wide?: boolean;
}

/** Names and values of one thing, as a definition list; short ones side by side. */
export const Facts = ({ facts }: { facts: Fact[] }) => {
  const { token } = theme.useToken();
  return (
    <dl
      style={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
        gap: token.marginSM,
      }}
    >
      {facts.map(({ name, value, wide }) => (
        <div key={name} style={wide ? { gridColumn: '1 / -1' } : undefined}>
          <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{name}</dt>
          <dd style={{ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
