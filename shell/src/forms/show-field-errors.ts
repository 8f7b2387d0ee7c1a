import { ApiError } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';

/** For passwords that are refused as such: codes of the server's refusals, and the field they are about. */
export const weakPasswordAt = (field: string): Record<string, string> => ({
  password_too_common: field,
  password_too_personal: field,
});

/**
 * Puts what the server said of single fields beside them. Answers whether all it said found its place.
 * @param places the server's names of fields, or codes of refusals that are about one field, and the form's names
 */
export const showFieldErrors = (
  form: Pick<FormInstance, 'setFields'>,
  error: unknown,
  places: Record<string, string>,
): boolean => {
  if (!(error instanceof ApiError)) return false;
  const fields = Object.entries(error.fields);
  const said = fields.length ? fields : [[error.code, error.message] as const];
  const placed = said.filter(([name, message]) => name in places && message);
  form.setFields(placed.map(([name, message]) => ({ name: places[name], errors: [message] })));
  return placed.length === said.length;
};
