import { tokens } from '@qr-attendance/ui-kit';
import {
  knownOr,
  MAX_OTHER_TRIES,
  refusedReasonSchema,
  type AttendanceRecord,
  type Flag,
  type RefusedStudent,
  type Session,
  type StudentInfo,
} from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { MixedScripts } from '../../../../shared/mixed-scripts.tsx';
import { SectionCard } from '../../../../shared/section-card.tsx';
import { stateOf } from '../../../../shared/session-state.ts';
import { useAttempts } from '../../api/list-attempts.ts';
import { useRefusedTries } from '../../api/list-refused.ts';
import { useRoster } from '../../api/list-roster.ts';
import { FlagList } from './flag-list.tsx';
import { ManualMarkButton } from './manual-mark-button.tsx';
import { ConfirmProofButton, EnrollAndMarkButton, ResetLockButton } from './remedies.tsx';

const NONE: AttendanceRecord[] = [];

/** Somebody without a mark, with the last refusal, with flags, or with both. */
interface Attempt {
  student: StudentInfo;
  refused?: RefusedStudent;
  flags: Flag[];
}

/** Whoever is marked by now, or was decided on, needs no help; an absence of the end helps nobody. */
const isSettled = ({ status, reviewedAt }: AttendanceRecord) =>
  status !== 'ABSENT' || reviewedAt !== undefined;

/** Students who were refused and have no mark, why, and what helps. Renders nothing without any. */
export const Attempts = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { data: records = NONE } = useRoster(session._id);
  const { data: flagged = [] } = useAttempts(session._id, session.active);
  const { data: { students, others } = { students: [], others: 0 } } = useRefusedTries(
    session._id,
    session.active,
  );
  const settled = new Set(records.filter(isSettled).map(({ student }) => student._id));
  const marked = new Set(records.map(({ student }) => student._id));
  const attempts = new Map<string, Attempt>();
  for (const refused of students)
    if (!settled.has(refused.student._id))
      attempts.set(refused.student._id, { student: refused.student, refused, flags: [] });
  for (const { student, flags } of flagged)
    if (!marked.has(student._id)) attempts.set(student._id, { student, ...attempts.get(student._id), flags });
  if (!attempts.size && !others) return null;
  return (
    <SectionCard title={t('attempts.title')}>
      <p style={{ marginBlockStart: 0, color: tokens.colorTextSecondary }}>{t('attempts.help')}</p>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {[...attempts.values()].map((attempt) => (
          <li
            key={attempt.student._id}
            style={{
              display: 'grid',
              gap: tokens.marginSM,
              justifyItems: 'start',
              paddingBlock: tokens.paddingSM,
              borderBlockStart: `1px solid ${tokens.colorBorderSecondary}`,
            }}
          >
            <OneAttempt session={session} records={records} attempt={attempt} />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p style={{ marginBlockEnd: 0 }}>
          {t(others < MAX_OTHER_TRIES ? 'attempts.others' : 'attempts.othersOrMore', { count: others })}
        </p>
      )}
    </SectionCard>
  );
};

interface Props {
  session: Session;
  records: AttendanceRecord[];
  attempt: Attempt;
}

const OneAttempt = ({ session, records, attempt: { student, refused, flags } }: Props) => {
  const { t } = useTranslation('teacher');
  const { regNo, usn, email } = student;
  const canceled = stateOf(session) === 'canceled';
  const reason = refused && knownOr(refusedReasonSchema, refused.reason);
  return (
    <>
      <div style={{ overflowWrap: 'anywhere' }}>
        <bdi style={{ fontWeight: 600 }}>{student.name}</bdi> <MixedScripts name={student.name} />{' '}
        <span style={{ color: tokens.colorTextSecondary }}>
          {[regNo, usn, email].filter(Boolean).join(' · ')}
        </span>
        {refused && reason && (
          <div>
            {t(`attempts.reason.${reason}`)}{' '}
            <span style={{ color: tokens.colorTextSecondary }}>
              <time dateTime={refused.at}>{formatTime(refused.at)}</time>
              {refused.tries > 1 && `, ${t('attempts.tries', { count: refused.tries })}`}
            </span>
          </div>
        )}
        {refused?.lockResetAt && !refused.locked && (
          <div style={{ color: tokens.colorTextSecondary }}>
            {t('attempts.lockWasReset', { time: formatTime(refused.lockResetAt) })}
          </div>
        )}
      </div>
      {flags.length > 0 && <FlagList flags={flags} />}
      {!canceled && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM }}>
          {refused && !refused.enrolled && reason === 'not_enrolled' && (
            <EnrollAndMarkButton sessionId={session._id} student={student} />
          )}
          {refused?.canConfirm && <ConfirmProofButton sessionId={session._id} student={student} />}
          {refused?.locked && <ResetLockButton sessionId={session._id} student={student} />}
          {refused?.enrolled !== false && (
            <ManualMarkButton session={session} records={records} student={student} />
          )}
        </div>
      )}
    </>
  );
};
