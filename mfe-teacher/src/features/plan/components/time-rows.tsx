import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, DayItem } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { StartEndFields } from './start-end-fields.tsx';

interface Props {
  name: 'slots' | 'extraDates';
  weekdays: { value: number; label: string }[];
  newRow: () => object;
}

export const TimeRows = ({ name, weekdays, newRow }: Props) => {
  const { t } = useTranslation('teacher');
  const isWeekly = name === 'slots';
  const dayLabel = t(isWeekly ? 'plan.weekday' : 'plan.day');
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <Form.List name={name}>
      {(fields, { add, remove }) => (
        <div className="below">
          {fields.map(({ key, name: index }) => (
            <div
              key={key}
              className="field-grid"
              role="group"
              aria-label={t(isWeekly ? 'plan.slot' : 'plan.extraDate', { number: index + 1 })}
            >
              {isWeekly ? (
                <Form.Item name={[index, 'weekday']} label={dayLabel} rules={[required(dayLabel)]}>
                  <Select options={weekdays} />
                </Form.Item>
              ) : (
                <DayItem name={[index, 'day']} label={dayLabel} rules={[required(dayLabel)]} />
              )}
              <StartEndFields row={[name, index]} />
              <Form.Item label={<span aria-hidden>&nbsp;</span>} colon={false}>
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t(isWeekly ? 'plan.removeSlot' : 'plan.removeExtraDate', { number: index + 1 })}
                  onClick={() => remove(index)}
                />
              </Form.Item>
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add(newRow())}>
            {t(isWeekly ? 'plan.addSlot' : 'plan.addExtraDate')}
          </Button>
        </div>
      )}
    </Form.List>
  );
};
