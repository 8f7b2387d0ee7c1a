import type { ReactNode } from 'react';

interface Props {
  /** 2 unless it is inside something that has a title of its own. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A card's title as a heading, so that a screen reader can jump to it. */
export const SectionTitle = ({ level = 2, children }: Props) => {
  const Heading = `h${level}` as const;
  // Either or: React clears what is undefined, and a cleared size takes the inherited one along.
  const font = level === 2 ? { font: 'inherit' } : { fontSize: '1em' };
  return (
    <Heading style={{ margin: 0, ...font, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {children}
    </Heading>
  );
};
