import type { ReactNode } from 'react';
import { LargeText } from '../code/large-text.tsx';

interface Props {
  words: string[] | undefined;
  label: ReactNode;
  /** Of the words: CSS pixels, or as CSS says it. */
  fontSize?: number | string;
}

/**
 * Two short words, one below the other, for students who can't scan. Room for both is kept until the first ones are known;
 * renders nothing where the session accepts none.
 */
export const BurstWords = ({ words = ['–', '–'], label, fontSize = 28 }: Props) =>
  words.length > 0 && (
    <LargeText label={label} fontSize={fontSize} testId="live-words" lang="en">
      {words.map((word, index) => (
        <div key={index}>{word}</div>
      ))}
    </LargeText>
  );
