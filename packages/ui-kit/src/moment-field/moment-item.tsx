import { isDay, isTime } from '@qr-attendance/web-kit';
import type { FormItemProps } from 'antd';
import Form from 'antd/es/form';
import { DayField, TimeField } from './moment-field.tsx';
import { unparsedText } from './picker.ts';

interface Props extends Pick<FormItemProps, 'name' | 'label' | 'extra' | 'rules'> {
  /**
   * The field with the earlier day or time, and the message if the day is before it or the time equals it.
   */
  after?: { name: NonNullable<FormItemProps['name']>; message: string };
}

const kinds = {
  day: { isValue: isDay, isInOrder: (earlier: string, later: string) => earlier <= later },
  // An earlier time belongs to the next day.
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

/** Validates when the user leaves the field instead of while typing. */
const itemProps = (kind: 'day' | 'time', { name, label, extra, after, rules }: Props): FormItemProps => ({
  name,
  label,
  extra,
  ...(after && { dependencies: [after.name] }),
  rules: rulesOf(kind, { rules, ...(after && { after }) }),
  validateTrigger: 'onBlur',
  validateFirst: true,
});

export const DayItem = (props: Props) => (
  <Form.Item {...itemProps('day', props)}>
    <DayField />
  </Form.Item>
);

export const TimeItem = (props: Props) => (
  <Form.Item {...itemProps('time', props)}>
    <TimeField />
  </Form.Item>
);
