import type { CalendarFile } from '@qr-attendance/contracts';
import { Failure, Notice } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarTooLargeError, MAX_FILE_BYTES, useReadCalendar } from '../api.ts';
import { OmittedEvents, SeriesNotes } from './calendar-notes.tsx';
import '../plan.css';

type FoundSeries = CalendarFile['series'][number];

/**
 * Fills the form with the classes of an iCalendar file. If the file has several series, the teacher chooses a
 * series by its title.
 */
export const CalendarFileField = ({ onChoose }: { onChoose: (series: FoundSeries) => void }) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const read = useReadCalendar();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const { series = [], problems = [], more, past = 0 } = read.data ?? {};
  const titleOf = (name: string) => name || t('plan.file.noName');
  const choose = (one: FoundSeries | undefined): void => {
    if (!one) return;
    setChosen(one.name);
    onChoose(one);
  };
  const open = (file: File | undefined): void => {
    if (!file) return;
    setChosen(undefined);
    read.reset();
    setIsTooLarge(file.size > MAX_FILE_BYTES);
    if (file.size > MAX_FILE_BYTES) return;
    read.mutate(file, {
      onSuccess: (found) => {
        if (found.series.length === 1) choose(found.series[0]);
      },
      onError: (error) => setIsTooLarge(error instanceof CalendarTooLargeError),
    });
  };
  return (
    <div className="plan-file stack gap-xs">
      <label htmlFor={`${id}file`}>{t('plan.file.open')}</label>
      <input
        id={`${id}file`}
        type="file"
        accept=".ics,text/calendar"
        onChange={({ target }) => {
          open(target.files?.[0]);
          // Allows choosing the same file again after a correction.
          target.value = '';
        }}
      />
      <div role="status">
        {read.isPending && t('plan.file.reading')}
        {read.data && series.length === 0 && t('plan.file.none')}
        {chosen !== undefined && t('plan.file.filled', { name: titleOf(chosen) })}
      </div>
      {isTooLarge && <Notice type="error" title={t('plan.file.tooLarge')} />}
      {!isTooLarge && <Failure error={read.error} text={t('plan.file.failed')} />}
      {series.length > 1 && (
        <>
          <label htmlFor={`${id}which`}>{t('plan.file.which')}</label>
          <Select
            id={`${id}which`}
            value={chosen}
            showSearch={{ optionFilterProp: 'label' }}
            options={series.map(({ name, count }) => ({
              value: name,
              label: t('plan.file.one', {
                name: titleOf(name),
                classes: t('plan.file.classes', { count }),
              }),
            }))}
            onChange={(name: string) => choose(series.find((one) => one.name === name))}
          />
        </>
      )}
      <SeriesNotes notes={series.find(({ name }) => name === chosen)?.notes} />
      <OmittedEvents problems={problems} more={more} past={past} titleOf={titleOf} />
    </div>
  );
};
