import type { VerifiedScan } from '@qr-attendance/contracts';
import { useIdentity, useStudentProfile } from '@qr-attendance/web-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetScan } from '../kept-scan.ts';
import { useMarking } from '../use-marking.ts';
import { MarkingCard } from './marking-card.tsx';
import { SessionCard } from './session-card.tsx';
import { Stepper } from './stepper.tsx';
import { SuccessCard } from './success-card.tsx';

/** One step at a time, until the mark is made. */
export const StudentMarking = ({ scan, qrCode }: { scan: VerifiedScan; qrCode: string }) => {
  const { t } = useTranslation('attendance');
  const userId = useIdentity().user._id;
  const profile = useStudentProfile();
  const marking = useMarking({ scan, profile, fallback: t('error.markFailed') });
  const { attempt } = marking.flow;
  const ticketIsBad = attempt.state === 'failed' && attempt.wayOn === 'scan';
  useEffect(() => {
    if (ticketIsBad) forgetScan({ userId, qrCode });
  }, [ticketIsBad, userId, qrCode]);
  if (attempt.state === 'marked') return <SuccessCard record={attempt.record} />;
  return (
    <>
      <SessionCard scan={scan} />
      <Stepper steps={marking.steps} current={marking.step} />
      <MarkingCard marking={marking} ticket={scan.ticket} course={scan.course.name} qrCode={qrCode} />
    </>
  );
};
