import type { CalendarClass } from '@qr-attendance/contracts';
import {
  addDays,
  calendarRequest,
  campusClock,
  formatDay,
  mondayOf,
  useLiveQuery,
} from '@qr-attendance/web-kit';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Card } from '../card/card.tsx';
import { PlainList } from '../plain-list.tsx';
import { QueryView } from '../query-view.tsx';
import { EmptyState } from '../states.tsx';
import { ClassRow } from './class-row.tsx';

/** The interval is short, because a class may be moved at any time. */
const REFETCH_MS = 60_000;

export const useClasses = (from: string, to: string) =>
  useLiveQuery(calendarRequest, { query: { from, to } }, { everyMs: REFETCH_MS });

export const keyOfClass = ({ sessionId, series, startTime }: CalendarClass): string =>
  sessionId ?? `${series?.id} ${series?.key} ${startTime}`;

interface Props {
  /** A day of the initial week; by default today. */
  day?: string | undefined;
  titleOf?: (found: CalendarClass) => ReactNode;
  asideOf?: (found: CalendarClass) => ReactNode;
}

export const WeekOfClasses = ({ day, titleOf, asideOf }: Props) => {
  const { t } = useTranslation('common');
  const [monday, setMonday] = useState(() => mondayOf(day ?? campusClock(new Date()).day));
  const sunday = addDays(monday, 6);
  const classes = useClasses(monday, sunday);
  return (
    <>
      <div className="row between below">
        <span className="strong" role="status">
          {t('classes.days', { from: formatDay(monday), to: formatDay(sunday) })}
        </span>
        <div className="row">
          <Button onClick={() => setMonday(addDays(monday, -7))}>{t('classes.earlier')}</Button>
          <Button onClick={() => setMonday(addDays(monday, 7))}>{t('classes.later')}</Button>
        </div>
      </div>
      <QueryView query={classes} errorMessage={t('classes.failed')}>
        {(classes) =>
          classes.length === 0 ? (
            <EmptyState message={t('classes.noneInWeek')} />
          ) : (
            [...Map.groupBy(classes, ({ date }) => date)].map(([date, ofDay]) => (
              <Card key={date} list className="below" title={formatDay(date)}>
                <PlainList>
                  {ofDay.map((one) => (
                    <ClassRow
                      key={keyOfClass(one)}
                      found={one}
                      title={titleOf?.(one)}
                      aside={asideOf?.(one)}
                    />
                  ))}
                </PlainList>
              </Card>
            ))
          )
        }
      </QueryView>
    </>
  );
};
