import { Button } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RosterCounts } from '../../roster-rules.ts';
import type { SortKey, RosterSortOrder } from '../../roster-rows.ts';
import { useRosterColumns } from './use-roster-columns.ts';

interface Props {
  counts: RosterCounts;
  students: number | undefined;
  news: number;
  onApplyNews: () => void;
  typed: string;
  onType: (typed: string) => void;
  sorting: RosterSortOrder;
  onSort: (sorting: RosterSortOrder) => void;
  undo: ReactNode;
}

export const RosterBar = memo((props: Props) => {
  const { counts, students, news, onApplyNews, typed, onType, sorting, onSort, undo } = props;
  const { t } = useTranslation('teacher');
  const here = counts.PRESENT + counts.LATE;
  return (
    <div className="roster-bar">
      <dl className="roster-counts">
        <div>
          <dt>{t('roster.attended')}</dt>
          <dd>
            {students === undefined ? formatNumber(here) : t('roster.countOf', { count: here, of: students })}
          </dd>
        </div>
        {counts.EXCUSED > 0 && (
          <div>
            <dt>{t('common:status.EXCUSED')}</dt>
            <dd>{formatNumber(counts.EXCUSED)}</dd>
          </div>
        )}
      </dl>
      <span role="status" className="roster-news">
        {news > 0 && (
          <Button type="primary" size="small" onClick={onApplyNews}>
            {t('roster.news', { count: news })}
          </Button>
        )}
      </span>
      {undo}
      <div role="search" className="roster-search">
        <Input
          type="search"
          allowClear
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder={t('roster.searchHint')}
          aria-label={t('roster.search')}
        />
        <SortChoice sorting={sorting} onSort={onSort} />
      </div>
    </div>
  );
});
RosterBar.displayName = 'RosterBar';

const SortChoice = memo(({ sorting, onSort }: Pick<Props, 'sorting' | 'onSort'>) => {
  const { t } = useTranslation('teacher');
  const { columns, titleOf } = useRosterColumns();
  return (
    <Select<SortKey>
      className="roster-sort-choice"
      aria-label={t('roster.sortBy')}
      value={sorting.id}
      onChange={(id) => onSort({ id, desc: id === 'time' })}
      options={columns.map((by) => ({ value: by, label: t('roster.sortedBy', { column: titleOf(by) }) }))}
    />
  );
});
SortChoice.displayName = 'SortChoice';
