import { tokens } from '@qr-attendance/ui-kit';
import type { AttendanceRecord, Dispute } from '@qr-attendance/contracts';
import { formatDayTime } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { Typed } from '../../../shared/typed.tsx';
import { DisputeForm } from './dispute-form.tsx';

export const MarkDispute = ({ record: { _id, dispute } }: { record: AttendanceRecord }) => {
  const { t } = useTranslation('student');
  const [openedAfter, setOpenedAfter] = useState<string>();
  const last = dispute?.at ?? 'none';
  const mayReport = !dispute || dispute.answer !== undefined;
  const isOpen = mayReport && openedAfter === last;
  return (
    <section style={{ marginBlockStart: tokens.margin }}>
      {(dispute || isOpen) && <SectionTitle level={3}>{t('mark.dispute.title')}</SectionTitle>}
      {/* Rendered while still empty, so that a screen reader announces what is added. */}
      <div role="status">{dispute && <DisputeStatements dispute={dispute} />}</div>
      {isOpen && <DisputeForm key={last} id={_id} onCancel={() => setOpenedAfter(undefined)} />}
      {mayReport && !isOpen && (
        <Button onClick={() => setOpenedAfter(last)}>
          {t(dispute ? 'mark.dispute.again' : 'mark.dispute.title')}
        </Button>
      )}
    </section>
  );
};

const DisputeStatements = ({ dispute: { note, at, answer, answeredAt } }: { dispute: Dispute }) => {
  const { t } = useTranslation('student');
  return (
    <dl style={{ margin: `${tokens.marginXS}px 0`, display: 'grid', gap: tokens.marginXS }}>
      <Statement who={t('mark.dispute.yours')} at={at} text={note} />
      {answer === undefined ? (
        <div>
          <dt style={{ fontWeight: 600 }}>{t('mark.dispute.answer')}</dt>
          <dd style={{ margin: 0 }}>{t('mark.dispute.waiting')}</dd>
        </div>
      ) : (
        <Statement who={t('mark.dispute.answer')} at={answeredAt} text={answer} />
      )}
    </dl>
  );
};

const Statement = ({ who, at, text }: { who: string; at: string | undefined; text: string }) => {
  return (
    <div
      style={{
        padding: tokens.paddingSM,
        borderRadius: tokens.borderRadius,
        background: tokens.colorFillQuaternary,
        color: tokens.colorText,
      }}
    >
      <dt style={{ fontWeight: 600 }}>{who}</dt>
      <dd style={{ margin: 0 }}>
        <Typed>{text}</Typed>
        {at && (
          <div style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
            <time dateTime={at}>{formatDayTime(at)}</time>
          </div>
        )}
      </dd>
    </div>
  );
};
