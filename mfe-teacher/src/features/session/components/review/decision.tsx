import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Failure, useNotify, tokens } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReviewMark, type Decision as Choice } from '../../api/review-mark.ts';
import { hasOpenFlags } from '../../roster-rules.ts';
import { DecisionForm } from './decision-form.tsx';

interface Props {
  mark: AttendanceRecord;
  onDone: () => void;
}

/** Accept, correct or refuse. Accepting needs no words; a mark that counts as absent already can't be refused. */
export const Decision = ({ mark, onDone }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const review = useReviewMark(mark._id);
  const [open, setOpen] = useState<'correct' | 'refuse'>();
  const decide = (choice: Choice) =>
    review.mutate(choice, {
      onSuccess: () => {
        notify.success(t(`review.done.${choice.decision}`, { name: mark.student.name }));
        onDone();
      },
    });
  const opener = (decision: 'correct' | 'refuse') => (
    <Button
      aria-expanded={open === decision}
      onClick={() => setOpen(open === decision ? undefined : decision)}
    >
      {t(`review.${decision}`)}
    </Button>
  );
  return (
    <>
      <Failure error={review.error} text={t('review.failed')} />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM }}>
        {hasOpenFlags(mark) && (
          <Button
            type="primary"
            loading={review.isPending && review.variables.decision === 'accept'}
            onClick={() => decide({ decision: 'accept' })}
          >
            {t('review.accept')}
          </Button>
        )}
        {opener('correct')}
        {mark.status !== 'ABSENT' && opener('refuse')}
      </div>
      {open && (
        <DecisionForm
          key={open}
          decision={open}
          status={mark.status}
          busy={review.isPending}
          onDecide={decide}
        />
      )}
    </>
  );
};
