import { getDeviceId, useStudentProfile } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/link-button.tsx';
import { setupStepOf } from '../../../shared/setup-step.ts';

/** For a student sent here in the middle of marking: what is missing, and the way back once nothing is. */
export const ReturnBanner = ({ to }: { to: string }) => {
  const { t } = useTranslation('student');
  const missing = setupStepOf(useStudentProfile(), getDeviceId());
  return (
    <Alert
      showIcon
      type={missing ? 'info' : 'success'}
      role="status"
      style={{ marginBlockEnd: 16 }}
      title={t(`security.returning.${missing ?? 'ready'}`)}
      description={
        missing ? undefined : (
          <LinkButton type="primary" size="large" block to={to}>
            {t('security.returning.action')}
          </LinkButton>
        )
      }
    />
  );
};
