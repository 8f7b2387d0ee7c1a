import { routes, type Series } from '@qr-attendance/contracts';
import { LinkButton, PlainList, PlainRow, SourceNote } from '@qr-attendance/ui-kit';
import { campusClock, currentLanguage, formatDay, useApiQuery } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import { weekdayNames } from '../../../shared/weekday-names.ts';

type Rule = Series['rules'][number];

const slotsText = ({ slots }: Rule): string => {
  const names = new Map(weekdayNames(currentLanguage()).map(({ value, label }) => [value, label]));
  const times = Map.groupBy(slots, ({ start, end }) => `${start}–${end}`);
  return [...times]
    .map(([time, ofTime]) => `${ofTime.map(({ weekday }) => names.get(weekday)).join(', ')} ${time}`)
    .join('; ');
};

export const CourseSeries = ({ courseId, mayPlan }: { courseId: string; mayPlan: boolean }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const [{ day: today }] = useState(() => campusClock(new Date()));
  const { data: all = [] } = useApiQuery(routes.session.listSeries, { query: { courseId } });
  const running = all.flatMap((series) => {
    const rule = series.rules.at(-1);
    return rule && rule.slots.length > 0 && rule.lastDay >= today ? [{ series, rule }] : [];
  });
  if (running.length === 0) return null;
  return (
    <div className="below">
      <PlainList>
        {running.map(({ series: { _id, source }, rule }) => (
          <PlainRow
            key={_id}
            title={<span className="numeric">{slotsText(rule)}</span>}
            detail={
              <>
                {t('plan.everyWeeks', { count: rule.everyWeeks })}
                {' · '}
                {t('plan.until', { day: formatDay(rule.lastDay) })}
                {rule.courses && (
                  <>
                    {' · '}
                    {t('joint.title')}{' '}
                    <bdi>{rule.courses.map(({ code, name }) => code || name).join(', ')}</bdi>
                  </>
                )}
                {(rule.online || rule.room) && ' · '}
                <bdi>{rule.online ? t('common:classes.online') : rule.room?.name}</bdi>
                <SourceNote source={source} />
              </>
            }
            aside={
              mayPlan && (
                <LinkButton
                  to={to.seriesOf(courseId, _id)}
                  aria-label={t('plan.changeOf', { series: slotsText(rule) })}
                >
                  {t('week.change')}
                </LinkButton>
              )
            }
          />
        ))}
      </PlainList>
    </div>
  );
};
