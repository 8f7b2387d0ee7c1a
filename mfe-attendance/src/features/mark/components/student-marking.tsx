import {
  attendanceStatusSchema,
  knownOrOther,
  type AttendanceRecord,
  type StudentProfile,
} from '@qr-attendance/contracts';
import {
  clearCachedScan,
  formatTime,
  retryableLazy,
  useIdentity,
  useStudentProfile,
  useWakeLock,
  type ReceivedScan,
} from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { LoadingState, Card, Spinner } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { PendingMark } from '../pending/pending-mark.ts';
import { links } from '../../../shared/links.ts';
import { useOwnMark, useSaveJoinedCourse } from '../api.ts';
import { expectFirstStep } from '../first-steps.ts';
import { useMarking } from '../use-marking.ts';
import { Join } from './join.tsx';
import { MarkingCard } from './marking-card.tsx';
import { NotCountedNotice } from './not-counted-notice.tsx';
import { DelayedCard } from './delayed-card.tsx';
import { SessionCard } from './session-card.tsx';
import { Stepper } from './stepper.tsx';
import { SuccessCard } from './success-card.tsx';

const PresenceCheck = retryableLazy(
  async () => (await import('./presence-check.tsx')).PresenceCheck,
  <LoadingState />,
);

const RecordedCard = retryableLazy(
  async () => (await import('./recorded-card.tsx')).RecordedCard,
  <Spinner />,
);

const ProcessingCard = () => {
  const { t } = useTranslation('attendance');
  return (
    <Card>
      <div className="stack center mark-wait">
        <Spinner />
        <p className="flush medium">{t('processing')}</p>
      </div>
    </Card>
  );
};

interface Props {
  scan: ReceivedScan;
  qrCode: string;
  pending: PendingMark | undefined;
}

const ExistingMark = ({ record, scan }: { record: AttendanceRecord; scan: ReceivedScan }) => {
  const { t } = useTranslation('attendance');
  const time = formatTime(record.timestamp);
  const title = t(`marked.${knownOrOther(attendanceStatusSchema, record.status)}`, { time });
  return (
    <SuccessCard
      record={record}
      scan={scan}
      title={title}
      hasPresenceCheckLater={scan.presenceCheck === 'later'}
    />
  );
};

export const StudentMarking = (props: Props) => {
  const { scan, qrCode, pending } = props;
  const mark = useOwnMark(scan._id);
  if (mark.isPending) return <LoadingState />;
  if (pending ? pending.answersPresenceCheck : scan.presenceCheck === 'now')
    return (
      <PresenceCheck scan={scan} qrCode={qrCode} pending={pending}>
        <Steps {...props} pending={undefined} />
      </PresenceCheck>
    );
  // A pending mark is sent first, and the server's response decides what the page shows.
  if (mark.data && !pending) return <ExistingMark record={mark.data} scan={scan} />;
  return <Steps {...props} />;
};

const Steps = ({ scan, qrCode, pending }: Props) => {
  const { user, reload } = useIdentity();
  const userId = user._id;
  const known = useStudentProfile();
  // Changes made on this page apply until the shell has reloaded the profile, which a teacher may change, too.
  const [changed, setChanged] = useState<{ since: StudentProfile; values: Partial<StudentProfile> }>();
  const profile = changed?.since === known ? { ...known, ...changed.values } : known;
  const marking = useMarking({ scan, profile, pending, owner: { userId, qrCode } });
  const { attempt, delivery, pin, withoutSelfie } = marking.flow;
  const isSending = attempt.state === 'marking' || attempt.state === 'waiting';
  useWakeLock(isSending);
  const recovery = attempt.state === 'failed' ? attempt.recovery : undefined;
  useEffect(() => {
    if (recovery === 'scan') clearCachedScan({ userId, qrCode });
    // The profile may have changed on another device, and the security page needs the current profile.
    if (recovery === 'security') void reload();
  }, [recovery, reload, userId, qrCode]);
  const [startsWithJoining] = useState(scan.enrolled === false && !pending);
  const [joined, setJoined] = useState(!startsWithJoining);
  const rememberJoined = useSaveJoinedCourse(qrCode);
  const { steps, step, needs, isScannedAgain } = marking;
  const rememberFirstStep = useEffectEvent(() => expectFirstStep(steps, needs));
  useEffect(() => rememberFirstStep(), []);
  const [ready, setReady] = useState(
    isScannedAgain && step === 'mark' && !needs.passkey && !(needs.pin && pin === undefined),
  );
  const shouldMark = ready && joined && step === 'mark' && attempt.state === 'idle';
  const markNow = useEffectEvent(() => {
    setReady(false);
    void marking.mark();
  });
  useEffect(() => {
    if (!shouldMark) return undefined;
    const soon = setTimeout(() => markNow(), 0);
    return () => clearTimeout(soon);
  }, [shouldMark]);
  const shownSteps = startsWithJoining ? (['join', ...steps] as const) : steps;
  if (!joined) {
    const join = (pressed: boolean) => {
      rememberJoined(scan);
      setJoined(true);
      const requiresPin = needs.pin && pin === undefined;
      setReady(pressed && step === 'mark' && !needs.passkey && !requiresPin);
    };
    return (
      <>
        <SessionCard scan={scan} />
        <Stepper steps={[...shownSteps]} current="join" />
        <Join course={scan.course} ticket={scan.ticket} onJoined={join} />
      </>
    );
  }
  if (attempt.state === 'recorded') return <RecordedCard />;
  if (attempt.state === 'marked')
    return (
      <SuccessCard
        record={attempt.record}
        scan={scan}
        withoutSelfie={withoutSelfie}
        hasPresenceCheckLater={scan.presenceCheck === 'later'}
      />
    );
  return (
    <>
      <SessionCard scan={scan} />
      <NotCountedNotice scan={scan} />
      <Stepper steps={[...shownSteps]} current={step} />
      <div>
        {/* Rendered even while empty, because screen readers ignore live regions that appear together with their text. */}
        <div role="status">
          {isSending &&
            (delivery.trouble ? (
              <DelayedCard marking={marking} trouble={delivery.trouble} />
            ) : (
              <ProcessingCard />
            ))}
        </div>
        {!isSending && (
          <MarkingCard
            marking={marking}
            ticket={scan.ticket}
            course={scan.course}
            onReady={() => setReady(true)}
            onSetUp={(values) => setChanged({ since: known, values })}
            security={links.securityFor(qrCode, scan.requires)}
          />
        )}
      </div>
    </>
  );
};
