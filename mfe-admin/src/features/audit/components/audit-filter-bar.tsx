import { DayRangeFields, FilterBar, FilterChoice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { actionsOf, type AuditFilters } from '../use-audit-filters.ts';

export const AuditFilterBar = ({ area, shownAreas, action, from, to, choose }: AuditFilters) => {
  const { t } = useTranslation('admin');
  const [first = 'courses', ...others] = shownAreas;
  return (
    <FilterBar>
      <FilterChoice
        label={t('audit.area')}
        value={area === first ? '' : area}
        every={t(`audit.areas.${first}`)}
        options={others.map((value) => ({ value, label: t(`audit.areas.${value}`) }))}
        onChange={(value) => choose('area', value)}
      />
      <FilterChoice
        label={t('audit.action')}
        value={action}
        every={t('audit.everyAction')}
        searchable
        options={actionsOf[area].map((value) => ({ value, label: t(`audit.actions.${value}`) }))}
        onChange={(value) => choose('action', value)}
      />
      <DayRangeFields range={{ from, to }} onChange={choose} />
    </FilterBar>
  );
};
