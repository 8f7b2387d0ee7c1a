import { ApiError } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';

/** Puts what the server said of single fields beside them. Answers whether all it said found its place. */
export const showFieldErrors = (
  form: Pick<FormInstance, 'setFields'>,
  error: unknown,
  names: Record<string, string>,
): boolean => {
  const said = error instanceof ApiError ? Object.entries(error.fields) : [];
  const placed = said.filter(([name]) => name in names);
  form.setFields(placed.map(([name, message]) => ({ name: names[name], errors: [message] })));
  return placed.length > 0 && placed.length === said.length;
};
