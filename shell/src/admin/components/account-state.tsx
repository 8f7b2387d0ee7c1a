import { tokens } from '@qr-attendance/ui-kit';
import { CheckCircleFilled, StopOutlined } from '@ant-design/icons';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { formatDay } from '@qr-attendance/web-kit';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

export const AccountState = ({ person: { suspendedAt, suspendedBecause } }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
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
      <div style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
        {t('people.suspendedOn', { day: formatDay(suspendedAt), reason: suspendedBecause })}
      </div>
    </>
  );
};
