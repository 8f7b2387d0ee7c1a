import type { Session } from '@qr-attendance/contracts';
import { ActionButton, Button, ConfirmButton } from '@qr-attendance/ui-kit';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDeleteSession, useReopenSession } from '../../../../shared/api/sessions.ts';
import { CancelSessionButton } from '../../../../shared/cancel-session-button.tsx';
import { EndSessionButton } from '../../../../shared/end-session-button.tsx';
import { may } from '../../../../shared/may.ts';
import { ProjectorButton } from '../../../../shared/projector-button.tsx';
import { stateOf } from '../../../../shared/session-state.ts';
import { useLinks } from '../../../../shared/use-links.ts';
import { useAllEnrolled, useRoster } from '../../api/list-roster.ts';

const DeleteSessionButton = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const remove = useDeleteSession(session._id);
  return (
    <ConfirmButton
      danger
      label={t('change.delete')}
      question={{
        title: t('change.deleteTitle', { course: session.course.code || t('common:unknownCourse') }),
        text: t('change.deleteExplain'),
        cancel: t('change.keep'),
      }}
      act={async () => {
        await remove.mutateAsync();
        await navigate(to.sessions, { replace: true });
      }}
      onGiveUp={remove.cancel}
      done={t('change.deleted')}
      failure={t('change.deleteFailed')}
    />
  );
};

const ReopenButton = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const reopen = useReopenSession(session._id);
  return (
    <ActionButton
      type="primary"
      act={() => reopen.mutateAsync()}
      done={t('change.reopened')}
      failure={t('change.reopenFailed')}
    >
      {t('change.reopen')}
    </ActionButton>
  );
};

interface Props {
  session: Session;
  onEdit: () => void;
}

export const SessionActions = ({ session, onEdit }: Props) => (
  <>
    {session.active && may(session, 'showCode') && <ProjectorButton sessionId={session._id} />}
    {may(session, 'manageSessions') && <SessionChanges session={session} onEdit={onEdit} />}
  </>
);

const SessionChanges = ({ session, onEdit }: Props) => {
  const { t } = useTranslation('teacher');
  const state = stateOf(session);
  const { data } = useRoster(session._id);
  // The records are deferred, so that presses are handled before the marks of a full hall are rendered.
  const records = useDeferredValue(data);
  const { data: enrolled } = useAllEnrolled(session._id);
  const unmarked = records?.every(({ status }) => status === 'ABSENT') ?? false;
  const missing = useMemo(() => {
    const marked = new Set(records?.map(({ student }) => student._id));
    return records && enrolled?.filter(({ student }) => !marked.has(student._id)).length;
  }, [records, enrolled]);
  return (
    <>
      {session.active && <Button onClick={onEdit}>{t('change.edit')}</Button>}
      {state !== 'canceled' && !session.unconfirmed && <CancelSessionButton session={session} />}
      {unmarked && state !== 'running' && <DeleteSessionButton session={session} />}
      {session.reopenUntil && <ReopenButton session={session} />}
      {state === 'running' && (
        <EndSessionButton
          session={session}
          failure={t('specified:endSessionFailed')}
          missing={missing}
          isMain
        />
      )}
    </>
  );
};
