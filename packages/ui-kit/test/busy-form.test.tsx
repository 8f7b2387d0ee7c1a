import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError, installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Checkbox from 'antd/es/checkbox';
import Form, { type FormInstance } from 'antd/es/form';
import Input from 'antd/es/input';
import { readdirSync, readFileSync } from 'node:fs';
import { Button } from '../src/button/button.tsx';
import { InputForm } from '../src/form/input-form.tsx';
import { showFieldErrors } from '../src/form/show-field-errors.ts';

beforeAll(() => installCatalog({ namespace: 'test', en: {}, load: async () => ({}) }));

let sent: object[] = [];
let setBusy: (busy: boolean) => void = () => undefined;
let instance: FormInstance | undefined;

const Probe = ({ busy }: { busy: boolean }) => {
  const [form] = Form.useForm();
  instance = form;
  return (
    <InputForm form={form} busy={busy} onFinish={(values) => sent.push(values)}>
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
      <Form.Item name="note" label="Note">
        <Input.TextArea />
      </Form.Item>
      <Form.Item name="sure" valuePropName="checked">
        <Checkbox>Sure</Checkbox>
      </Form.Item>
      <Button htmlType="submit" loading={busy}>
        Save
      </Button>
    </InputForm>
  );
};

describe('a form', () => {
  beforeEach(() => {
    sent = [];
    const { rerender } = render(<Probe busy={false} />, { wrapper: TextsProvider });
    setBusy = (busy) => rerender(<Probe busy={busy} />);
  });
  afterEach(cleanup);

  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  test.each(['Name', 'Note', 'Sure'])('a busy form keeps the focus and its input: %s', async (label) => {
    const { activeElement: before } = document;
    await userEvent.type(field('Name'), 'Ada');
    act(() => field(label).focus());
    setBusy(true);
    expect(document.activeElement).toBe(field(label));
    expect(field(label).disabled).toBe(false);
    await userEvent.keyboard('x {Enter}');
    await userEvent.click(field('Sure'));
    expect(field('Name').value).toBe('Ada');
    expect(field('Note').value).toBe('');
    expect(field('Sure').checked).toBe(false);
    expect(sent).toEqual([]);
    setBusy(false);
    await userEvent.type(field('Name'), '!');
    expect(field('Name').value).toBe('Ada!');
    expect(before).not.toBe(document.activeElement);
  });

  test('Tab can leave a busy form', async () => {
    act(() => field('Name').focus());
    setBusy(true);
    await userEvent.tab();
    expect(document.activeElement).toBe(field('Note'));
  });

  test('a form that the server rejects moves the focus to its first invalid field', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const fields = { note: 'Too long', name: 'Taken' };
    const error = new ApiError(400, { code: 'invalid', error: 'No', details: { fields } });
    act(() => void showFieldErrors(instance!, error, ['name', 'note']));
    expect(document.activeElement).toBe(field('Name'));
  });
});

const root = new URL('../../../', import.meta.url);
const sources = [
  'shell/src',
  ...readdirSync(root).flatMap((name) => (name.startsWith('mfe-') ? `${name}/src` : [])),
  'packages/ui-kit/src',
]
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('.tsx'));

test.each(sources)('%s never disables a focused control while it is busy', (file) => {
  const source = readFileSync(new URL(file, root), 'utf8');
  expect(source).not.toMatch(/disabled=\{[^}]*(?:isPending|isSaving|\bbusy\b|'busy'|loading)[^}]*\}/);
});
