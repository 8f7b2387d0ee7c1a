import type { ReactNode, Ref } from 'react';

interface Props {
  level?: 2 | 3;
  children: ReactNode;
  /** Makes the title focusable for when a focused element was removed. */
  ref?: Ref<HTMLHeadingElement>;
}

export const SectionTitle = ({ level = 2, children, ref }: Props) => {
  const Heading = `h${level}` as const;
  // Never both: React clears an undefined `font`, and that clears the font size too.
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
