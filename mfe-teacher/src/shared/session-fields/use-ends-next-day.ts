import { endsNextDay } from '@qr-attendance/contracts';
import { isTime } from '@qr-attendance/web-kit';
import type { FormItemProps } from 'antd';
import Form from 'antd/es/form';

type Field = NonNullable<FormItemProps['name']>;

export const useEndsNextDay = (startField: Field, endField: Field): boolean => {
  const form = Form.useFormInstance();
  const [start, end] = [Form.useWatch(startField, form), Form.useWatch(endField, form)].map((time: unknown) =>
    String(time ?? ''),
  ) as [string, string];
  return isTime(start) && isTime(end) && start !== end && endsNextDay({ start, end });
};
