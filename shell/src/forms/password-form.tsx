import { Failure } from '@qr-attendance/ui-kit';
import Form, { type FormInstance } from 'antd/es/form';
import type { ReactNode } from 'react';
import { QueueNotice } from './queue-notice.tsx';
import type { useQueue } from './use-queue.ts';

interface Props<Values> {
  form: FormInstance<Values>;
  label: string;
  /** Whose password is asked for. */
  email: string;
  /** The wait for a turn, where a busy server gives one. */
  queue?: Pick<ReturnType<typeof useQueue>, 'wait' | 'leave'>;
  busy: boolean;
  error: unknown;
  /** Said of an error that has no text of its own. */
  failure: string;
  onFinish: (values: Values) => void;
  children: ReactNode;
}

/** A form that asks for the present password. */
export const PasswordForm = <Values extends object>({
  form,
  label,
  email,
  queue,
  busy,
  error,
  failure,
  onFinish,
  children,
}: Props<Values>) => (
  <>
    <Failure error={error} text={failure} />
    {queue && <QueueNotice wait={queue.wait} onLeave={queue.leave} />}
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={onFinish}
      disabled={busy}
      aria-label={label}
    >
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {children}
    </Form>
  </>
);
