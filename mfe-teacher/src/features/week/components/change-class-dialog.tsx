import { dayInSeries, routes, type CalendarClass } from '@qr-attendance/contracts';
import { Button, Dialog, Failure } from '@qr-attendance/ui-kit';
import {
  apiKey,
  formatDayTime,
  useApi,
  useCancelableMutation,
  useCancelOnClose,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sessionKeys } from '../../../shared/api/sessions.ts';
import { isPastDay } from '../../../shared/session-state.ts';
import { useLinks } from '../../../shared/use-links.ts';

export type SeriesClass = CalendarClass & { series: NonNullable<CalendarClass['series']> };

interface Props {
  found: SeriesClass;
  onClose: () => void;
}

export const ChangeClassDialog = ({ found, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const api = useApi();
  const refetch = useRefetch();
  const navigate = useNavigate();
  const { id, key } = found.series;
  const from = dayInSeries(found.series);
  const keys = [...sessionKeys, apiKey(routes.session.listCalendar), apiKey(routes.session.listSeries)];

  // Only the first request can be canceled, because the change would otherwise be incomplete.
  const createSession = async (cancel: AbortSignal): Promise<string> =>
    found.sessionId ??
    (await api.call(routes.session.createClassOfSeries, { params: { id }, body: { key }, cancel }))._id;
  const change = useCancelableMutation({
    mutationFn: async (wanted: 'edit' | 'cancel' | 'end', cancel) => {
      // Ending a series keeps classes of past days, even if they were moved to a later day.
      const ends = wanted === 'end' && !isPastDay(from);
      const sessionId = ends ? undefined : await createSession(cancel);
      if (sessionId !== undefined && wanted !== 'edit')
        await api.call(routes.session.cancelSession, { params: { id: sessionId }, cancel });
      if (wanted === 'end')
        await api.call(routes.session.endSeries, {
          params: { id },
          body: { from },
          ...(ends && { cancel }),
        });
      return sessionId;
    },
    onSuccess: () => refetch(keys),
  });
  const edit = () =>
    change.mutate('edit', {
      onSuccess: (sessionId) => sessionId !== undefined && void navigate(to.session(sessionId)),
    });
  const end = (wanted: 'cancel' | 'end') =>
    change.mutate(wanted, { done: t('common:classes.canceled'), onSuccess: onClose });
  useCancelOnClose(change);
  const planPath = `${to.planFor(found.course._id)}&series=${id}`;
  return (
    <Dialog
      title={t('week.changeOf', { name: found.course.name })}
      text={formatDayTime(found.startTime)}
      onClose={onClose}
    >
      <Failure error={change.error} text={t('change.saveFailed')} />
      <div className="stack gap-sm above">
        <Button loading={change.isPending} onClick={edit}>
          {t('week.editThis')}
        </Button>
        <Button loading={change.isPending} onClick={() => void navigate(`${planPath}&from=${from}`)}>
          {t('week.editFollowing')}
        </Button>
        <Button loading={change.isPending} onClick={() => void navigate(planPath)}>
          {t('week.editAll')}
        </Button>
        <Button danger loading={change.isPending} onClick={() => end('cancel')}>
          {t('week.cancelThis')}
        </Button>
        <Button danger loading={change.isPending} onClick={() => end('end')}>
          {t('week.cancelFollowing')}
        </Button>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </div>
    </Dialog>
  );
};
