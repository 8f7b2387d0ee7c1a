import { ErrorState } from '@qr-attendance/ui-kit';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const Failed = () => {
  const { t } = useTranslation('shell');
  return <ErrorState message={t('page.failed')} onRetry={() => window.location.reload()} />;
};

/** Keeps the frame if one of the shell's pages fails to load. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}
