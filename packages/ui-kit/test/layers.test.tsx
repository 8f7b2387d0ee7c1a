import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Dropdown from 'antd/es/dropdown';
import Select from 'antd/es/select';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../src/dialog/confirm-dialog.tsx';
import { Dialog } from '../src/dialog/dialog.tsx';
import { Drawer } from '../src/drawer/drawer.tsx';
import { DayField, TimeField } from '../src/moment-field/moment-field.tsx';

beforeAll(() => installCatalog({ namespace: 'test', en: {}, load: async () => ({}) }));
afterEach(cleanup);

interface LayerProps {
  onClose: () => void;
  children?: ReactNode;
}
const windows: Record<string, (props: LayerProps) => ReactNode> = {
  Dialog: ({ onClose, children }) => (
    <Dialog title="Dialog" onClose={onClose}>
      <button>Inside</button>
      {children}
    </Dialog>
  ),
  Drawer: ({ onClose, children }) => (
    <Drawer title="Drawer" onClose={onClose}>
      <button>Inside</button>
      {children}
    </Drawer>
  ),
  ConfirmDialog: ({ onClose, children }) => (
    <ConfirmDialog
      title="Question"
      text={children}
      confirm="Yes"
      busy={false}
      onConfirm={() => undefined}
      onCancel={onClose}
    />
  ),
};

const options = [{ value: 'a', label: 'A' }];
const popups: Record<string, { field: ReactNode; open: () => HTMLElement; shown: string }> = {
  Select: {
    field: <Select aria-label="Field" options={options} />,
    open: () => screen.getByLabelText('Field'),
    shown: '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  },
  'Select with several': {
    field: <Select aria-label="Field" mode="multiple" options={options} />,
    open: () => screen.getByLabelText('Field'),
    shown: '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  },
  DayField: {
    field: <DayField aria-label="Field" />,
    open: () => screen.getByLabelText('Field'),
    shown: '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)',
  },
  TimeField: {
    field: <TimeField aria-label="Field" />,
    open: () => screen.getByLabelText('Field'),
    shown: '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)',
  },
  Dropdown: {
    field: (
      <Dropdown trigger={['click']} menu={{ items: [{ key: 'a', label: 'A' }] }}>
        <button>Field</button>
      </Dropdown>
    ),
    open: () => screen.getByRole('button', { name: 'Field', hidden: true }),
    shown: '.ant-dropdown:not(.ant-dropdown-hidden)',
  },
};

/** Simulates the browser: an Escape key press whose default is not prevented cancels the topmost modal dialog. */
const pressEscape = async (init: KeyboardEventInit = {}) => {
  const isPrevented = !fireEvent.keyDown(document.activeElement ?? document.body, {
    key: 'Escape',
    keyCode: 27,
    ...init,
  });
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (!isPrevented && top) fireEvent(top, new Event('cancel', { cancelable: true }));
  fireEvent.keyUp(document.activeElement ?? document.body, { key: 'Escape' });
};

const names = Object.keys(windows);
const windowPairs = names.flatMap((outer) => names.map((inner) => [outer, inner] as const));
const popupPairs = names.flatMap((outer) => Object.keys(popups).map((inner) => [outer, inner] as const));

describe('one press of Escape closes one layer:', () => {
  test.each(windowPairs)('a %s around a %s', async (outer, inner) => {
    const closed: string[] = [];
    const [Outer, Inner] = [windows[outer]!, windows[inner]!];
    const Nested = () => {
      const [isInner, setInner] = useState(true);
      return (
        <Outer onClose={() => closed.push('outer')}>
          {isInner && (
            <Inner
              onClose={() => {
                closed.push('inner');
                setInner(false);
              }}
            >
              <button>Innermost</button>
            </Inner>
          )}
        </Outer>
      );
    };
    render(<Nested />, { wrapper: TextsProvider });
    screen.getByRole('button', { name: 'Innermost', hidden: true }).focus();
    await pressEscape({ repeat: true });
    expect(closed).toEqual([]);
    await pressEscape();
    expect(closed).toEqual(['inner']);
    document.querySelector<HTMLElement>('button')?.focus();
    await pressEscape();
    expect(closed).toEqual(['inner', 'outer']);
  });

  test.each(popupPairs)('a %s around an open %s', async (outer, inner) => {
    const close = jest.fn();
    const Outer = windows[outer]!;
    const { field, open, shown } = popups[inner]!;
    render(<Outer onClose={close}>{field}</Outer>, { wrapper: TextsProvider });
    await userEvent.click(open());
    await waitFor(() => expect(document.querySelector(shown)).not.toBeNull());
    open().focus();
    await pressEscape();
    await waitFor(() => expect(document.querySelector(shown)).toBeNull());
    expect(close).not.toHaveBeenCalled();
    open().focus();
    await pressEscape();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
