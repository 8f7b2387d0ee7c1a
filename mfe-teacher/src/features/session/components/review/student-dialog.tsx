import type { AttendanceRecord, Session } from '@qr-attendance/contracts';
import { Button, CorrectedAt, Dialog, Failure, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ParallelClassStatus } from '../../../../shared/parallel-class-status.tsx';
import { MixedScriptsBadge } from '../../../../shared/student-badges.tsx';
import { may } from '../../../../shared/may.ts';
import { stateOf } from '../../../../shared/session-state.ts';
import type { Decision } from '../../marking/send-press.ts';
import { pressedStatus, type PendingDecision } from '../../marking/use-pending.ts';
import { isStranger, type RosterRow } from '../../roster-rows.ts';
import { hasOpenFlags } from '../../roster-rules.ts';
import { StatusForm } from '../roster/status-form.tsx';
import { SelfieButton } from '../selfie-button.tsx';
import { DisputeSection } from './dispute-section.tsx';
import { FlagList } from './flag-list.tsx';
import { HelpSection } from './help-section.tsx';
import { MarkHistory } from './mark-history.tsx';
import './student-dialog.css';
import { useAcceptMark } from '../../api/review-marks.ts';

interface Props {
  session: Session;
  row: RosterRow;
  waiting?: PendingDecision | undefined;
  onDecide: (decision: Decision, reason?: string) => void;
  onClose: () => void;
}

export const StudentDialog = ({ session, row, waiting, onDecide, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const { student, mark, help, elsewhere } = row;
  const isCanceled = stateOf(session) === 'canceled';
  const canSet = !isCanceled && may(session, 'setStatuses');
  const canReview = may(session, 'reviewMarks');
  const flags = mark?.flags ?? [];
  return (
    <Dialog
      title={student.name}
      text={<bdi>{[student.regNo, student.usn, student.email].filter(Boolean).join(' · ')}</bdi>}
      wide
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <div className="student-dialog">
        <div className="row">
          <MixedScriptsBadge name={student.name} />
          {mark ? (
            <>
              <StatusBadge status={mark.status} />
              <span className="muted">
                {formatDay(session.date)}
                {mark.scannedAt !== undefined && `, ${formatTime(mark.scannedAt)}`}
              </span>
              <CorrectedAt moment={mark.correctedAt} />
              {mark.hasSelfie && <SelfieButton mark={mark} />}
            </>
          ) : elsewhere ? (
            <ParallelClassStatus {...elsewhere} />
          ) : (
            t(session.active ? 'roster.notYet' : 'roster.noMark')
          )}
        </div>
        {help && (
          <Part title={t('attempts.title')}>
            <HelpSection
              sessionId={session._id}
              help={help}
              canHelp={canSet}
              canEnroll={canSet && may(session, 'manageStudents')}
            />
          </Part>
        )}
        {flags.length > 0 && (
          <Part title={t('review.why')}>
            <FlagList flags={flags} />
            {mark?.risk !== undefined && (
              <p className="muted">
                {t('review.risk', { risk: mark.risk })}. {t('review.riskHelp')}
              </p>
            )}
          </Part>
        )}
        {mark?.dispute && (
          <Part title={t('dispute.title')}>
            <DisputeSection mark={mark} dispute={mark.dispute} canAnswer={canReview} />
          </Part>
        )}
        {!isStranger(row) && (canSet || isCanceled) && (
          <Part title={t('review.decision')}>
            {canSet ? (
              <div className="student-decision">
                {mark && canReview && hasOpenFlags(mark) && <AcceptButton mark={mark} onDone={onClose} />}
                <StatusForm
                  name={student.name}
                  shown={pressedStatus(waiting, mark)}
                  canClear={mark?.reviewedAt !== undefined}
                  onDecide={(decision, reason) => {
                    onDecide(decision, reason);
                    onClose();
                  }}
                />
                <p className="muted">{t('review.reasonHelp')}</p>
              </div>
            ) : (
              t('roster.canceled')
            )}
          </Part>
        )}
        {mark && (
          <Part title={t('history.title')}>
            <MarkHistory markId={mark._id} />
          </Part>
        )}
      </div>
    </Dialog>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

const AcceptButton = ({ mark, onDone }: { mark: AttendanceRecord; onDone: () => void }) => {
  const { t } = useTranslation('teacher');
  const accept = useAcceptMark(mark);
  return (
    <>
      <Failure error={accept.error} text={t('review.failed')} />
      <Button
        type="primary"
        loading={accept.isPending}
        onClick={() =>
          accept.mutate(undefined, {
            done: t('review.accepted', { name: mark.student.name }),
            onSuccess: onDone,
          })
        }
      >
        {t('review.accept')}
      </Button>
    </>
  );
};
