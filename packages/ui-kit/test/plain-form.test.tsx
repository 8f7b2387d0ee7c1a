import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { Button } from '../src/button/button.tsx';
import { Dialog } from '../src/dialog/dialog.tsx';
import { InputForm } from '../src/form/input-form.tsx';
import { PlainForm } from '../src/form/plain-form.tsx';
import { TextField } from '../src/form/text-field.tsx';

beforeAll(() => installCatalog({ namespace: 'test', en: {}, load: async () => ({}) }));
afterEach(cleanup);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));

describe('a plain form', () => {
  let submitted = 0;
  let settle: (error?: string) => void = () => undefined;
  const Probe = () => {
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<string>();
    settle = (text) => {
      setBusy(false);
      setError(text);
    };
    const submit = () => {
      submitted += 1;
      setBusy(true);
    };
    return (
      <Dialog
        title="Course"
        onClose={() => undefined}
        buttons={
          <Button form="key" htmlType="submit">
            Join
          </Button>
        }
      >
        <PlainForm id="key" busy={busy} onSubmit={submit}>
          <TextField label="Name" />
          <TextField label="Key" error={error} />
          <Button htmlType="submit">Join here</Button>
        </PlainForm>
        <Button>Elsewhere</Button>
      </Dialog>
    );
  };
  beforeEach(() => {
    submitted = 0;
    render(<Probe />, { wrapper: TextsProvider });
  });

  test('is sent once, and keeps the focus and its input while it is busy', async () => {
    await userEvent.type(field('Name'), 'Ada{Enter}');
    expect(field('Name').readOnly).toBe(true);
    await userEvent.keyboard('x{Enter}');
    expect(document.activeElement).toBe(field('Name'));
    expect(field('Name').value).toBe('Ada');
    expect(submitted).toBe(1);
    act(() => settle());
    await userEvent.type(field('Name'), '!');
    expect(field('Name').value).toBe('Ada!');
  });

  test('focuses the field that the server rejected, even after a click beside the form', async () => {
    await press('Join');
    act(() => settle('Wrong'));
    await waitFor(() => expect(document.activeElement).toBe(field('Key')));
    act(() => field('Name').focus());
    await press('Join');
    act(() => settle('Wrong'));
    await waitFor(() => expect(document.activeElement).toBe(field('Key')));
  });

  test('does not take the focus back from somebody who left the form', async () => {
    await press('Join');
    await press('Elsewhere');
    act(() => settle('Wrong'));
    await act(async () => undefined);
    expect(document.activeElement?.textContent).toBe('Elsewhere');
  });

  test('does not move the focus while its fields are filled in', async () => {
    act(() => field('Name').focus());
    act(() => settle('Too short'));
    await act(async () => undefined);
    expect(document.activeElement).toBe(field('Name'));
  });
});

test('an antd form focuses the first empty required field on each attempt', async () => {
  render(
    <InputForm busy={false}>
      <Form.Item name="name" label="Name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="note" label="Note" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Button htmlType="submit">Save</Button>
    </InputForm>,
    { wrapper: TextsProvider },
  );
  for (const _time of [1, 2]) {
    await press('Save');
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    fireEvent.blur(field('Name'));
  }
});
