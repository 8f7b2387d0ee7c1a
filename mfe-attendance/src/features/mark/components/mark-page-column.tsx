import type { ReactNode } from 'react';

/** Holds the cards of the marking page. */
export const MarkPageColumn = ({ children }: { children: ReactNode }) => (
  <div
    style={{
      maxWidth: 480,
      marginInline: 'auto',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 16,
    }}
  >
    {children}
  </div>
);
