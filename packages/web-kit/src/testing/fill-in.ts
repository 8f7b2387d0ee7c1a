import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

const find = (id: string): HTMLElement => {
  const control = document.getElementById(id);
  if (!control) throw new Error(`the form has no control ${id}`);
  return control;
};

/** Enters a text in one step; typing it would render the page again for each character. */
export const enterText = async (field: HTMLElement, text: string): Promise<void> => {
  await userEvent.click(field);
  await userEvent.paste(text);
};

export const fillIn = {
  text: (id: string, value: string | number): void => {
    const control = find(id);
    fireEvent.focus(control);
    fireEvent.change(control, { target: { value: String(value) } });
    fireEvent.blur(control);
  },
  select: async (id: string, label: string): Promise<void> => {
    await userEvent.click(find(id));
    await userEvent.click(await screen.findByTitle(label));
  },
  deselect: (id: string): Promise<void> => userEvent.type(find(id), '{Backspace}'),
  tag: (id: string, value: string): Promise<void> => userEvent.type(find(id), `{Backspace}${value}{Enter}`),
  radio: async (value: string): Promise<void> => {
    const control = document.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`);
    if (!control) throw new Error(`the form has no choice ${value}`);
    await userEvent.click(control);
  },
  toggle: (id: string): Promise<void> => userEvent.click(find(id)),
};
