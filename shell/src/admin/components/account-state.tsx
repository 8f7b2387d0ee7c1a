import { CheckCircleFilled, StopOutlined } from '@ant-design/icons';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { formatDay } from '@qr-attendance/web-kit';
import Tag from 'antd/es/tag';
import themes from 'antd/es/theme';
import { useTranslation } from 'react-i18next';

export const AccountState = ({ person: { suspendedAt, suspendedBecause } }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
  const { token } = themes.useToken();
  if (!suspendedAt)
    return (
      <Tag color="success" icon={<CheckCircleFilled aria-hidden />}>
        {t('people.active')}
      </Tag>
    );
  return (
    <>
      <Tag color="error" icon={<StopOutlined aria-hidden />}>
        {t('people.suspended')}
      </Tag>
      <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
        {t('people.suspendedOn', { day: formatDay(suspendedAt), reason: suspendedBecause })}
      </div>
    </>
  );
};
