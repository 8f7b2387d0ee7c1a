import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { chooseLanguage, installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, render as renderPlain, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { DayField, TimeField } from '../src/moment-field/moment-field.tsx';

const render = (children: ReactNode) => renderPlain(children, { wrapper: TextsProvider });
const year = new Date().getFullYear();
let values: string[] = [];
const Field = ({ kind, before = '' }: { kind: 'day' | 'time'; before?: string }) => {
  const [value, setValue] = useState(before);
  const Shown = kind === 'day' ? DayField : TimeField;
  return (
    <label>
      When
      <Shown
        value={value}
        onChange={(next) => {
          values.push(next);
          setValue(next);
        }}
      />
    </label>
  );
};
const field = () => screen.getByLabelText<HTMLInputElement>('When');
const type = async (text: string) => {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
};

beforeAll(() => installCatalog({ namespace: 'test', en: {}, load: async () => ({}) }));
beforeEach(() => chooseLanguage('en'));
afterEach(() => {
  cleanup();
  values = [];
});

describe('a day field', () => {
  test('shows the day in the format of the app’s language, whatever the browser’s', async () => {
    render(<Field kind="day" before="2020-09-14" />);
    expect(field().type).toBe('text');
    expect(field().value).toBe('Mon 14 Sep 2020');
    cleanup();
    await chooseLanguage('de');
    render(<Field kind="day" before="2020-09-14" />);
    expect(field().value).toBe('Mo., 14. Sept. 2020');
  });

  test('keeps the text while typing and formats it when the field is left', async () => {
    render(<Field kind="day" />);
    await type('22.11.');
    expect(field().value).toBe('22.11.');
    await userEvent.tab();
    expect(values.at(-1)).toBe(`${year}-11-22`);
    expect(field().value).toMatch(/^\w{3} 22 Nov$/);
  });

  test('keeps invalid text so it can be corrected', async () => {
    render(<Field kind="day" />);
    await type('someday');
    await userEvent.tab();
    expect(field().value).toBe('someday');
    expect(values.at(-1)).toBe('someday');
  });

  test('highlights today by the campus’s clock', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-22T11:30:00Z'), advanceTimers: true });
    document.head.innerHTML = '<meta name="campus-time-zone" content="Pacific/Kiritimati">';
    try {
      render(<Field kind="day" />);
      fireEvent.mouseDown(field());
      fireEvent.click(field());
      const today = await waitFor(() => {
        const cell = document.querySelector('.ant-picker-cell-today');
        expect(cell).not.toBeNull();
        return cell;
      });
      expect(today?.getAttribute('title')).toBe('2026-11-23');
    } finally {
      document.head.innerHTML = '';
      jest.useRealTimers();
    }
  });

  test('can be cleared', async () => {
    render(<Field kind="day" before="2020-09-14" />);
    await userEvent.clear(field());
    await userEvent.tab();
    expect(values.at(-1)).toBe('');
    expect(field().value).toBe('');
  });

  test('offers a calendar in the app’s language', async () => {
    await chooseLanguage('de');
    render(<Field kind="day" before="2020-09-14" />);
    await userEvent.click(field());
    expect(await screen.findByText('Mo')).toBeTruthy();
    await userEvent.click(screen.getByText('15'));
    expect(values.at(-1)).toBe('2020-09-15');
    expect(field().value).toBe('Di., 15. Sept. 2020');
  });
});

describe('a time field', () => {
  test.each(['9:05', '09:05', '905'])('parses %s as 09:05', async (text) => {
    render(<Field kind="time" />);
    await type(text);
    await userEvent.tab();
    expect(values.at(-1)).toBe('09:05');
    expect(field().value).toBe('09:05');
  });

  test('offers a clock', async () => {
    render(<Field kind="time" before="10:00" />);
    await userEvent.click(field());
    const [hour] = await screen.findAllByText('14');
    if (hour) await userEvent.click(hour);
    expect(values.at(-1)).toBe('14:00');
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect(field().value).toBe('14:00');
  });

  test('confirms with Enter without submitting the form', async () => {
    let sent = 0;
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <Field kind="time" before="10:00" />
        <button type="submit">Send</button>
      </form>,
    );
    await type('9:05');
    await userEvent.keyboard('{Enter}');
    expect(field().value).toBe('09:05');
    expect(sent).toBe(0);
  });

  test('applies a complete value while typing, before Enter is pressed', async () => {
    render(<Field kind="time" before="10:00" />);
    await type('9:05');
    expect(values.at(-1)).toBe('09:05');
    expect(field().value).toBe('9:05');
    await userEvent.keyboard('{Enter}');
    expect(field().value).toBe('09:05');
    const shown = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)';
    await waitFor(() => expect(document.querySelector(shown)).toBeNull());
  });
});
