import { knownOrOther, refusedReasonSchema } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import type { HelpRequest } from '../../help-request.ts';
import { FlagList } from './flag-list.tsx';
import { ConfirmProofButton, EnrollAndMarkButton, ResetLockButton } from './remedies.tsx';

interface Props {
  sessionId: string;
  help: HelpRequest;
  canHelp: boolean;
  canEnroll: boolean;
}

export const HelpSection = ({ sessionId, help: { student, refused, flags }, canHelp, canEnroll }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <div className="help-section">
      {refused && (
        <p>
          {t(`attempts.reason.${knownOrOther(refusedReasonSchema, refused.reason)}`)}{' '}
          <span className="muted">
            <time dateTime={refused.at}>{formatTime(refused.at)}</time>
            {refused.tries > 1 && `, ${t('attempts.tries', { count: refused.tries })}`}
          </span>
        </p>
      )}
      {refused?.lockResetAt && !refused.locked && (
        <p className="muted">{t('attempts.lockWasReset', { time: formatTime(refused.lockResetAt) })}</p>
      )}
      {flags.length > 0 && <FlagList flags={flags} />}
      {canHelp && refused && (
        <div className="row">
          {canEnroll && !refused.enrolled && refused.reason === 'not_enrolled' && (
            <EnrollAndMarkButton sessionId={sessionId} student={student} />
          )}
          {refused.canConfirm && <ConfirmProofButton sessionId={sessionId} student={student} />}
          {refused.locked && <ResetLockButton sessionId={sessionId} student={student} />}
        </div>
      )}
    </div>
  );
};
