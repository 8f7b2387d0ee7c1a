import { useCallback, useRef, useState } from 'react';

/** Whether a form replaces a view; returns the focus to the view when the form closes. */
export const useEditing = <Shown extends HTMLElement>() => {
  const [editing, setEditing] = useState(false);
  const shown = useRef<Shown>(null);
  const edit = useCallback(() => setEditing(true), []);
  const close = useCallback(() => {
    setEditing(false);
    // The button that had the focus was removed with the form.
    shown.current?.focus();
  }, []);
  return { editing, edit, close, shown };
};
