import { isDay, isTime } from '@qr-attendance/web-kit';
import type { FormItemProps } from 'antd';
import Form from 'antd/es/form';
import { DayField, TimeField } from './moment-field.tsx';
import { unparsedText } from './picker.ts';

interface Props extends Pick<FormItemProps, 'name' | 'label' | 'extra' | 'rules'> {
  /** The field with the earlier day or time, and the message if a day is before it, or a time equals it. */
  after?: { name: NonNullable<FormItemProps['name']>; message: string };
}

const kinds = {
  day: { isValue: isDay, isInOrder: (earlier: string, later: string) => earlier <= later },
  // A time that is not later is one of the next day.
  time: { isValue: isTime, isInOrder: (earlier: string, later: string) => earlier !== later },
};

const rulesOf = (kind: 'day' | 'time', { rules = [], after }: Props): NonNullable<Props['rules']> => {
  const { isValue, isInOrder } = kinds[kind];
  const isReadable = {
    validator: async (_rule: unknown, text?: string) => {
      if (text && !isValue(text)) throw new Error(unparsedText(kind));
    },
  };
  if (!after) return [...rules, isReadable];
  return [
    ...rules,
    isReadable,
    ({ getFieldValue }) => ({
      validator: async (_rule, later?: string) => {
        const earlier = String(getFieldValue(after.name) ?? '');
        if (later && isValue(earlier) && !isInOrder(earlier, later)) throw new Error(after.message);
      },
    }),
  ];
};

/** Validated when it is left rather than while typing. */
const itemProps = (kind: 'day' | 'time', { name, label, extra, after, rules }: Props): FormItemProps => ({
  name,
  label,
  extra,
  ...(after && { dependencies: [after.name] }),
  rules: rulesOf(kind, { rules, ...(after && { after }) }),
  validateTrigger: 'onBlur',
  validateFirst: true,
});

/** A day of a form, which is refused if it cannot be read. */
export const DayItem = (props: Props) => (
  <Form.Item {...itemProps('day', props)}>
    <DayField />
  </Form.Item>
);

/** A time of a form, which is refused if it cannot be read. */
export const TimeItem = (props: Props) => (
  <Form.Item {...itemProps('time', props)}>
    <TimeField />
  </Form.Item>
);
