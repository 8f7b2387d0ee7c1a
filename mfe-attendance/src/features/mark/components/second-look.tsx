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
import { useAnswerSecondLook } from '../api/answer-second-look.ts';
import type { Refusal } from '../flow.ts';
import { noteMarked } from '../marked-sessions.ts';
import { deliverableUntil } from '../pending/pending-mark.ts';
import { hintFor, refusalOf } from '../refusal-of.ts';
import type { Trouble } from '../retry-policy.ts';
import { createRetryUntilResponse, Unmounted } from '../retry-until-response.ts';
import { createWakeableTimer } from '../wakeable-timer.ts';
import { ErrorCard } from './error-card.tsx';
import { SuccessCard } from './success-card.tsx';

type Attempt =
  | { state: 'sending'; trouble?: Trouble }
  | { state: 'recorded'; record: AttendanceRecord }
  | { state: 'refused'; refusal: Refusal };

/** Its key is not the one that marked, or there is no mark yet. */
const NEEDS_PROOFS = 'second_look_needs_proofs';

/** Sends the answer until the server has answered, with no press: who scans as the class is asked wants just that. */
const useAnswer = (scan: VerifiedScan): Attempt => {
  const { t } = useTranslation('attendance');
  const { user } = useIdentity();
  const answer = useAnswerSecondLook();
  const [attempt, setAttempt] = useState<Attempt>({ state: 'sending' });
  /** @returns how it ended; undefined where the page was left before */
  const send = useEffectEvent(
    async (signal: AbortSignal, onTrouble: (trouble: Trouble) => void): Promise<Attempt | undefined> => {
      const given = { ticket: scan.ticket, madeAt: new Date().toISOString() };
      const tell = (event: { type: 'marking' } | { type: 'waiting'; because: Trouble }) => {
        if (event.type === 'waiting') onTrouble(event.because);
      };
      const untilAnswered = createRetryUntilResponse({ pause: createWakeableTimer().pause, tell, signal });
      try {
        const limits = { ticket: deliverableUntil(scan) };
        const record = await untilAnswered((until) => answer(given, until), limits);
        noteMarked({ userId: user._id, sessionId: scan._id });
        return { state: 'recorded', record };
      } catch (error) {
        return error instanceof Unmounted ? undefined : { state: 'refused', refusal: refusalOf(error, t) };
      }
    },
  );
  useEffect(() => {
    const leaving = new AbortController();
    void send(leaving.signal, (trouble) => setAttempt({ state: 'sending', trouble })).then((ended) => {
      if (ended) setAttempt(ended);
    });
    return () => leaving.abort();
  }, []);
  return attempt;
};

const Sending = ({ trouble }: { trouble: Trouble | undefined }) => {
  const { t } = useTranslation('attendance');
  return (
    <Panel>
      <div
        style={{ display: 'grid', justifyItems: 'center', gap: 16, paddingBlock: 24, textAlign: 'center' }}
      >
        <Spinner />
        <p role="status" style={{ margin: 0, fontWeight: 500 }}>
          {trouble ? `${t(`delivery.trouble.${trouble}`)} ${t('delivery.notKept')}` : t('delivery.sending')}
        </p>
      </div>
    </Panel>
  );
};

/** Answers the second look of a class; `children` mark, where this phone's key alone does not do. */
export const SecondLook = ({ scan, children }: { scan: VerifiedScan; children: ReactNode }) => {
  const { t } = useTranslation('attendance');
  const attempt = useAnswer(scan);
  if (attempt.state === 'sending') return <Sending trouble={attempt.trouble} />;
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
