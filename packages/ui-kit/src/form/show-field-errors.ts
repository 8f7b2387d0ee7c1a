import { DISGUISED_NAME } from '@qr-attendance/contracts';
import { ApiError, refusalOf } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';
import i18next from 'i18next';

type Field = string | string[];

const translate = (text: string): string =>
  text === DISGUISED_NAME ? i18next.t('common:disguisedName') : text;

/**
 * Puts what the server said of single fields beside them; of several texts about one field the first.
 * @param names fields that form and server call alike
 * @param others the form's field by the server's name, which stands for all below it (`networks` for `networks.0`), or
 *   by the code of a refusal that is about one field
 * @returns whether all that the server said found its place
 */
export const showFieldErrors = (
  form: Pick<FormInstance, 'setFields'>,
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
  // The last one of two errors for a field is shown.
  form.setFields([...placed].reverse());
  return placed.length === said.length;
};
