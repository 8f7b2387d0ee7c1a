import { tokens } from '@qr-attendance/ui-kit';
import { CheckOutlined, FlagFilled, MessageOutlined } from '@ant-design/icons';
import { flagReasonSchema, knownOr, type AttendanceRecord } from '@qr-attendance/contracts';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';
import { hasOpenDispute, hasOpenFlags } from '../../roster-rules.ts';

/** Whether a mark wants looking at, and why, in words; nothing for the many that don't. */
export const ReviewTags = ({ mark }: { mark: AttendanceRecord }) => {
  const { t } = useTranslation('teacher');
  const flagged = hasOpenFlags(mark);
  const disputed = hasOpenDispute(mark);
  if (!flagged && !disputed && !mark.reviewedAt) return null;
  const reasons = (mark.flags ?? []).map(({ reason }) =>
    t(`flag.${knownOr(flagReasonSchema, reason)}.title`),
  );
  return (
    <div>
      {flagged && (
        <>
          <Tag color="warning" icon={<FlagFilled aria-hidden />}>
            {t('review.needed')}
          </Tag>
          <div style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
            {reasons.join(' · ')}
            {mark.risk !== undefined && ` (${t('review.risk', { risk: mark.risk })})`}
          </div>
        </>
      )}
      {disputed && (
        <Tag color="processing" icon={<MessageOutlined aria-hidden />}>
          {t('review.disputed')}
        </Tag>
      )}
      {!flagged && !disputed && <Tag icon={<CheckOutlined aria-hidden />}>{t('review.reviewed')}</Tag>}
    </div>
  );
};
