import { createContext, useContext, useState, type ComponentProps } from 'react';

/** The callbacks between the input and the field around it, which the picker between them does not pass on. */
export interface Drafting {
  /** The text of the field: the formatted value, or the typed text if it cannot be parsed. */
  shown: string;
  /** Text as it is typed; `done` once the person has left the field or pressed Enter. */
  onType: (text: string, done: boolean) => void;
  inputMode: 'text' | 'numeric';
}
export const DraftingContext = createContext<Drafting>({
  shown: '',
  onType: () => undefined,
  inputMode: 'text',
});

/**
 * The picker's text field. What is typed stays as it is typed until the person leaves it: the picker's own would write
 * "22.1" out as 22 January before "22.11." is finished.
 */
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
        // Takes what was typed, and no more: the picker would open, and the form would be sent, a class opened at once.
        event.preventDefault();
        finish();
      }}
    />
  );
};
