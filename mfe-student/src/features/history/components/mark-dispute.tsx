import { Button } from '@qr-attendance/ui-kit';
import type { AttendanceRecord, Dispute } from '@qr-attendance/contracts';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UserText } from '../../../shared/user-text.tsx';
import { DisputeForm } from './dispute-form.tsx';

export const MarkDispute = ({ record: { _id, dispute } }: { record: AttendanceRecord }) => {
  const { t } = useTranslation('student');
  const [openedAfter, setOpenedAfter] = useState<string>();
  const last = dispute?.at ?? 'none';
  const mayReport = !dispute || dispute.answer !== undefined;
  const isOpen = mayReport && openedAfter === last;
  return (
    <section className="above">
      {(dispute || isOpen) && <h3 className="title">{t('mark.dispute.title')}</h3>}
      {/* Rendered even while empty, so that a screen reader announces what is added. */}
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
    <dl className="flush stack gap-xs above-xs below-xs">
      <Statement who={t('mark.dispute.yours')} at={at} text={note} />
      {answer === undefined ? (
        <div>
          <dt className="strong">{t('mark.dispute.answer')}</dt>
          <dd className="flush">{t('mark.dispute.waiting')}</dd>
        </div>
      ) : (
        <Statement who={t('mark.dispute.answer')} at={answeredAt} text={answer} />
      )}
    </dl>
  );
};

const Statement = ({ who, at, text }: { who: string; at: string | undefined; text: string }) => {
  return (
    <div className="inset">
      <dt className="strong">{who}</dt>
      <dd className="flush">
        <UserText>{text}</UserText>
        {at && (
          <div className="muted small">
            <time dateTime={at}>{formatDayTime(at)}</time>
          </div>
        )}
      </dd>
    </div>
  );
};
