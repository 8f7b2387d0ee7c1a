import type { CalendarClass } from '@qr-attendance/contracts';
import { formatDayTime, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../badge/badge.tsx';
import { PlainRow } from '../plain-list.tsx';

const timesOf = ({ startTime, endTime }: CalendarClass): string =>
  endTime ? `${formatTime(startTime)} – ${formatTime(endTime)}` : formatTime(startTime);

const State = ({ found }: { found: CalendarClass }) => {
  const { t } = useTranslation('common');
  if (found.state === 'canceled') return <Badge tone="error">{t('classes.canceled')}</Badge>;
  if (found.state === 'running') return <Badge tone="success">{t('classes.running')}</Badge>;
  return null;
};

interface Props {
  found: CalendarClass;
  title?: ReactNode;
  aside?: ReactNode;
}

export const ClassRow = ({ found, title, aside }: Props) => {
  const { t } = useTranslation('common');
  const { course, room, online, movedFrom } = found;
  const place = online ? t('classes.online') : [room?.name, room?.building].filter(Boolean).join(', ');
  return (
    <PlainRow
      title={
        <>
          {title ?? <bdi>{course.name || t('unknownCourse')}</bdi>} <State found={found} />
        </>
      }
      detail={
        <>
          <span className="numeric">{timesOf(found)}</span>
          {place && (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )}
          {movedFrom && found.state !== 'canceled' && (
            <>
              {' · '}
              <span className="strong">
                {movedFrom.startTime === found.startTime
                  ? t('classes.otherRoom')
                  : t('classes.moved', { at: formatDayTime(movedFrom.startTime) })}
              </span>
            </>
          )}
        </>
      }
      aside={aside}
    />
  );
};
