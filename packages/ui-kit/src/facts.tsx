import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
  name: string;
  value: ReactNode;
  double?: boolean;
  wide?: boolean;
  /** Spans the whole row, with the name beside the value. */
  line?: boolean;
}
interface Props {
  /** Ignores falsy facts. */
  facts: (Fact | false | '' | undefined)[];
  columns?: 1 | 2 | 3;
  compact?: boolean;
}

export const Facts = ({ facts, columns, compact }: Props) => (
  <dl
    className={['ui-facts', columns && `ui-facts-${columns}`, compact && 'ui-facts-compact']
      .filter(Boolean)
      .join(' ')}
  >
    {facts
      .filter((fact) => !!fact)
      .map(({ name, value, double, wide, line }) => (
        <div
          key={name}
          className={line ? 'ui-fact-line' : wide ? 'ui-fact-wide' : double ? 'ui-fact-double' : undefined}
        >
          <dt>{line ? `${name}: ` : name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
