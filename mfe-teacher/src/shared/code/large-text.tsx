import { tokens } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';

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
    <div style={{ textAlign: 'center' }}>
      <div style={{ color: tokens.colorTextSecondary }}>{label}</div>
      <div
        data-testid={testId}
        lang={lang}
        translate="no"
        style={{
          fontFamily: tokens.fontFamilyCode,
          fontSize,
          letterSpacing,
          lineHeight: 1.2,
          fontWeight: 600,
          color: tokens.colorText,
        }}
      >
        {children}
      </div>
    </div>
  );
};
