import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

export interface Fact {
  name: string;
  value: ReactNode;
  /** Columns of the three that it takes; 1 unless said. */
  span?: 2 | 3;
  /** `Name: value` in a line of its own. */
  inOneLine?: boolean;
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
      {facts.map(({ name, value, span, inOneLine }) => (
        <div key={name} style={{ gridColumn: `span ${inOneLine ? 3 : (span ?? 1)}` }}>
          <dt
            style={{
              display: inOneLine ? 'inline' : 'block',
              color: token.colorTextSecondary,
              fontSize: token.fontSizeSM,
            }}
          >
            {inOneLine ? `${name}: ` : name}
          </dt>
          <dd
            style={{
              display: inOneLine ? 'inline' : 'block',
              margin: 0,
              overflowWrap: 'anywhere',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
};
