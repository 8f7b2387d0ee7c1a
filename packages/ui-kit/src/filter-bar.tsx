import themes from 'antd/es/theme';
import type { ReactNode } from 'react';

/** Filters in one row, each a block of label and control; they wrap on a phone. */
export const FilterBar = ({ children }: { children: ReactNode }) => {
  const { token } = themes.useToken();
  return (
    <div
      role="search"
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 280px))',
        gap: token.margin,
        marginBlockEnd: token.margin,
      }}
    >
      {children}
    </div>
  );
};
