import { routes, type Session } from '@qr-attendance/contracts';
import { ActionButton, Notice } from '@qr-attendance/ui-kit';
import { apiKey, formatNumber, useApiMutation } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { sessionKeys, useRefusedTries } from '../../../../shared/api/sessions.ts';
import { may } from '../../../../shared/may.ts';

export const ClassElsewhere = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { data } = useRefusedTries(session._id, session.active);
  const move = useApiMutation(routes.attendance.moveClass, () => ({ body: { sessionId: session._id } }), {
    refetches: [...sessionKeys, apiKey(routes.attendance.listRefusedTries)],
  });
  if (!data?.elsewhere || !session.active) return null;
  const { students, tried, meters } = data.elsewhere;
  return (
    <Notice
      type="warning"
      role="status"
      title={t('elsewhere.question')}
      description={
        <>
          <p className="flush below-sm">
            {t('elsewhere.explain', {
              students: formatNumber(students),
              tried: formatNumber(tried),
              meters: formatNumber(meters),
            })}
          </p>
          {may(session, 'manageSessions') && (
            <ActionButton
              type="primary"
              act={() => move.mutateAsync()}
              done={({ room }) =>
                room
                  ? t('elsewhere.movedTo', { room: [room.name, room.building].filter(Boolean).join(', ') })
                  : t('elsewhere.moved')
              }
              failure={t('elsewhere.failed')}
            >
              {t('elsewhere.move')}
            </ActionButton>
          )}
        </>
      }
    />
  );
};
