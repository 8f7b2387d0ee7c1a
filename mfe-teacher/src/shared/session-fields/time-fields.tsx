import { DayItem, TimeItem } from '@qr-attendance/ui-kit';
import { campusTimeZone, isViewerElsewhere } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndsNextDay } from './use-ends-next-day.ts';

export const TimeFields = () => {
  const { t } = useTranslation('teacher');
  const [elsewhere] = useState(() => isViewerElsewhere(new Date()));
  const isNextDay = useEndsNextDay('startTime', 'endTime');
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <>
      {elsewhere && (
        <p className="flush below-sm muted">
          {t('generate.campusTime', { zone: campusTimeZone().replaceAll('_', ' ') })}
        </p>
      )}
      <div className="field-grid time-fields">
        <DayItem name="date" label={t('generate.date')} rules={[required(t('generate.date'))]} />
        <TimeItem
          name="startTime"
          label={t('generate.startTime')}
          rules={[required(t('generate.startTime'))]}
        />
        <TimeItem
          name="endTime"
          label={t('generate.endTime')}
          extra={isNextDay ? t('generate.nextDay') : t('generate.optional')}
          after={{ name: 'startTime', message: t('generate.sameTimes') }}
        />
      </div>
    </>
  );
};
