import { DayRangeField, FilterBar } from '@qr-attendance/ui-kit';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../shared/choice.tsx';
import { actionsOf, type AuditFilters } from '../use-audit-filters.ts';

export const AuditFilterBar = ({ area, shownAreas, action, from, to, choose }: AuditFilters) => {
  const { t } = useTranslation('admin');
  const problem = useId();
  const [first = 'courses', ...others] = shownAreas;
  const chooseDays = (days: { from?: string | undefined; to?: string | undefined }) => {
    for (const [end, day] of Object.entries(days)) choose(end, day);
  };
  return (
    <FilterBar>
      <Choice
        label={t('audit.area')}
        value={area === first ? '' : area}
        every={t(`audit.areas.${first}`)}
        options={others.map((value) => ({ value, label: t(`audit.areas.${value}`) }))}
        onChange={(value) => choose('area', value)}
      />
      <Choice
        label={t('audit.action')}
        value={action}
        every={t('audit.everyAction')}
        searchable
        options={actionsOf[area].map((value) => ({ value, label: t(`audit.actions.${value}`) }))}
        onChange={(value) => choose('action', value)}
      />
      <DayRangeField end="from" range={{ from, to }} onChange={chooseDays} problem={problem} />
      <DayRangeField end="to" range={{ from, to }} onChange={chooseDays} problem={problem} />
    </FilterBar>
  );
};
