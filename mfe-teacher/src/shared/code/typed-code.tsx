import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TypedAddress } from './this-machine.tsx';
import './code.css';

interface LargeTextProps {
  label: ReactNode;
  fontSize: number | string;
  letterSpacing?: string;
  testId: string;
  lang?: string;
  children: ReactNode;
}

export const LargeText = ({ label, fontSize, letterSpacing, testId, lang, children }: LargeTextProps) => {
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

interface Props {
  code: string;
  fontSize?: number | string;
}

export const TypedCode = ({ code, fontSize = 36 }: Props) => {
  const { t } = useTranslation('teacher');
  const half = Math.ceil(code.length / 2);
  return (
    <LargeText
      label={
        <>
          {t('code.typeAt')} <TypedAddress />
        </>
      }
      fontSize={fontSize}
      letterSpacing="0.08em"
      testId="typed-code"
    >
      <span>{code.slice(0, half)}</span>
      <span className="typed-code-half">{code.slice(half)}</span>
    </LargeText>
  );
};
