import { attendanceStatusSchema, knownOrOther, type AttendanceRecord } from '@qr-attendance/contracts';
import { Card, Spinner } from '@qr-attendance/ui-kit';
import {
  formatTime,
  isIncompatible,
  useIdentity,
  useWakeLock,
  type ReceivedScan,
} from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { useAnswerPresenceCheck } from '../api.ts';
import type { Refusal } from '../flow.ts';
import { rememberMarked } from '../marked-sessions.ts';
import { deliverableUntil, type PendingMark } from '../pending/pending-mark.ts';
import { createPendingMarkStore } from '../pending/pending-marks.ts';
import { hintFor, refusalOf } from '../refusal-of.ts';
import type { RetryReason } from '../retry-policy.ts';
import { createRetryUntilResponse, UnmountedError } from '../retry-until-response.ts';
import { createWakeableTimer } from '../wakeable-timer.ts';
import { ErrorCard } from './error-card.tsx';
import { RecordedCard } from './recorded-card.tsx';
import { SuccessCard } from './success-card.tsx';

interface SendingState {
  trouble?: RetryReason;
  isStored?: boolean;
}
type Attempt =
  | ({ state: 'sending' } & SendingState)
  | { state: 'answered'; record: AttendanceRecord }
  | { state: 'recorded' }
  | { state: 'refused'; refusal: Refusal };

/** The server's error code if the student has no mark yet, or if another key signed the mark. */
const NEEDS_PROOFS = 'presence_check_needs_proofs';

interface Props {
  scan: ReceivedScan;
  qrCode: string;
  pending: PendingMark | undefined;
}

const createAnswer = (scan: ReceivedScan): PendingMark => ({
  scan,
  submission: { ticket: scan.ticket, madeAt: new Date().toISOString() },
  requiresPasskey: false,
  confirmationExpiresAt: 0,
  answersPresenceCheck: true,
});

/** Sends the answer without a press, because a scan during a presence check needs no other input. */
const useAnswer = ({ scan, qrCode, pending }: Props): Attempt => {
  const { t } = useTranslation('attendance');
  const { user } = useIdentity();
  const answer = useAnswerPresenceCheck();
  const [attempt, setAttempt] = useState<Attempt>({ state: 'sending' });
  const send = useEffectEvent(
    async (signal: AbortSignal, update: (known: SendingState) => void): Promise<Attempt | undefined> => {
      const given = pending ?? createAnswer(scan);
      const { ticket, madeAt } = given.submission;
      const { keep, forget } = createPendingMarkStore({ userId: user._id, qrCode }, (isStored) =>
        update({ isStored }),
      );
      const dispatch = (event: { type: 'marking' } | { type: 'waiting'; because: RetryReason }) => {
        if (event.type === 'waiting') update({ trouble: event.because });
      };
      const untilAnswered = createRetryUntilResponse({
        pause: createWakeableTimer().pause,
        dispatch,
        signal,
      });
      keep(given);
      try {
        const limits = { ticket: deliverableUntil(given.scan) };
        const record = await untilAnswered((until) => answer({ ticket, madeAt }, until), limits);
        void forget();
        rememberMarked({ userId: user._id, sessionId: scan._id });
        return { state: 'answered', record };
      } catch (error) {
        if (error instanceof UnmountedError) return undefined;
        void forget();
        if (!isIncompatible(error)) return { state: 'refused', refusal: refusalOf(error, t) };
        rememberMarked({ userId: user._id, sessionId: scan._id });
        return { state: 'recorded' };
      }
    },
  );
  useEffect(() => {
    const leaving = new AbortController();
    const update = (known: SendingState) =>
      setAttempt((before) => (before.state === 'sending' ? { ...before, ...known } : before));
    void send(leaving.signal, update).then((ended) => {
      if (ended) setAttempt(ended);
    });
    return () => leaving.abort();
  }, []);
  return attempt;
};

const Sending = ({ trouble, isStored }: SendingState) => {
  const { t } = useTranslation('attendance');
  return (
    <Card>
      <div className="stack center mark-wait">
        <Spinner />
        <p role="status" className="flush medium">
          {trouble
            ? `${t(`delivery.trouble.${trouble}`)} ${t(isStored ? 'delivery.kept' : 'delivery.notKept')}`
            : t('delivery.sending')}
        </p>
      </div>
    </Card>
  );
};

export const PresenceCheck = ({ children, ...props }: Props & { children: ReactNode }) => {
  const { t } = useTranslation('attendance');
  const attempt = useAnswer(props);
  useWakeLock(attempt.state === 'sending');
  if (attempt.state === 'sending') return <Sending {...attempt} />;
  if (attempt.state === 'recorded') return <RecordedCard />;
  if (attempt.state === 'answered') {
    const { record } = attempt;
    const time = formatTime(record.timestamp);
    const status = knownOrOther(attendanceStatusSchema, record.status);
    return <SuccessCard record={record} scan={props.scan} title={t(`marked.${status}`, { time })} />;
  }
  const { code, message } = attempt.refusal;
  if (code === NEEDS_PROOFS) return children;
  const again = { label: t('error.scan'), to: links.scan };
  return <ErrorCard message={message} hint={hintFor(code, t)} action={again} />;
};
