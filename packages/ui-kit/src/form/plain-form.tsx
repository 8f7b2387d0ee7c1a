import { useRef, type ReactNode } from 'react';
import { useFirstErrorFocus, useReadOnlyWhileBusy } from './form-focus.ts';

interface Props {
  busy: boolean;
  onSubmit: () => void;
  id?: string;
  className?: string;
  'aria-label'?: string;
  children: ReactNode;
}

/** A form for native fields, for pages that do not load antd's form. */
export const PlainForm = ({ busy, onSubmit, children, ...form }: Props) => {
  const frame = useRef<HTMLFormElement>(null);
  useReadOnlyWhileBusy(busy, frame);
  useFirstErrorFocus(frame);
  return (
    <form
      {...form}
      ref={frame}
      noValidate
      aria-busy={busy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {children}
    </form>
  );
};
