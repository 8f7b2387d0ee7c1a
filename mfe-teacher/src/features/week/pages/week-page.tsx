import { daySchema, type CalendarClass } from '@qr-attendance/contracts';
import { Button, CalendarFeed, LinkButton, PageHeader, WeekOfClasses } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { ChangeClassDialog, type SeriesClass } from '../components/change-class-dialog.tsx';

const isOfSeries = (found: CalendarClass): found is SeriesClass => found.series !== undefined;
const isOpen = ({ state }: CalendarClass): boolean => state === 'planned' || state === 'scheduled';

export const WeekPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const [search] = useSearchParams();
  const [changing, setChanging] = useState<SeriesClass>();
  return (
    <>
      <PageHeader
        title={t('week.title')}
        help={t('week.help')}
        action={
          <LinkButton type="primary" to={to.plan}>
            {t('plan.title')}
          </LinkButton>
        }
      />
      <WeekOfClasses
        day={daySchema.safeParse(search.get('day')).data}
        titleOf={({ course, sessionId }) => {
          const name = <bdi>{course.name || t('common:unknownCourse')}</bdi>;
          return sessionId ? <Link to={to.session(sessionId)}>{name}</Link> : name;
        }}
        asideOf={(found) =>
          isOfSeries(found) && isOpen(found) ? (
            <Button
              onClick={() => setChanging(found)}
              aria-label={t('week.changeOf', { name: found.course.name })}
            >
              {t('week.change')}
            </Button>
          ) : null
        }
      />
      <CalendarFeed />
      {changing && <ChangeClassDialog found={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
};
