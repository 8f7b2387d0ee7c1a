import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

interface Props {
  code: string;
  label: ReactNode;
  /** Of the code: CSS pixels, or as CSS says it. */
  fontSize?: number | string;
}

/** The code large, in two groups of four to read aloud; the gap is a margin, so copying gives the bare code. */
export const TypedCode = ({ code, label, fontSize = 36 }: Props) => {
  const { token } = theme.useToken();
  const half = Math.ceil(code.length / 2);
  return (
    <div style={{ textAlign: 'center' }}>
      <div style={{ color: token.colorTextSecondary }}>{label}</div>
      <div
        data-testid="typed-code"
        style={{
          fontFamily: token.fontFamilyCode,
          fontSize,
          lineHeight: 1.2,
          fontWeight: 600,
          letterSpacing: '0.08em',
          color: token.colorText,
        }}
      >
        <span>{code.slice(0, half)}</span>
        <span style={{ marginInlineStart: '0.35em' }}>{code.slice(half)}</span>
      </div>
    </div>
  );
};
