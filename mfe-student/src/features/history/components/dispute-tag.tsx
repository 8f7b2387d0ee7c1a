import { MessageFilled, QuestionCircleFilled } from '@ant-design/icons';
import type { Dispute } from '@qr-attendance/contracts';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

/** That a student disagrees with a mark, or has been answered. */
export const DisputeTag = ({ dispute }: { dispute: Dispute }) => {
  const { t } = useTranslation('student');
  const answered = dispute.answer !== undefined;
  return (
    <Tag
      color={answered ? 'processing' : 'warning'}
      icon={answered ? <MessageFilled aria-hidden /> : <QuestionCircleFilled aria-hidden />}
      style={{ margin: 0 }}
    >
      {t(answered ? 'history.answered' : 'history.disputed')}
    </Tag>
  );
};
