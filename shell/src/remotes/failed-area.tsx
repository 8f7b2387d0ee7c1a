import { ErrorState } from '@qr-attendance/ui-kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { probeServer } from '../frame/probe-server.ts';

interface Props {
  /** The area needs another version of the app. */
  incompatible: boolean;
  onRetry: () => void;
}

/** Says that the rest of the app can be used only after the server has answered. */
export const FailedArea = ({ incompatible, onRetry }: Props) => {
  const { t } = useTranslation('shell');
  const [server, setServer] = useState<Awaited<ReturnType<typeof probeServer>>>();
  useEffect(() => {
    const over = new AbortController();
    void probeServer(over.signal).then((found) => over.signal.aborted || setServer(found));
    return () => over.abort();
  }, []);
  if (server === 'unreachable') return <ErrorState message={t('remote.unreachable')} onRetry={onRetry} />;
  const hint = () => {
    if (incompatible) return t('remote.incompatible');
    return server === 'works' ? t('remote.others') : undefined;
  };
  return <ErrorState message={t('remote.failed')} hint={hint()} onRetry={onRetry} />;
};
