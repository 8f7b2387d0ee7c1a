import themes from 'antd/es/theme';
import { Children, type ReactNode } from 'react';
import { useIsPhone } from './use-media.ts';

/** Filters in one row, each a block of label and control; they wrap where there is no room, two by two on a phone. */
export const FilterBar = ({ children }: { children: ReactNode }) => {
  const { token } = themes.useToken();
  const width = useIsPhone() ? { flex: '1 1 140px' } : { flex: '1 1 200px', maxWidth: 280 };
  return (
    <div
      role="search"
      style={{ display: 'flex', flexWrap: 'wrap', gap: token.margin, marginBlockEnd: token.margin }}
    >
      {Children.map(children, (filter) => (
        <div style={{ ...width, minWidth: 0 }}>{filter}</div>
      ))}
    </div>
  );
};
