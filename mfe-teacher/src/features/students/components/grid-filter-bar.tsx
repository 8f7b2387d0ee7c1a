import { formatPercent } from '@qr-attendance/web-kit';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Radio from 'antd/es/radio';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  typed: string;
  onType: (typed: string) => void;
  threshold: number;
  onThreshold: (threshold: number) => void;
  onlyBelow: boolean;
  onOnlyBelow: (only: boolean) => void;
  counts: { all: number; below: number };
}

export const GridFilterBar = (props: Props) => {
  const { typed, onType, threshold, onThreshold, onlyBelow, onOnlyBelow, counts } = props;
  const { t } = useTranslation('teacher');
  const id = useId();
  return (
    <div role="search" className="grid-filters row">
      <Radio.Group
        aria-label={t('grid.filter')}
        optionType="button"
        value={onlyBelow ? 'below' : 'all'}
        onChange={({ target }) => onOnlyBelow(target.value === 'below')}
        options={[
          { value: 'all', label: t('grid.all', { count: counts.all }) },
          {
            value: 'below',
            label: t('grid.belowCount', { count: counts.below, threshold: formatPercent(threshold) }),
          },
        ]}
      />
      <div className="row gap-xs">
        <label htmlFor={id}>{t('grid.threshold')}</label>
        <InputNumber
          id={id}
          inputMode="numeric"
          min={1}
          max={100}
          precision={0}
          value={threshold}
          onChange={(chosen) => {
            if (chosen !== null) onThreshold(chosen);
          }}
          suffix="%"
          className="grid-threshold"
        />
      </div>
      <Input
        type="search"
        allowClear
        value={typed}
        onChange={({ target }) => onType(target.value)}
        placeholder={t('roster.search')}
        aria-label={t('roster.search')}
        className="grow search-field"
      />
    </div>
  );
};
