import { afterEach, describe, expect, test } from '@jest/globals';
import { answer, enterText, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, openArea, press } from './support/open-area.tsx';
import { listedPerson } from './support/samples.ts';

const LIST = 'GET /api/auth/people';
const person = (id: string, more: object) =>
  listedPerson(
    { _id: `7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e${id}`, name: 'Grace Hopper', userType: 'STUDENT' },
    more,
  );
const rostered = person('01', { email: 'grace@campus.example', institutionId: 'Q-7', registered: false });
const account = person('02', { email: 'grace@home.example', registered: true });
const twin = person('03', { email: 'grace.h@home.example', registered: true });
const MERGE = `/api/auth/people/${rostered._id}/merge`;

const openMerge = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Grace Hopper' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge with another record' }));
};
const COURSES = 'GET /api/courses/of-student/';
const coursesOf = (teacher: { _id: string }, ...names: string[]) => ({
  [`${COURSES}${teacher._id}`]: answer(
    names.map((name, index) => ({
      _id: `66f0000000000000000000b${index}`,
      name,
      code: 'CS',
      active: index === 0,
      termName: 'Fall',
    })),
  ),
});
const list = (...people: object[]) => ({
  ...coursesOf(rostered),
  ...coursesOf(account),
  ...coursesOf(twin),
  [LIST]: ({ query }: { query: Record<string, string> }) =>
    answer(query['search'] ? [rostered, account, twin] : people),
});

afterEach(cleanup);

describe('merging records', () => {
  test('suggests a record with the same name, explains the effect, and keeps the account', async () => {
    const merged = { ...rostered, mergedInto: { _id: account._id, name: account.name } };
    const server = openArea('/admin/people', {
      ...list(rostered),
      ...coursesOf(rostered, 'Optics', 'Logic'),
      [`GET ${MERGE}`]: answer({ merged: rostered, kept: account, takesOver: 'Q-7' }),
      [`POST ${MERGE}`]: answer(merged),
    });
    await openMerge();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Choose Grace Hopper, grace@home.example' }),
    );
    expect(await screen.findByText(/^The number Q-7 moves to the record that stays/)).toBeTruthy();
    expect(await screen.findByText('2 courses')).toBeTruthy();
    expect(await screen.findByText('No courses')).toBeTruthy();
    expect(
      dialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['CS Optics · Fall', 'CS Logic · Fall · not any more']));
    expect(screen.queryByText(/^Only .* can sign in/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Keep the other record instead' })).toBeNull();
    await enterText(dialog().getByLabelText('Reason'), 'Same student');
    await userEvent.click(dialog().getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText('The records are merged into Grace Hopper')).toBeTruthy();
    expect(server.sent.find(({ call }) => call === `POST ${MERGE}`)?.body).toEqual({
      into: account._id,
      reason: 'Same student',
    });
  });

  test('lets the administrator choose which of two accounts stays', async () => {
    const [mergeAccount, mergeTwin] = [
      `/api/auth/people/${account._id}/merge`,
      `/api/auth/people/${twin._id}/merge`,
    ];
    const server = openArea('/admin/people', {
      ...list(account),
      [`GET ${mergeAccount}`]: answer({ merged: account, kept: twin }),
      [`GET ${mergeTwin}`]: answer({ merged: twin, kept: account }),
    });
    await openMerge();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Choose Grace Hopper, grace.h@home.example' }),
    );
    expect(await screen.findByText(/^Only grace\.h@home\.example can sign in/)).toBeTruthy();
    await press('Keep the other record instead');
    expect(await screen.findByText(/^Only grace@home\.example can sign in/)).toBeTruthy();
    expect(server.sent.find(({ call }) => call === `GET ${mergeTwin}`)?.query).toMatchObject({
      into: account._id,
    });
  });

  test('explains how to hand over courses if the records belong to teachers', async () => {
    const teacher = person('04', { email: 'tess@campus.example', userType: 'TEACHER', registered: true });
    openArea('/admin/people', list(teacher));
    await openMerge();
    expect(await screen.findByText(/hand the courses over, give it the roles in units/)).toBeTruthy();
    expect(dialog().queryByRole('button', { name: /Choose/ })).toBeNull();
  });

  test('explains why records cannot be merged, and offers no merge in that case', async () => {
    openArea('/admin/people', {
      ...list(rostered),
      [`GET ${MERGE}`]: refusal(409, 'Other records were merged into this one.', {
        code: 'has_merged_records',
      }),
    });
    await openMerge();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Choose Grace Hopper, grace@home.example' }),
    );
    expect(await screen.findByText(/Other records were merged into this one/)).toBeTruthy();
    expect((dialog().getByRole('button', { name: 'Merge' }) as HTMLButtonElement).disabled).toBe(true);
  });

  test('shows into which record a person was merged, and undoes the merge', async () => {
    const merged = { ...rostered, mergedInto: { _id: account._id, name: 'Grace B. Hopper' } };
    const undo = `POST /api/auth/people/${rostered._id}/undo-merge`;
    const server = openArea('/admin/people?state=merged', {
      [LIST]: answer([merged]),
      [undo]: answer(rostered),
    });
    expect(await screen.findByText('into Grace B. Hopper')).toBeTruthy();
    await press('Undo the merge of Grace Hopper');
    await enterText(dialog().getByLabelText('Reason'), 'Two students');
    await userEvent.click(dialog().getByRole('button', { name: 'Undo merge' }));
    await waitFor(() =>
      expect(server.sent.find(({ call }) => call === undo)?.body).toEqual({ reason: 'Two students' }),
    );
    expect(await screen.findByText('Grace Hopper is a separate record again')).toBeTruthy();
  });
});
