import type { ReactNode } from 'react';
import { LargeText } from '../code/large-text.tsx';

interface Props {
  words: string[] | undefined;
  label: ReactNode;
  fontSize?: number | string;
}

/** Reserves space until the first words arrive. Renders nothing if the session accepts none. */
export const BurstWords = ({ words = ['–', '–'], label, fontSize = 28 }: Props) =>
  words.length > 0 && (
    <LargeText label={label} fontSize={fontSize} testId="live-words" lang="en">
      {words.map((word, index) => (
        <div key={index}>{word}</div>
      ))}
    </LargeText>
  );
