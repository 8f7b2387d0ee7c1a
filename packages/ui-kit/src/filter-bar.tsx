import themes from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useIsPhone } from './use-media.ts';

/** Filters in one row, each a block of label and control; they wrap on a phone. */
export const FilterBar = ({ children }: { children: ReactNode }) => {
  const { token } = themes.useToken();
  const phone = useIsPhone();
  return (
    <div
      role="search"
      style={{
        display: 'grid',
        gridTemplateColumns: phone ? 'minmax(0, 1fr)' : 'repeat(auto-fit, minmax(200px, 280px))',
        gap: token.margin,
        marginBlockEnd: token.margin,
      }}
    >
      {children}
    </div>
  );
};
