import type { ReactNode } from 'react';
import { tokens } from './tokens/tokens.ts';

export interface Fact {
  name: string;
  value: ReactNode;
  span?: number;
  wide?: boolean;
  inOneLine?: boolean;
}
interface Props {
  facts: Fact[];
  columns?: number;
  compact?: boolean;
}

export const Facts = ({ facts, columns, compact = false }: Props) => {
  const columnOf = ({ span = 1, wide, inOneLine }: Fact) => (wide || inOneLine ? '1 / -1' : `span ${span}`);
  return (
    <dl
      style={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: columns
          ? `repeat(${columns}, minmax(0, 1fr))`
          : 'repeat(auto-fill, minmax(120px, 1fr))',
        gap: `${compact ? tokens.marginXXS : tokens.marginSM}px ${tokens.margin}px`,
      }}
    >
      {facts.map((fact) => {
        const { name, value, inOneLine } = fact;
        const display = inOneLine ? 'inline' : 'block';
        return (
          <div key={name} style={{ gridColumn: columnOf(fact) }}>
            <dt style={{ display, color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
              {inOneLine ? `${name}: ` : name}
            </dt>
            <dd style={{ display, margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};
