import { Children, type ReactNode } from 'react';
import { useIsPhone } from './use-media.ts';
import { tokens } from './tokens/tokens.ts';

export const FilterBar = ({ children }: { children: ReactNode }) => {
  const width = useIsPhone() ? { flex: '1 1 140px' } : { flex: '1 1 160px', maxWidth: 280 };
  return (
    <div
      role="search"
      style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.margin, marginBlockEnd: tokens.margin }}
    >
      {Children.map(children, (filter) => (
        <div style={{ ...width, minWidth: 0 }}>{filter}</div>
      ))}
    </div>
  );
};
