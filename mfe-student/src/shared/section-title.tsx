import type { ReactNode } from 'react';

interface Props {
  /** 2 unless it is inside something that has a title of its own. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A card's title as a heading, so that a screen reader can jump to it. */
export const SectionTitle = ({ level = 2, children }: Props) => {
  const Heading = `h${level}` as const;
  const font = level === 2 ? 'inherit' : undefined;
  return (
    <Heading
      style={{
        margin: 0,
        font,
        fontSize: level === 3 ? '1em' : undefined,
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Heading>
  );
};
