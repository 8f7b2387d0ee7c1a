import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { routes, type Term } from '@qr-attendance/contracts';
import {
  apiKey,
  createApiClient,
  useApiMutation,
  useApiQuery,
  useCancelOnClose,
  type Host,
} from '@qr-attendance/web-kit';
import {
  answer,
  callOf,
  fakeApi,
  lostConnection,
  refusal,
  renderRemote,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { Button } from '../src/button/button.tsx';
import { ActionButton } from '../src/dialog/action-button.tsx';
import { ConfirmButton } from '../src/dialog/confirm-button.tsx';
import { Dialog } from '../src/dialog/dialog.tsx';
import { Drawer } from '../src/drawer/drawer.tsx';
import { EditForm } from '../src/form/edit-form.tsx';
import { NotifyProvider } from '../src/notify.tsx';
import { QueryView } from '../src/query-view.tsx';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const term: Term = {
  _id: '66f000000000000000007001',
  name: 'Autumn',
  firstDay: '2026-09-01',
  lastDay: '2026-12-18',
  breaks: [],
  phase: 'CURRENT',
  version: 1,
};
const LIST = callOf(routes.course.listTerms);
const DELETE = callOf(routes.course.deleteTerm);

const useRemove = () =>
  useApiMutation(routes.course.deleteTerm, () => ({ params: { id: term._id } }), {
    refetches: [apiKey(routes.course.listTerms)],
  });

const texts = { done: 'Deleted', failure: 'Not deleted' };

const Opened = ({ children }: { children: (close: () => void) => ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? children(() => setOpen(false)) : <Button onClick={() => setOpen(true)}>Open</Button>;
};

/** A dialog or form for each way to make a change. */
const windows: Record<string, () => ReactNode> = {
  'a question': () => {
    const remove = useRemove();
    return (
      <ConfirmButton
        label="Open"
        question={{ title: 'Delete?', text: '', confirm: 'Delete' }}
        act={() => remove.mutateAsync()}
        onGiveUp={remove.cancel}
        {...texts}
      />
    );
  },
  'a form in a drawer': () => <Opened>{(close) => <DrawerForm onClose={close} />}</Opened>,
  'a button in a dialog': () => <Opened>{(close) => <DialogButton onClose={close} />}</Opened>,
};
const DrawerForm = ({ onClose }: { onClose: () => void }) => {
  const remove = useRemove();
  return (
    <Drawer title="Term" onClose={onClose}>
      <EditForm
        name="Term"
        initialValues={{}}
        mutation={remove}
        send={(_values, outcome) => remove.mutate(undefined, outcome)}
        fields={[]}
        done={texts.done}
        confirm="Delete"
        onClose={onClose}
      >
        {null}
      </EditForm>
    </Drawer>
  );
};
const DialogButton = ({ onClose }: { onClose: () => void }) => {
  const remove = useRemove();
  useCancelOnClose(remove);
  return (
    <Dialog title="Term" onClose={onClose}>
      <Button onClick={() => remove.mutate(undefined, { done: texts.done, onSuccess: onClose })}>
        Delete
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </Dialog>
  );
};

const List = () => {
  const terms = useApiQuery(routes.course.listTerms);
  return (
    <QueryView query={terms} errorMessage="The terms could not be loaded">
      {(known) => known.map(({ _id, name }) => <p key={_id}>{name}</p>)}
    </QueryView>
  );
};

const open = (content: ReactNode, answers: Record<string, Answers> = {}) => {
  const server = fakeApi({ [LIST]: answer([term]), [DELETE]: answer(undefined, 204), ...answers });
  const api = createApiClient({ getToken: () => 'token', renew: async () => undefined });
  renderRemote(
    <NotifyProvider>
      {content}
      <List />
    </NotifyProvider>,
    {
      catalog: { namespace: 'test', en: {}, load: async () => ({}) },
      host: { api, identity: {} } as Host,
      basePath: '/admin',
    },
  );
  return server;
};
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
const start = async (kind: string, answers: Record<string, Answers> = {}) => {
  const Window = windows[kind]!;
  const server = open(<Window />, answers);
  await screen.findByText('Autumn');
  await press('Open');
  return server;
};
const untilClosed = () => waitFor(() => expect(document.querySelector('dialog, [role="dialog"]')).toBeNull());

describe.each(Object.keys(windows))('a change in %s', (kind) => {
  test('completes once the server has responded, even while its list is busy', async () => {
    const server = await start(kind);
    server.give(LIST, refusal(503));
    await press('Delete');
    expect(await screen.findByText('Deleted')).toBeTruthy();
    await untilClosed();
    await waitFor(() => expect(server.sentTo(LIST)).toHaveLength(2));
  });

  test.each([
    ['made', answer(undefined, 204), 'Deleted'],
    ['refused', refusal(409, 'A course has this term.'), 'A course has this term.'],
  ])('is reported if the server has %s it after the window was closed', async (_how, outcome, words) => {
    const server = await start(kind, { [DELETE]: outcome });
    const release = server.hold();
    await press('Delete');
    await waitFor(() => expect(server.sentTo(DELETE)).toHaveLength(1));
    await press('Cancel');
    await untilClosed();
    release();
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

test('an action completes once the server has responded, even while its list is busy', async () => {
  const Action = () => {
    const remove = useRemove();
    return (
      <ActionButton act={() => remove.mutateAsync()} {...texts}>
        Delete
      </ActionButton>
    );
  };
  const server = open(<Action />);
  await screen.findByText('Autumn');
  server.give(LIST, refusal(503));
  await press('Delete');
  expect(await screen.findByText('Deleted')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-busy')).toBeNull();
});

test('a list that stays busy stops retrying, shows that, and can be retried', async () => {
  jest.useFakeTimers();
  const server = open(null, { [LIST]: refusal(503) });
  await act(() => jest.advanceTimersByTimeAsync(120_000));
  const { length: calls } = server.sentTo(LIST);
  expect(calls).toBeGreaterThan(3);
  await act(() => jest.advanceTimersByTimeAsync(3_600_000));
  expect(server.sentTo(LIST)).toHaveLength(calls);
  server.give(LIST, answer([term]));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('Autumn')).toBeTruthy();
});

test('a list that could not be refreshed shows that it is outdated, and since when', async () => {
  jest.useFakeTimers();
  const Refresh = () => {
    const { refetch } = useApiQuery(routes.course.listTerms);
    return <Button onClick={() => void refetch()}>Refresh</Button>;
  };
  const server = open(<Refresh />);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  server.give(LIST, refusal(403, 'No more'));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('Autumn')).toBeTruthy();
  expect(screen.getByText(/^No more\. Not refreshed since \d\d:\d\d/)).toBeTruthy();
  server.give(LIST, answer([term]));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText(/Not refreshed/)).toBeNull();
});

test('a list without a response is requested at once when “Try again” is pressed', async () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const server = open(null, { [LIST]: lostConnection });
  await act(() => jest.advanceTimersByTimeAsync(1_200));
  expect(screen.getByRole('timer').textContent).toMatch(/trying again in 2 s/);
  const { length: calls } = server.sentTo(LIST);
  server.give(LIST, answer([term]));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(server.sentTo(LIST)).toHaveLength(calls + 1);
  expect(screen.getByText('Autumn')).toBeTruthy();
});
