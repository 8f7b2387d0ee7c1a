import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

interface Props {
  words: string[] | undefined;
  label: ReactNode;
  /** Of the words: CSS pixels, or as CSS says it. */
  fontSize?: number | string;
}

/** Two short words, one below the other, for who can't scan. Room for both is kept while there are none. */
export const LiveWords = ({ words = ['–', '–'], label, fontSize = 28 }: Props) => {
  const { token } = theme.useToken();
  return (
    <div style={{ textAlign: 'center' }}>
      <div style={{ color: token.colorTextSecondary }}>{label}</div>
      <div
        data-testid="live-words"
        lang="en"
        translate="no"
        style={{
          fontFamily: token.fontFamilyCode,
          fontSize,
          lineHeight: 1.2,
          fontWeight: 600,
          color: token.colorText,
        }}
      >
        {words.map((word, place) => (
          <div key={place}>{word}</div>
        ))}
      </div>
    </div>
  );
};
