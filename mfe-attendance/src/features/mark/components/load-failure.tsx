import { ApiError, formatDayTime, isTransient, messageOf, useIdentity } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { links } from '../../../shared/links.ts';
import { ErrorCard } from './error-card.tsx';

/**
 * After a 400 the scanned text cannot be a code, and the server's message about the length would not help.
 */
const isNoCode = (error: unknown) => error instanceof ApiError && error.status === 400;

const InvalidCode = ({ message }: { message: string }) => {
  const { t } = useTranslation('attendance');
  const { userType } = useIdentity().user;
  const scanAgain = userType === 'STUDENT' ? { label: t('error.scan'), to: links.scan } : undefined;
  return <ErrorCard headingLevel={1} message={message} hint={t('load.failedHint')} action={scanAgain} />;
};

/** Explains that the scanned text is not a code, but a contact, an address of another site, or nothing. */
export const ForeignCode = () => {
  const { t } = useTranslation('attendance');
  return <InvalidCode message={t('specified:codeInvalid')} />;
};

export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('attendance');
  const { userType } = useIdentity().user;
  if (isTransient(error)) {
    return (
      <ErrorCard
        headingLevel={1}
        message={messageOf(error, t('load.offline'))}
        hint={t('load.offlineHint')}
        action={{ label: t('error.retry'), onPress: onRetry }}
      />
    );
  }
  if (error instanceof ApiError && error.code === 'burst_code_needed' && userType === 'STUDENT')
    return <Navigate to={links.scanLive} replace />;
  const scanAgain = userType === 'STUDENT' ? { label: t('error.scan'), to: links.scan } : undefined;
  if (error instanceof ApiError && error.code === 'session_not_open') {
    const { startTime } = error.details;
    return (
      <ErrorCard
        headingLevel={1}
        message={
          typeof startTime === 'string'
            ? t('wait.title', { at: formatDayTime(startTime) })
            : messageOf(error, t('specified:codeInvalid'))
        }
        hint={t('wait.notOpen')}
        action={scanAgain}
      />
    );
  }
  return isNoCode(error) ? (
    <ForeignCode />
  ) : (
    <InvalidCode message={messageOf(error, t('specified:codeInvalid'))} />
  );
};
