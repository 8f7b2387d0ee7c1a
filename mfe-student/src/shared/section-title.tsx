import type { ReactNode, Ref } from 'react';

interface Props {
  /** 2 unless it is inside something that has a title of its own. */
  level?: 2 | 3;
  children: ReactNode;
  /** Takes the focus where what had it is gone. */
  ref?: Ref<HTMLHeadingElement>;
}

/** A card's title as a heading, so that a screen reader can jump to it. */
export const SectionTitle = ({ level = 2, children, ref }: Props) => {
  const Heading = `h${level}` as const;
  // Either or: React clears what is undefined, and a cleared size takes the inherited one along.
  const font = level === 2 ? { font: 'inherit' } : { fontSize: '1em' };
  return (
    <Heading
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      style={{ margin: 0, ...font, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
    >
      {children}
    </Heading>
  );
};
