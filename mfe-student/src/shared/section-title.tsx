import type { ReactNode } from 'react';

/** A card's title as a heading, so that a screen reader can jump to it. */
export const SectionTitle = ({ children }: { children: ReactNode }) => (
  <h2 style={{ margin: 0, font: 'inherit', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{children}</h2>
);
