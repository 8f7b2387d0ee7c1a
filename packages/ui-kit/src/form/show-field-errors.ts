import { DISGUISED_NAME } from '@qr-attendance/contracts';
import { ApiError, i18n, refusalOf } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';

type Field = string | string[];

const translate = (text: string): string => (text === DISGUISED_NAME ? i18n.t('common:disguisedName') : text);

/**
 * Focuses the first refused field. `names` are fields with the same name in form and server, in order.
 * `others` maps server fields or codes to form fields.
 */
export const showFieldErrors = (
  form: Pick<FormInstance, 'setFields' | 'focusField'>,
  error: unknown,
  names: readonly string[],
  others: Readonly<Record<string, Field>> = {},
): boolean => {
  if (!(error instanceof ApiError)) return false;
  const places: [string, Field][] = [
    ...names.map((name): [string, Field] => [name, name]),
    ...Object.entries(others),
  ];
  const fields = Object.entries(error.fields);
  const said = fields.length ? fields : [[error.code, refusalOf(error)] as const];
  const placed = said.flatMap(([name, text]) => {
    const place = places.find(([at]) => name === at || name.startsWith(`${at}.`))?.[1];
    return place && text ? [{ name: place, errors: [translate(text)] }] : [];
  });
  // If a field has several errors, antd shows the last error.
  form.setFields([...placed].reverse());
  const order = places.map(([, place]) => String(place));
  const [first] = placed.toSorted((a, b) => order.indexOf(String(a.name)) - order.indexOf(String(b.name)));
  if (first) form.focusField(first.name);
  return placed.length === said.length;
};
