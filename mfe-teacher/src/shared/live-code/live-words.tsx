import type { ReactNode } from 'react';
import { LargeText } from '../code/large-text.tsx';

interface Props {
  words: string[] | undefined;
  label: ReactNode;
  /** Of the words: CSS pixels, or as CSS says it. */
  fontSize?: number | string;
}

/** Two short words, one below the other, for who can't scan. Room for both is kept while there are none. */
export const LiveWords = ({ words = ['–', '–'], label, fontSize = 28 }: Props) => (
  <LargeText label={label} fontSize={fontSize} testId="live-words" lang="en">
    {words.map((word, place) => (
      <div key={place}>{word}</div>
    ))}
  </LargeText>
);
