import { isDay } from '@qr-attendance/web-kit';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../moment-field/moment-field.tsx';
import { unparsedText } from '../moment-field/picker.ts';
import { FilterField } from './filter-field.tsx';
import { isReversed } from './report-filters.ts';

interface FilterDayProps {
  id: string;
  day: string | undefined;
  onChange: (day: string | undefined) => void;
  problem: string | undefined;
}

/** Applies a typed day as soon as it can be parsed. */
const FilterDay = ({ id, day, onChange, problem }: FilterDayProps) => {
  const [unread, setUnread] = useState<string>();
  const [left, setLeft] = useState(false);
  const unreadId = useId();
  const wrong = unread !== undefined && left ? unreadId : problem;
  return (
    <>
      <DayField
        id={id}
        value={unread ?? day}
        onChange={(typed) => {
          const readable = typed === '' || isDay(typed);
          setLeft(false);
          setUnread(readable ? undefined : typed);
          if (readable) onChange(typed || undefined);
        }}
        onBlur={() => setLeft(true)}
        {...(wrong && { status: 'error', 'aria-invalid': true, 'aria-describedby': wrong })}
      />
      {wrong === unreadId && (
        <div id={unreadId} role="alert" className="error-text">
          {unparsedText('day')}
        </div>
      )}
    </>
  );
};

interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}
interface Props {
  range: DayRange;
  onChange: (end: keyof DayRange, day: string | undefined) => void;
}

export const DayRangeFields = ({ range, onChange }: Props) => {
  const { t } = useTranslation();
  const reversedId = useId();
  const isRangeReversed = isReversed(range);
  return (['from', 'to'] as const).map((end) => (
    <FilterField key={end} label={t(`common:report.${end}`)}>
      {(id) => (
        <>
          <FilterDay
            id={id}
            day={range[end]}
            onChange={(day) => onChange(end, day)}
            problem={isRangeReversed ? reversedId : undefined}
          />
          {end === 'to' && isRangeReversed && (
            <div id={reversedId} role="alert" className="error-text">
              {t('common:report.backwards')}
            </div>
          )}
        </>
      )}
    </FilterField>
  ));
};
