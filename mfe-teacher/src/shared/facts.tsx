import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

/** Names and values of one thing, as a definition list. */
export const Facts = ({ facts }: { facts: { name: string; value: ReactNode }[] }) => {
  const { token } = theme.useToken();
  return (
    <dl style={{ margin: 0, display: 'grid', gap: token.marginSM }}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{name}</dt>
          <dd style={{ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
