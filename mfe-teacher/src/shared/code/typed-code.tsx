import type { ReactNode } from 'react';
import { LargeText } from './large-text.tsx';

interface Props {
  code: string;
  label: ReactNode;
  /** Of the code: CSS pixels, or as CSS says it. */
  fontSize?: number | string;
}

/** The code large, in two groups of four to read aloud; the gap is a margin, so copying gives the bare code. */
export const TypedCode = ({ code, label, fontSize = 36 }: Props) => {
  const half = Math.ceil(code.length / 2);
  return (
    <LargeText label={label} fontSize={fontSize} letterSpacing="0.08em" testId="typed-code">
      <span>{code.slice(0, half)}</span>
      <span style={{ marginInlineStart: '0.35em' }}>{code.slice(half)}</span>
    </LargeText>
  );
};
