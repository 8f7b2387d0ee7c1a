import { LinkButton, LoadingState, Notice, RetryNotice, useDocumentTitle } from '@qr-attendance/ui-kit';
import { ApiError, codeOfPath, plannedRetry, useIdentity, useRetryNow } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { links } from '../../../shared/links.ts';
import { usePendingMark, useScan } from '../api.ts';
import { ForeignCode, LoadFailure } from '../components/load-failure.tsx';
import { MarkPageColumn } from '../components/mark-page-column.tsx';
import { SessionCard } from '../components/session-card.tsx';
import { StudentMarking } from '../components/student-marking.tsx';

const TeacherNote = () => {
  const { t } = useTranslation('attendance');
  return (
    <>
      <Notice type="info" title={t('teacher.title')} description={t('teacher.explain')} />
      <LinkButton size="large" block to={links.dashboardOf('TEACHER')}>
        {t('toDashboard')}
      </LinkButton>
    </>
  );
};

/** The page shows a problem only after this number of failed requests, unless the phone is offline. */
const MIN_FAILURES = 3;

const lastingFailure = ({
  failureReason,
  failureCount,
}: Pick<ReturnType<typeof useScan>, 'failureReason' | 'failureCount'>) => {
  if (plannedRetry(failureReason)?.kind !== 'unreachable') return undefined;
  const isOffline = failureReason instanceof ApiError && failureReason.trouble === 'offline';
  return isOffline || failureCount >= MIN_FAILURES ? failureReason : undefined;
};

const Marking = ({ qrCode }: { qrCode: string }) => {
  const scan = useScan(qrCode);
  const { userType, _id: userId } = useIdentity().user;
  const pending = usePendingMark({ userId, qrCode });
  const retryNow = useRetryNow();
  const failure = scan.error ?? lastingFailure(scan);
  if (failure) return <LoadFailure error={failure} onRetry={() => void retryNow(scan)} />;
  if (!scan.data || pending.data === undefined) {
    const retry = plannedRetry(scan.failureReason);
    return (
      <>
        {retry?.kind === 'busy' && <RetryNotice retry={retry} />}
        <LoadingState />
      </>
    );
  }
  if (userType === 'STUDENT')
    return <StudentMarking scan={scan.data} qrCode={qrCode} pending={pending.data ?? undefined} />;
  return (
    <>
      <SessionCard scan={scan.data} />
      <TeacherNote />
    </>
  );
};

export const MarkPage = () => {
  const { t } = useTranslation('attendance');
  const qrCode = codeOfPath(useLocation().pathname);
  useDocumentTitle(t('mark.title'));
  return (
    <MarkPageColumn>
      {qrCode === undefined ? <ForeignCode /> : <Marking key={qrCode} qrCode={qrCode} />}
    </MarkPageColumn>
  );
};
