import type { UserType } from '@qr-attendance/contracts';
import { ErrorState, RetryCountdown, Spinner } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { useUnitStaff } from '../identity/unit-staff.ts';

const Checking = () => {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('identity.checking')} className="ui-state">
      <Spinner />
    </div>
  );
};

const RequireUnitStaff = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { isUnitStaff, error, retry } = useUnitStaff();
  if (isUnitStaff) return <>{children}</>;
  if (isUnitStaff === false) return <Navigate to="/" replace />;
  return error ? <ErrorState message={messageOf(error, t('remote.failed'))} onRetry={retry} /> : <Checking />;
};

interface Props {
  userType?: UserType;
  /** Teachers with a role in a unit may enter, too. */
  unitStaff?: true;
  children: ReactNode;
}

export const RequireSignedIn = ({ userType, unitStaff, children }: Props) => {
  const { t } = useTranslation('shell');
  const { state, reload } = useIdentityState();
  const location = useLocation();
  switch (state.status) {
    case 'checking':
      return <Checking />;
    case 'unreachable':
      return (
        <ErrorState
          message={state.error}
          hint={
            <>
              {t('identity.kept')} <RetryCountdown retry={state.retry} />
            </>
          }
          onRetry={() => void reload()}
        />
      );
    case 'outdated':
      return (
        <ErrorState
          message={state.error}
          retryText={t('common:reload')}
          onRetry={() => window.location.reload()}
        />
      );
    case 'anonymous':
      return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
    case 'signed-in':
      if (!userType || state.user.userType === userType) return <>{children}</>;
      if (unitStaff) return <RequireUnitStaff>{children}</RequireUnitStaff>;
      return <Navigate to="/" replace />;
  }
};
