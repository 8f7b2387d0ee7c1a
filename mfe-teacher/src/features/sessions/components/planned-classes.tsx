import { MAX_CALENDAR_DAYS, routes } from '@qr-attendance/contracts';
import { Badge, Card, ClassRow, LinkButton, PlainList } from '@qr-attendance/ui-kit';
import { addDays, campusClock, formatDay, formatNumber, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';

interface Props {
  courseId: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/**
 * Classes of series without a session so far, in the next six weeks or the six weeks after the chosen day.
 * Renders nothing while loading and after an error, which the week page shows.
 */
export const PlannedClasses = ({ courseId, from, to: last }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const id = useId();
  const [{ day: today }] = useState(() => campusClock(new Date()));
  const first = from !== undefined && from > today ? from : today;
  const end = addDays(first, MAX_CALENDAR_DAYS - 1);
  const until = last !== undefined && last < end ? last : end;
  const { data = [] } = useApiQuery(
    routes.session.listCalendar,
    { query: { from: first, to: until, ...(courseId === undefined ? {} : { courseId }) } },
    { enabled: first <= until, placeholderData: keepPreviousData },
  );
  const planned = first <= until ? data.filter(({ state }) => state === 'planned') : [];
  if (planned.length === 0) return null;
  return (
    <section aria-labelledby={id} className="session-group">
      <h2 id={id}>
        {t('week.planned')} ({formatNumber(planned.length)})
      </h2>
      <p className="flush muted">{t('week.plannedHelp', { day: formatDay(until) })}</p>
      <Card list className="above-sm">
        <PlainList>
          {planned.map((plannedClass) => (
            <ClassRow
              key={`${plannedClass.series?.id} ${plannedClass.series?.key}`}
              found={plannedClass}
              title={
                <>
                  <span className="numeric">{formatDay(plannedClass.date)}</span>{' '}
                  <bdi>{plannedClass.course.name || t('common:unknownCourse')}</bdi>{' '}
                  <Badge>{t('week.isPlanned')}</Badge>
                </>
              }
              aside={
                <LinkButton
                  to={to.weekOf(plannedClass.date)}
                  aria-label={t('week.changeOn', {
                    name: plannedClass.course.name,
                    day: formatDay(plannedClass.date),
                  })}
                >
                  {t('week.change')}
                </LinkButton>
              }
            />
          ))}
        </PlainList>
      </Card>
    </section>
  );
};
