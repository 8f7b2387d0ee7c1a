import { tokens } from '@qr-attendance/ui-kit';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { rosterTabs, type RosterTab, type SortKey, type Sorting } from '../../roster-rows.ts';
import { useRosterColumns } from './use-roster-columns.ts';

interface Props {
  tab: RosterTab;
  onShow: (tab: RosterTab) => void;
  counts: Record<RosterTab, number>;
  /** Nobody is absent yet who may still come. */
  active: boolean;
  typed: string;
  onType: (typed: string) => void;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** Which students are shown, and in which order. */
export const RosterFilterBar = ({ tab, onShow, counts, active, typed, onType, sorting, onSort }: Props) => {
  const { t } = useTranslation('teacher');
  const { columns, titleOf } = useRosterColumns();
  const labelOf = (one: RosterTab) => {
    if (one === 'all') return t('roster.tab.all');
    if (one === 'missing')
      return t(active ? 'roster.tab.notYet' : 'roster.tab.absent', { count: counts.missing });
    return t(`roster.tab.${one}`, { count: counts[one] });
  };
  return (
    <div
      role="search"
      className="roster-filters"
      style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM }}
    >
      <Radio.Group
        aria-label={t('review.filter')}
        optionType="button"
        value={tab}
        onChange={({ target }) => onShow(target.value as RosterTab)}
        options={rosterTabs.map((one) => ({ value: one, label: labelOf(one) }))}
      />
      <Input
        type="search"
        allowClear
        value={typed}
        onChange={(event) => onType(event.target.value)}
        placeholder={t('roster.search')}
        aria-label={t('roster.search')}
        style={{ flex: '1 1 180px', width: 'auto' }}
      />
      {/* Where there is no room for columns, no head sorts. */}
      <Select<SortKey>
        className="roster-sort-choice"
        aria-label={t('roster.sortBy')}
        value={sorting.by}
        onChange={(by) => onSort({ by, descending: by === 'time' })}
        options={columns.map((by) => ({
          value: by,
          label: t('roster.sortedBy', { column: titleOf(by) }),
        }))}
      />
    </div>
  );
};
