import type { ReactNode } from 'react';
import './code.css';

interface Props {
  label: ReactNode;
  fontSize: number | string;
  letterSpacing?: string;
  testId: string;
  lang?: string;
  children: ReactNode;
}

export const LargeText = ({ label, fontSize, letterSpacing, testId, lang, children }: Props) => {
  return (
    <div className="center">
      <div className="muted">{label}</div>
      <div
        data-testid={testId}
        lang={lang}
        translate="no"
        className="large-text"
        style={{ fontSize, letterSpacing }}
      >
        {children}
      </div>
    </div>
  );
};
