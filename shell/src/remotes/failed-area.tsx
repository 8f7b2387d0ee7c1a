import { ErrorState } from '@qr-attendance/ui-kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable } from '../frame/is-reachable.ts';

interface Props {
  /** The area needs another version of the app. */
  incompatible: boolean;
  onRetry: () => void;
}

/** Tells an area that fails by itself from a server that cannot be reached at all. */
export const FailedArea = ({ incompatible, onRetry }: Props) => {
  const { t } = useTranslation('shell');
  const [reachable, setReachable] = useState(true);
  useEffect(() => {
    const over = new AbortController();
    void isReachable(over.signal).then((found) => over.signal.aborted || setReachable(found));
    return () => over.abort();
  }, []);
  return (
    <ErrorState
      message={t(reachable ? 'remote.failed' : 'remote.unreachable')}
      hint={incompatible && reachable ? t('remote.incompatible') : undefined}
      onRetry={onRetry}
    />
  );
};
