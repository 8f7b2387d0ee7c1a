import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import type { BreakValues, TermValues } from '../term-values.ts';
import { DayRange } from './day-range.tsx';

export const BreakFields = () => {
  const { t } = useTranslation('admin');
  const form = Form.useFormInstance<TermValues>();
  const breaks = Form.useWatch('breaks', form) as BreakValues[] | undefined;
  return (
    <fieldset className="admin-breaks">
      <legend>{t('terms.breaks')}</legend>
      <Form.List name="breaks">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name: index }) => {
              const { kind = 'break', name = '' } = breaks?.[index] ?? {};
              const word = t(`terms.${kind}`);
              const label = t('terms.breakName', { kind: word });
              return (
                <div key={key} className="admin-break" role="group" aria-label={word}>
                  {/* antd's form only contains values of mounted fields. */}
                  <Form.Item name={[index, 'kind']} hidden>
                    <Input />
                  </Form.Item>
                  <Form.Item
                    name={[index, 'name']}
                    label={label}
                    rules={[{ required: true, whitespace: true, message: t('required', { field: label }) }]}
                  >
                    <Input maxLength={100} autoComplete="off" dir="auto" />
                  </Form.Item>
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('terms.removeBreak', { kind: word, name })}
                    onClick={() => remove(index)}
                  />
                  <DayRange
                    index={index}
                    first={{ label: t('terms.firstDay') }}
                    last={{ label: t('terms.lastDayOptional') }}
                  />
                </div>
              );
            })}
            <div className="row">
              {(['break', 'holiday'] as const).map((kind) => (
                <Button
                  key={kind}
                  icon={<PlusOutlined aria-hidden />}
                  onClick={() => add({ kind, name: '', firstDay: '' } satisfies BreakValues)}
                >
                  {t(kind === 'break' ? 'terms.addBreak' : 'terms.addHoliday')}
                </Button>
              ))}
            </div>
          </>
        )}
      </Form.List>
    </fieldset>
  );
};
