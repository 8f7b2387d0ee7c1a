import type { ReactNode } from 'react';
import { LargeText } from './large-text.tsx';

interface Props {
  code: string;
  label: ReactNode;
  fontSize?: number | string;
}

export const TypedCode = ({ code, label, fontSize = 36 }: Props) => {
  const half = Math.ceil(code.length / 2);
  return (
    <LargeText label={label} fontSize={fontSize} letterSpacing="0.08em" testId="typed-code">
      <span>{code.slice(0, half)}</span>
      <span className="typed-code-half">{code.slice(half)}</span>
    </LargeText>
  );
};
