import { createContext, useContext, useState, type ComponentProps } from 'react';

/** The callbacks of the input, provided by context, because antd's picker does not pass them on. */
export interface DraftHandlers {
  /** The text of the field: the formatted value, or the typed text if it cannot be parsed. */
  shown: string;
  /** `done` is true once the user has left the field or pressed Enter. */
  onType: (text: string, done: boolean) => void;
  inputMode: 'text' | 'numeric';
}
export const DraftingContext = createContext<DraftHandlers>({
  shown: '',
  onType: () => undefined,
  inputMode: 'text',
});

/** Replaces antd's input, which would turn "22.1" into 22 January before the user has typed "22.11." */
export const DraftInput = ({ onChange: _, onBlur, onKeyDown, ...input }: ComponentProps<'input'>) => {
  const { shown, onType, inputMode } = useContext(DraftingContext);
  const [draft, setDraft] = useState<string>();
  const finish = () => {
    if (draft !== undefined) onType(draft, true);
    setDraft(undefined);
  };
  return (
    <input
      {...input}
      inputMode={inputMode}
      value={draft ?? shown}
      onChange={({ target }) => {
        setDraft(target.value);
        onType(target.value, false);
      }}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return onKeyDown?.(event);
        // Enter only confirms the typed text, and must neither open the picker nor submit the form.
        event.preventDefault();
        finish();
      }}
    />
  );
};
