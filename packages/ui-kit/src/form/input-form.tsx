import type { FormProps } from 'antd';
import Form from 'antd/es/form';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

type Props<Values> = Omit<FormProps<Values>, 'children' | 'disabled' | 'requiredMark'> & {
  children: ReactNode;
  /** Fields are read-only meanwhile. Disabled ones would lose the focus and be skipped by screen readers. */
  busy: boolean;
};

const TEXT = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea';
const MOVES_FOCUS = new Set(['Tab', 'Shift', 'Escape']);

const isOf = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const useReadOnly = (frame: RefObject<HTMLElement | null>, busy: boolean): void =>
  useEffect(() => {
    const form = frame.current;
    if (!busy || !form) return;
    const over = new AbortController();
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT)].filter(
      ({ readOnly }) => !readOnly,
    );
    for (const field of fields) field.readOnly = true;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const options = { capture: true, signal: over.signal };
    for (const press of ['mousedown', 'click'])
      form.addEventListener(
        press,
        (event) => isOf(event.target, `button, a, ${TEXT}`) || refuse(event),
        options,
      );
    form.addEventListener(
      'keydown',
      (event) =>
        MOVES_FOCUS.has(event.key) ||
        event.ctrlKey ||
        event.metaKey ||
        isOf(event.target, 'button, a') ||
        refuse(event),
      options,
    );
    return () => {
      over.abort();
      for (const field of fields) field.readOnly = false;
    };
  }, [frame, busy]);

/** The one form around antd's fields. */
export const InputForm = <Values extends object>({ busy, onFinish, children, ...form }: Props<Values>) => {
  const frame = useRef<HTMLDivElement>(null);
  useReadOnly(frame, busy);
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
