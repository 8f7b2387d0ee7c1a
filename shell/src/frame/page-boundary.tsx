import { ErrorState } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PathBoundary } from './path-boundary.tsx';

const Failed = () => {
  const { t } = useTranslation('shell');
  return <ErrorState message={t('page.failed')} onRetry={() => window.location.reload()} />;
};

/** Keeps the frame visible if a page of the shell fails to load. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <PathBoundary path={useLocation().pathname} fallback={() => <Failed />}>
    {children}
  </PathBoundary>
);
