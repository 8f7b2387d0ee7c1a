import type { CalendarClass } from '@qr-attendance/contracts';
import { addDays, campusClock } from '@qr-attendance/web-kit';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../button/button.tsx';
import { Card } from '../card/card.tsx';
import { PlainList } from '../plain-list.tsx';
import { ClassRow } from './class-row.tsx';
import { keyOfClass, useClasses } from './week-of-classes.tsx';

const TICK_MS = 60_000;

const subscribeToTime = (onChange: () => void) => {
  const timer = setInterval(onChange, TICK_MS);
  // Checks the day when the tab becomes visible, because browsers delay timers in hidden tabs and stop timers while a
  // laptop sleeps.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
};
const currentMinute = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

interface Props {
  weekPath: string;
}

/**
 * Includes a class of yesterday until it ends after midnight. Renders nothing while loading, on a day without
 * classes, and after an error, which the week page shows.
 */
export const TodaysClasses = ({ weekPath }: Props) => {
  const { t } = useTranslation('common');
  const now = useSyncExternalStore(subscribeToTime, currentMinute, currentMinute);
  const { day } = campusClock(new Date(now));
  const { data = [] } = useClasses(addDays(day, -1), day);
  const isOfToday = ({ date, endTime }: CalendarClass): boolean =>
    date === day || (endTime !== undefined && Date.parse(endTime) > now);
  const classes = data.filter(isOfToday);
  if (classes.length === 0) return null;
  return (
    <Card
      list
      className="below"
      title={t('classes.today')}
      aside={<LinkButton to={weekPath}>{t('classes.week')}</LinkButton>}
    >
      <PlainList>
        {classes.map((one) => (
          <ClassRow key={keyOfClass(one)} found={one} />
        ))}
      </PlainList>
    </Card>
  );
};
