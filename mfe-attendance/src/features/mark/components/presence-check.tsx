import {
  attendanceStatusSchema,
  knownOr,
  type AttendanceRecord,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { Panel, Spinner } from '@qr-attendance/ui-kit';
import { formatTime, useIdentity } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { useAnswerPresenceCheck } from '../api/answer-presence-check.ts';
import type { Refusal } from '../flow.ts';
import { noteMarked } from '../marked-sessions.ts';
import { deliverableUntil, type PendingMark } from '../pending/pending-mark.ts';
import { keepWhileSending } from '../pending/pending-marks.ts';
import { hintFor, refusalOf } from '../refusal-of.ts';
import type { Trouble } from '../retry-policy.ts';
import { createRetryUntilResponse, Unmounted } from '../retry-until-response.ts';
import { createWakeableTimer } from '../wakeable-timer.ts';
import { ErrorCard } from './error-card.tsx';
import { SuccessCard } from './success-card.tsx';

interface Known {
  trouble?: Trouble;
  /** A reload does not lose it. */
  kept?: boolean;
}
type Attempt =
  | ({ state: 'sending' } & Known)
  | { state: 'recorded'; record: AttendanceRecord }
  | { state: 'refused'; refusal: Refusal };

/** Its key is not the one that marked, or there is no mark yet. */
const NEEDS_PROOFS = 'presence_check_needs_proofs';

interface Props {
  scan: VerifiedScan;
  qrCode: string;
  /** The answer that was on its way when the page was left. */
  pending: PendingMark | undefined;
}

const newAnswer = (scan: VerifiedScan): PendingMark => ({
  scan,
  submission: { ticket: scan.ticket, madeAt: new Date().toISOString() },
  asksPasskey: false,
  confirmedUntil: 0,
  answersPresenceCheck: true,
});

/** Sends the answer until the server has answered, with no press: who scans as the class is asked wants just that. */
const useAnswer = ({ scan, qrCode, pending }: Props): Attempt => {
  const { t } = useTranslation('attendance');
  const { user } = useIdentity();
  const answer = useAnswerPresenceCheck();
  const [attempt, setAttempt] = useState<Attempt>({ state: 'sending' });
  /** @returns how it ended; undefined where the page was left before */
  const send = useEffectEvent(
    async (signal: AbortSignal, note: (known: Known) => void): Promise<Attempt | undefined> => {
      const given = pending ?? newAnswer(scan);
      const { ticket, madeAt } = given.submission;
      const { keep, forget } = keepWhileSending({ userId: user._id, qrCode }, (kept) => note({ kept }));
      const tell = (event: { type: 'marking' } | { type: 'waiting'; because: Trouble }) => {
        if (event.type === 'waiting') note({ trouble: event.because });
      };
      const untilAnswered = createRetryUntilResponse({ pause: createWakeableTimer().pause, tell, signal });
      keep(given);
      try {
        const limits = { ticket: deliverableUntil(given.scan) };
        const record = await untilAnswered((until) => answer({ ticket, madeAt }, until), limits);
        void forget();
        noteMarked({ userId: user._id, sessionId: scan._id });
        return { state: 'recorded', record };
      } catch (error) {
        if (error instanceof Unmounted) return undefined;
        void forget();
        return { state: 'refused', refusal: refusalOf(error, t) };
      }
    },
  );
  useEffect(() => {
    const leaving = new AbortController();
    const note = (known: Known) =>
      setAttempt((before) => (before.state === 'sending' ? { ...before, ...known } : before));
    void send(leaving.signal, note).then((ended) => {
      if (ended) setAttempt(ended);
    });
    return () => leaving.abort();
  }, []);
  return attempt;
};

const Sending = ({ trouble, kept }: Known) => {
  const { t } = useTranslation('attendance');
  return (
    <Panel>
      <div
        style={{ display: 'grid', justifyItems: 'center', gap: 16, paddingBlock: 24, textAlign: 'center' }}
      >
        <Spinner />
        <p role="status" style={{ margin: 0, fontWeight: 500 }}>
          {trouble
            ? `${t(`delivery.trouble.${trouble}`)} ${t(kept ? 'delivery.kept' : 'delivery.notKept')}`
            : t('delivery.sending')}
        </p>
      </div>
    </Panel>
  );
};

/** Answers the presence check of a class; `children` mark, where this phone's key alone does not do. */
export const PresenceCheck = ({ children, ...props }: Props & { children: ReactNode }) => {
  const { t } = useTranslation('attendance');
  const attempt = useAnswer(props);
  if (attempt.state === 'sending') return <Sending {...attempt} />;
  if (attempt.state === 'recorded') {
    const { record } = attempt;
    const time = formatTime(record.timestamp);
    const status = knownOr(attendanceStatusSchema, record.status);
    return <SuccessCard record={record} title={t(`marked.${status}`, { time })} />;
  }
  const { code, message } = attempt.refusal;
  if (code === NEEDS_PROOFS) return children;
  const again = { label: t('error.scan'), to: links.scan };
  return <ErrorCard message={message} hint={hintFor(code, t)} action={again} />;
};
