import { LinkButton, LoadingState, Notice, RetryNotice, useDocumentTitle } from '@qr-attendance/ui-kit';
import { codeOfPath, plannedRetry, useIdentity } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
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

const Marking = ({ qrCode }: { qrCode: string }) => {
  const scan = useScan(qrCode);
  const { userType, _id: userId } = useIdentity().user;
  const pending = usePendingMark({ userId, qrCode });
  if (scan.error) return <LoadFailure error={scan.error} onRetry={() => void scan.refetch()} />;
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
