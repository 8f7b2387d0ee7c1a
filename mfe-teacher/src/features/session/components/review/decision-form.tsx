import { tokens } from '@qr-attendance/ui-kit';
import type { AttendanceStatus, Open } from '@qr-attendance/contracts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../api/review-mark.ts';
import { oneLine } from '../../reason.ts';
import { ReasonField } from './reason-field.tsx';
import { StatusField } from './status-field.tsx';

interface Values {
  status?: AttendanceStatus;
  reason: string;
}
interface Props {
  decision: 'correct' | 'refuse';
  /** The mark's own now. */
  status: Open<AttendanceStatus>;
  busy: boolean;
  onDecide: (decision: Decision) => void;
}

/** What a teacher must say to correct or to refuse a mark. */
export const DecisionForm = ({ decision, status: before, busy, onDecide }: Props) => {
  const { t } = useTranslation('teacher');
  const title = t(`review.${decision}`);
  const submit = ({ status, reason: typed }: Values) => {
    const reason = oneLine(typed);
    if (decision === 'refuse') onDecide({ decision, reason });
    else if (status) onDecide({ decision, status, reason });
  };
  return (
    <Form<Values>
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      aria-label={title}
      style={{ marginBlockStart: tokens.margin }}
    >
      {decision === 'correct' ? (
        <StatusField except={before} />
      ) : (
        <p style={{ marginBlockStart: 0 }}>{t('review.refuseExplain')}</p>
      )}
      <ReasonField
        label={t('review.reason')}
        placeholder={t(`review.${decision}Example`)}
        autoFocus={decision === 'refuse'}
      />
      <Button type="primary" danger={decision === 'refuse'} htmlType="submit" loading={busy}>
        {t(`review.${decision}Submit`)}
      </Button>
    </Form>
  );
};
