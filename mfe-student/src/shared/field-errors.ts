import type { FormInstance } from 'antd';
import { ApiError } from '@qr-attendance/web-kit';

/** Puts what the server said of single fields beside them. Answers whether all it said found its place. */
export const showFieldErrors = (
  form: Pick<FormInstance, 'setFields'>,
  error: unknown,
  names: readonly string[],
): boolean => {
  const said = error instanceof ApiError ? Object.entries(error.fields) : [];
  const placed = said.filter(([name]) => names.includes(name));
  form.setFields(placed.map(([name, message]) => ({ name, errors: [message] })));
  return placed.length > 0 && placed.length === said.length;
};
