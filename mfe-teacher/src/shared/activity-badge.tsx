import { CheckCircleOutlined, SyncOutlined } from '@ant-design/icons';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

/** Whether a session still takes attendance: color, word and icon. */
export const ActivityBadge = ({ active }: { active: boolean }) => {
  const { t } = useTranslation('teacher');
  return active ? (
    <Tag color="blue" icon={<SyncOutlined aria-hidden />}>
      {t('session.active')}
    </Tag>
  ) : (
    <Tag icon={<CheckCircleOutlined aria-hidden />}>{t('session.inactive')}</Tag>
  );
};
