import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Drawer } from '../src/drawer/drawer.tsx';
import { DayField } from '../src/moment-field/moment-field.tsx';

beforeAll(() => installCatalog({ namespace: 'test', en: {}, load: async () => ({}) }));
afterEach(cleanup);

describe('Escape', () => {
  const OPEN_CALENDAR = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)';

  test.each([{ focus: 'its field' }, { focus: 'the calendar', pressed: 'Next month' }])(
    'closes an open calendar instead of the drawer if the focus is in $focus',
    async ({ pressed }) => {
      const close = jest.fn();
      render(
        <Drawer title="Term" onClose={close}>
          <label>
            First day
            <DayField />
          </label>
        </Drawer>,
        { wrapper: TextsProvider },
      );
      const field = screen.getByLabelText('First day');
      await userEvent.click(field);
      await waitFor(() => expect(document.querySelector(OPEN_CALENDAR)).not.toBeNull());
      if (pressed) await userEvent.click(screen.getByLabelText(pressed));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(document.querySelector(OPEN_CALENDAR)).toBeNull());
      expect(close).not.toHaveBeenCalled();
      act(() => field.focus());
      await userEvent.keyboard('{Escape}');
      expect(close).toHaveBeenCalledTimes(1);
    },
  );
});

describe('the focus', () => {
  const Rows = () => {
    const [row, setRow] = useState<string>();
    return (
      <>
        <input aria-label="Search" />
        {['A', 'B'].map((name) => (
          <button key={name} type="button" onClick={() => setRow(name)}>
            Edit {name}
          </button>
        ))}
        {row && (
          <Drawer key={row} title={`Row ${row}`} onClose={() => setRow(undefined)}>
            Fields
          </Drawer>
        )}
      </>
    );
  };
  const button = (name: string) => screen.getByRole('button', { name });
  const focused = () => document.activeElement?.textContent;

  beforeEach(() => void render(<Rows />, { wrapper: TextsProvider }));

  test('returns to the button that opened the most recent drawer', async () => {
    await userEvent.click(button('Edit A'));
    expect(focused()).toBe('Row A');
    await userEvent.click(button('Edit B'));
    expect(focused()).toBe('Row B');
    await userEvent.click(button('Close'));
    expect(focused()).toBe('Edit B');
  });

  test('stays on an element outside the drawer if it was moved there', async () => {
    await userEvent.click(button('Edit A'));
    await userEvent.click(screen.getByLabelText('Search'));
    // Closes the drawer without a key press, as after saving.
    fireEvent.click(button('Close'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Search');
  });
});
