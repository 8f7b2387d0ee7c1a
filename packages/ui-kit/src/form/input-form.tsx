import type { FormProps } from 'antd';
import Form from 'antd/es/form';
import { useRef, type ReactNode } from 'react';
import { useFirstErrorFocus, useReadOnlyWhileBusy } from './form-focus.ts';

type Props<Values> = Omit<FormProps<Values>, 'children' | 'disabled' | 'requiredMark'> & {
  children: ReactNode;
  busy: boolean;
};

export const InputForm = <Values extends object>({ busy, onFinish, children, ...form }: Props<Values>) => {
  const frame = useRef<HTMLDivElement>(null);
  useReadOnlyWhileBusy(busy, frame);
  useFirstErrorFocus(frame);
  return (
    <div ref={frame} aria-busy={busy || undefined}>
      <Form<Values>
        layout="vertical"
        {...form}
        requiredMark={false}
        onFinish={(values) => void (busy || onFinish?.(values))}
      >
        {children}
      </Form>
    </div>
  );
};
