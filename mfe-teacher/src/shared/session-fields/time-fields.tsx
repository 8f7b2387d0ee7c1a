import { DayField, dayRule, TimeField, unreadText } from '@qr-attendance/ui-kit';
import { campusTimeZone, isTime, isViewerElsewhere } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export const TimeFields = () => {
  const { t } = useTranslation('teacher');
  const [elsewhere] = useState(() => isViewerElsewhere(new Date()));
  const required = (field: string) => ({ required: true, message: t('form.required', { field }) });
  const timeRule = {
    validator: async (_rule: unknown, text?: string) => {
      if (text && !isTime(text)) throw new Error(unreadText('time'));
    },
  };
  // Not validated while typing.
  const whenLeft = { validateTrigger: 'onBlur', validateFirst: true };
  return (
    <>
      {elsewhere && (
        <p className="flush below-sm muted">
          {t('generate.campusTime', { zone: campusTimeZone().replaceAll('_', ' ') })}
        </p>
      )}
      <div className="field-grid time-fields">
        <Form.Item
          name="date"
          label={t('generate.date')}
          rules={[required(t('generate.date')), dayRule]}
          {...whenLeft}
        >
          <DayField />
        </Form.Item>
        <Form.Item
          name="startTime"
          label={t('generate.startTime')}
          rules={[required(t('generate.startTime')), timeRule]}
          {...whenLeft}
        >
          <TimeField />
        </Form.Item>
        <Form.Item
          name="endTime"
          label={t('generate.endTime')}
          extra={t('generate.optional')}
          dependencies={['startTime']}
          rules={[
            timeRule,
            ({ getFieldValue }) => ({
              validator: async (_rule, end?: string) => {
                if (end && isTime(end) && end <= String(getFieldValue('startTime')))
                  throw new Error(t('generate.endBeforeStart'));
              },
            }),
          ]}
          {...whenLeft}
        >
          <TimeField />
        </Form.Item>
      </div>
    </>
  );
};
