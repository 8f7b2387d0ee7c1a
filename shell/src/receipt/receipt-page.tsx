import { attendanceStatusSchema, knownOrOther, type ReceiptClaims } from '@qr-attendance/contracts';
import { Button, courseLabel, Facts, Notice, PlainForm, StatusBadge, TextField } from '@qr-attendance/ui-kit';
import { formatDayTime, formatDay } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { cacheKeys, checkReceipt, findReceipt, type Outcome } from './check-receipt.ts';
import './receipt.css';

const MS = 1_000;

const ReceiptFacts = ({ receipt }: { receipt: ReceiptClaims }) => {
  const { t } = useTranslation('receipt');
  const { student, course, date, status, recordedAt, iat, iss } = receipt;
  const knownStatus = knownOrOther(attendanceStatusSchema, status);
  return (
    <Facts
      columns={2}
      facts={[
        { name: t('facts.student'), value: student, wide: true },
        { name: t('facts.course'), value: courseLabel(course), wide: true },
        { name: t('facts.date'), value: formatDay(date) },
        {
          name: t('facts.status'),
          value: knownStatus === 'other' ? t('common:status.other') : <StatusBadge status={knownStatus} />,
        },
        { name: t('facts.recordedAt'), value: formatDayTime(recordedAt) },
        { name: t('facts.issuedAt'), value: formatDayTime(new Date(iat * MS).toISOString()) },
        { name: t('facts.issuer'), value: iss, wide: true },
      ]}
    />
  );
};

const types = { valid: 'success', superseded: 'warning', issued: 'info' } as const;

const Result = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('receipt');
  const type = 'receipt' in outcome ? types[outcome.kind] : 'error';
  return (
    <>
      <Notice
        type={type}
        role="status"
        title={t(`result.${outcome.kind}.title`)}
        description={t(`result.${outcome.kind}.text`)}
      />
      {'receipt' in outcome && <ReceiptFacts receipt={outcome.receipt} />}
    </>
  );
};

export const ReceiptPage = () => {
  const { t } = useTranslation('receipt');
  const { api } = useIdentityState();
  const { hash } = useLocation();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome | 'checking'>();
  /** Only the result of the last check is shown. */
  const last = useRef(0);
  const fileInput = useRef<HTMLInputElement>(null);
  const check = async (source: string) => {
    const mine = (last.current += 1);
    setError(undefined);
    setOutcome('checking');
    const found = await checkReceipt(api, findReceipt(source));
    if (mine === last.current) setOutcome(found);
  };
  useEffect(() => void cacheKeys(api), [api]);
  const checkLink = useEffectEvent((link: string) => void check(link));
  useEffect(() => {
    const link = hash.slice(1);
    if (link) void Promise.resolve().then(() => checkLink(link));
  }, [hash]);
  const submit = () => {
    if (text.trim()) void check(text);
    else setError(t('empty'));
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      const content = findReceipt(await file.text());
      setText(content);
      await check(content);
    } catch {
      setError(t('fileFailed'));
    }
    target.value = '';
  };
  return (
    <FormCard title={t('title')} other={{ to: '/', label: t('common:home') }}>
      <p className="receipt-help">{t('help')}</p>
      <div className="receipt-result" aria-live="polite">
        {outcome === 'checking' ? t('checking') : outcome && <Result outcome={outcome} />}
      </div>
      <PlainForm busy={false} onSubmit={submit}>
        <TextField
          label={t('label')}
          error={error}
          large
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          placeholder={t('placeholder')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Button type="primary" size="large" block htmlType="submit" loading={outcome === 'checking'}>
          {t('submit')}
        </Button>
        <Button size="large" block className="receipt-file" onClick={() => fileInput.current?.click()}>
          {t('file')}
        </Button>
        {/* The native file input would use the browser's language. */}
        <input
          ref={fileInput}
          hidden
          type="file"
          aria-label={t('file')}
          accept=".txt,text/plain"
          onChange={(event) => void readFile(event)}
        />
      </PlainForm>
    </FormCard>
  );
};
