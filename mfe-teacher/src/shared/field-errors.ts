import { ApiError } from '@qr-attendance/web-kit';

/** What the server says of each field of a form, as antd's `setFields` takes it. */
export const fieldErrors = <Name extends string>(error: unknown): { name: Name; errors: string[] }[] =>
  error instanceof ApiError
    ? Object.entries(error.fields).map(([name, text]) => ({ name: name as Name, errors: [text] }))
    : [];
