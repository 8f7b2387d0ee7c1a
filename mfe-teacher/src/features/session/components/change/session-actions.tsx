import type { Session } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useReopenSession } from '../../../../shared/api/change-session.ts';
import { CancelSessionButton } from '../../../../shared/cancel-session-button.tsx';
import { EndSessionButton } from '../../../../shared/end-session-button.tsx';
import { ProjectorButton } from '../../../../shared/projector-button.tsx';
import { stateOf } from '../../../../shared/session-state.ts';
import { useRoster } from '../../api/list-roster.ts';
import { DeleteSessionButton } from './delete-session-button.tsx';

const ReopenButton = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const reopen = useReopenSession(session._id);
  return (
    <Button
      type="primary"
      loading={reopen.isPending}
      onClick={() =>
        reopen.mutate(undefined, {
          onSuccess: () => notify.success(t('change.reopened')),
          onError: (error) => notify.error(messageOf(error, t('change.reopenFailed'))),
        })
      }
    >
      {t('change.reopen')}
    </Button>
  );
};

interface Props {
  session: Session;
  onEdit: () => void;
  editButton: Ref<HTMLButtonElement>;
}

/** What can be done with a session, by what it is now. */
export const SessionActions = ({ session, onEdit, editButton }: Props) => {
  const { t } = useTranslation('teacher');
  const state = stateOf(session);
  const { data: records } = useRoster(session._id);
  const unmarked = records?.every(({ status }) => status === 'ABSENT') ?? false;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
      {session.active && <ProjectorButton sessionId={session._id} />}
      {session.active && (
        <Button ref={editButton} onClick={onEdit}>
          {t('change.edit')}
        </Button>
      )}
      {state === 'running' && (
        <EndSessionButton session={session} failure={t('specified:endSessionFailed')} />
      )}
      {session.reopenUntil && <ReopenButton session={session} />}
      {state !== 'canceled' && !session.unconfirmed && <CancelSessionButton session={session} />}
      {unmarked && state !== 'running' && <DeleteSessionButton session={session} />}
    </div>
  );
};
