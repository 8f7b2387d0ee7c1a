import { Notice, Spinner } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetBurstCodes } from '../api/sessions.ts';
import { LargeText } from '../code/typed-code.tsx';
import { UnreachableByPhoneNotice } from '../code/this-machine.tsx';
import { CodePicture } from '../code/code-picture.tsx';
import { useBurstCodes } from './use-burst-codes.ts';

interface Props {
  code: string | undefined;
  size: number | string;
}

export const BurstCodePicture = ({ code, size }: Props) => {
  const { t } = useTranslation('teacher');
  if (code !== undefined) return <CodePicture code={code} size={size} />;
  return (
    <div role="status" className="code-waiting" style={{ width: size }}>
      <Spinner />
      {t('burstCode.waiting')}
    </div>
  );
};

interface WordsProps {
  words: string[] | undefined;
  label: ReactNode;
  fontSize?: number | string;
}

/** Reserves space until the first words arrive. Renders nothing if the session does not accept words. */
export const BurstWords = ({ words = ['–', '–'], label, fontSize = 28 }: WordsProps) =>
  words.length > 0 && (
    <LargeText label={label} fontSize={fontSize} testId="live-words" lang="en">
      {words.map((word, index) => (
        <div key={index}>{word}</div>
      ))}
    </LargeText>
  );

/** `size` is the width of the QR code in CSS pixels. */
export const BurstCodePanel = ({ sessionId, size }: { sessionId: string; size: number }) => {
  const { t } = useTranslation('teacher');
  const { shown, stopped, wordsRefused } = useBurstCodes(useGetBurstCodes(sessionId));
  if (stopped) return <Notice type="info" title={t('code.stopped')} />;
  return (
    <div className="code-panel">
      <UnreachableByPhoneNotice />
      <div className="qr-frame">
        <BurstCodePicture code={shown?.code} size={size} />
      </div>
      <BurstWords words={shown?.words} label={t('burstCode.words')} />
      {wordsRefused > 0 && (
        <Notice type="warning" title={t('burstCode.wordsRefused', { count: wordsRefused })} />
      )}
      <p className="flush muted center">{t('burstCode.explain')}</p>
    </div>
  );
};
