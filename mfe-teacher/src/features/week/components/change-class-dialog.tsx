import { dayInSeries, routes, type CalendarClass } from '@qr-attendance/contracts';
import { Button, Dialog, Failure, useNotify } from '@qr-attendance/ui-kit';
import {
  apiKey,
  formatDayTime,
  useApi,
  useCancelableMutation,
  useCancelOnClose,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { sessionKeys } from '../../../shared/api/sessions.ts';
import { isPastDay } from '../../../shared/session-state.ts';
import { useLinks } from '../../../shared/use-links.ts';

export type SeriesClass = CalendarClass & { series: NonNullable<CalendarClass['series']> };

interface Props {
  found: SeriesClass;
  onClose: () => void;
}

/** Asks which classes of the series are meant: this one, this and following, or all. */
export const ChangeClassDialog = ({ found, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const api = useApi();
  const refetch = useRefetch();
  const notify = useNotify();
  const navigate = useNavigate();
  const { id, key } = found.series;
  const from = dayInSeries(found.series);
  const keys = [...sessionKeys, apiKey(routes.session.listCalendar), apiKey(routes.session.listSeries)];

  const createSession = async (signal: AbortSignal): Promise<string> =>
    found.sessionId ??
    (await api.call(routes.session.createClassOfSeries, { params: { id }, body: { key }, signal }))._id;
  const act = useCancelableMutation({
    mutationFn: async (wanted: 'edit' | 'cancel' | 'end', signal) => {
      if (wanted === 'edit') return void navigate(to.session(await createSession(signal)));
      // The end of a series keeps classes of past days, also one that was moved to a later day.
      if (wanted === 'cancel' || isPastDay(from)) {
        const sessionId = await createSession(signal);
        await api.call(routes.session.cancelSession, { params: { id: sessionId }, signal });
      }
      if (wanted === 'end')
        await api.call(routes.session.endSeries, { params: { id }, body: { from }, signal });
      await refetch(keys);
      notify.success(t('week.canceled'));
      onClose();
    },
  });
  useCancelOnClose(act);
  const planPath = `${to.planFor(found.course._id)}&series=${id}`;
  return (
    <Dialog
      title={t('week.changeOf', { name: found.course.name })}
      text={formatDayTime(found.startTime)}
      onClose={onClose}
    >
      <Failure error={act.error} text={t('change.saveFailed')} />
      <div className="stack gap-sm above">
        <Button disabled={act.isPending} onClick={() => act.mutate('edit')}>
          {t('week.editThis')}
        </Button>
        <Button disabled={act.isPending} onClick={() => void navigate(`${planPath}&from=${from}`)}>
          {t('week.editFollowing')}
        </Button>
        <Button disabled={act.isPending} onClick={() => void navigate(planPath)}>
          {t('week.editAll')}
        </Button>
        <Button danger disabled={act.isPending} onClick={() => act.mutate('cancel')}>
          {t('week.cancelThis')}
        </Button>
        <Button danger disabled={act.isPending} onClick={() => act.mutate('end')}>
          {t('week.cancelFollowing')}
        </Button>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </div>
    </Dialog>
  );
};
