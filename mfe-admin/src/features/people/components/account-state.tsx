import { CheckCircleFilled, StopOutlined } from '@ant-design/icons';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { formatDay } from '@qr-attendance/web-kit';
import { Badge } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const AccountState = ({
  person: { suspendedAt, suspendedBecause, registered, mergedInto },
}: {
  person: ManagedPerson;
}) => {
  const { t } = useTranslation('admin');
  if (mergedInto)
    return (
      <>
        <Badge tone="info">{t('people.merged')}</Badge>
        <div className="muted small">{t('people.mergedInto', { name: mergedInto.name })}</div>
      </>
    );
  if (!suspendedAt && registered === false)
    return (
      <span className="nowrap">
        <Badge tone="info">{t('people.unregistered')}</Badge>
      </span>
    );
  if (!suspendedAt)
    return (
      <Badge tone="success" icon={<CheckCircleFilled aria-hidden />}>
        {t('people.active')}
      </Badge>
    );
  return (
    <>
      <Badge tone="error" icon={<StopOutlined aria-hidden />}>
        {t('people.suspended')}
      </Badge>
      <div className="muted small">
        {t('people.suspendedOn', { day: formatDay(suspendedAt), reason: suspendedBecause })}
      </div>
    </>
  );
};
