import { Failure, InputForm } from '@qr-attendance/ui-kit';
import type { FormInstance } from 'antd/es/form';
import type { ReactNode } from 'react';
import { QueueNotice } from './queue-notice.tsx';
import type { useQueue } from './use-queue.ts';

interface Props<Values> {
  form: FormInstance<Values>;
  label: string;
  email: string;
  queue?: Pick<ReturnType<typeof useQueue>, 'wait' | 'leave'>;
  busy: boolean;
  error: unknown;
  failure: string;
  onFinish: (values: Values) => void;
  children: ReactNode;
}

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
    <InputForm<Values> busy={busy} form={form} onFinish={onFinish} aria-label={label}>
      {/* Password managers store the password for this address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {children}
    </InputForm>
  </>
);
