import { Button, CopyButton } from '@qr-attendance/ui-kit';
import { formatDay, saveFile } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { SignOutElsewhere } from './sign-out-elsewhere.tsx';
import './second-factor.css';

const FILE = 'recovery-codes.txt';

interface Props {
  codes: string[];
  email: string;
  onDone: () => void;
}

/** Shows codes that the server cannot show again. Printing the page prints only the codes. */
export const RecoveryCodes = ({ codes, email, onDone }: Props) => {
  const { t } = useTranslation('secondFactor');
  const list = useRef<HTMLUListElement>(null);
  const [today] = useState(() => new Date().toISOString());
  useEffect(() => list.current?.focus(), []);
  const title = t('recovery.of', { email, host: window.location.host });
  const note = t('recovery.note', { day: formatDay(today) });
  const save = () =>
    saveFile(new Blob([`${[title, note, '', ...codes].join('\n')}\n`], { type: 'text/plain' }), FILE);
  return (
    <>
      <p className="flush below">{t('recovery.help')}</p>
      <ul ref={list} tabIndex={-1} aria-label={t('recovery.codes')} className="list recovery-codes below">
        {codes.map((code) => (
          <li key={code}>
            <code className="code-text">{code}</code>
          </li>
        ))}
      </ul>
      <div className="row below">
        <CopyButton text={codes.join('\n')} />
        <Button onClick={save}>{t('recovery.download')}</Button>
        <Button onClick={() => window.print()}>{t('recovery.print')}</Button>
      </div>
      <SignOutElsewhere />
      <Button type="primary" onClick={onDone}>
        {t('recovery.saved')}
      </Button>
      {createPortal(
        <div className="recovery-sheet" aria-hidden>
          <h1>{title}</h1>
          <p>{note}</p>
          {codes.map((code) => (
            <p key={code} className="code-text">
              {code}
            </p>
          ))}
        </div>,
        document.body,
      )}
    </>
  );
};
