import { afterEach, expect, test } from '@jest/globals';
import { edits } from '@qr-attendance/contracts/samples/edits';
import { answer, fillIn } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, FLOOR, openArea, press } from './support/open-area.tsx';

afterEach(cleanup);

const id = '66f000000000000000000801';

/** A change for each field of the sample. The compiler reports fields without a change. */
type Changes<Sample extends { after: object }> = Record<keyof Sample['after'], () => void | Promise<void>>;
const changeAll = async (changes: Record<string, () => void | Promise<void>>) => {
  for (const change of Object.values(changes)) await change();
};

test('the form of a term changes every field', async () => {
  const { before, after } = edits.editTerm;
  const EDIT = `PUT /api/terms/${id}`;
  const term = { ...before, _id: id, phase: 'UPCOMING', courseCount: 0, version: 3 };
  const server = openArea('/admin/terms', { 'GET /api/terms': answer([term]), [EDIT]: answer(term) });
  await press(`Edit ${before.name}`);
  const [holiday] = before.breaks;
  const [added] = after.breaks;
  await changeAll({
    name: () => fillIn.text('name', after.name),
    externalId: () => fillIn.text('externalId', after.externalId),
    firstDay: () => fillIn.text('firstDay', after.firstDay),
    lastDay: () => fillIn.text('lastDay', after.lastDay),
    breaks: async () => {
      await userEvent.click(dialog().getByRole('button', { name: `Remove Holiday ${holiday?.name}` }));
      await userEvent.click(dialog().getByRole('button', { name: 'Add break' }));
      fillIn.text('breaks_0_name', added?.name ?? '');
      fillIn.text('breaks_0_firstDay', added?.firstDay ?? '');
      fillIn.text('breaks_0_lastDay', added?.lastDay ?? '');
    },
  } satisfies Changes<typeof edits.editTerm>);
  await press('Save term');
  await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([{ ...after, version: 3 }]));
});

test('the form of a unit changes every field', async () => {
  const { before, after } = edits.editUnit;
  const EDIT = `PUT /api/units/${id}`;
  const faculty = (_id: string, name: string) => ({ _id, kind: 'faculty', name, path: [], version: 1 });
  const unit = { ...before, _id: id, kind: 'program', path: ['Science'], version: 2 };
  const server = openArea('/admin/units', {
    'GET /api/units': answer([
      faculty(before.parentId, 'Science'),
      faculty(after.parentId, 'Technology'),
      unit,
    ]),
    [EDIT]: answer(unit),
  });
  await press(`Edit ${before.name}`);
  await changeAll({
    name: () => fillIn.text('name', after.name),
    parentId: () => fillIn.select('parentId', 'Technology'),
    externalId: () => fillIn.text('externalId', after.externalId),
  } satisfies Changes<typeof edits.editUnit>);
  await press('Save unit');
  await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([{ ...after, version: 2 }]));
});

test('the form of a room changes every field', async () => {
  const { before, after } = edits.editRoom;
  const EDIT = `PUT /api/rooms/${id}`;
  const room = { ...before, _id: id, version: 4 };
  const server = openArea('/admin/rooms', { 'GET /api/rooms': answer([room]), [EDIT]: answer(room) });
  await press(`Edit ${before.name}`);
  await changeAll({
    name: () => fillIn.text('name', after.name),
    building: () => fillIn.text('building', after.building),
    capacity: () => fillIn.text('capacity', after.capacity),
    location: () => {
      fillIn.text('latitude', after.location.latitude);
      fillIn.text('longitude', after.location.longitude);
    },
    radius: () => fillIn.text('radius', after.radius),
    networks: () => fillIn.tag('networks', after.networks[0] ?? ''),
    externalId: () => fillIn.text('externalId', after.externalId),
  } satisfies Changes<typeof edits.editRoom>);
  await press('Save room');
  await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([{ ...after, version: 4 }]));
});

test('the form of a role in a unit changes every field', async () => {
  const { before, after } = edits.changeUnitStaff;
  const user = { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01', name: 'Ada Lovelace' };
  const unit = { _id: id, name: 'Science', path: [] };
  const EDIT = `PUT /api/units/${id}/staff/${user._id}`;
  const member = { unit, user, ...before };
  const server = openArea('/admin/staff', {
    'GET /api/units': answer([{ ...unit, kind: 'faculty', version: 1 }]),
    'GET /api/units/staff': answer([member]),
    [EDIT]: answer([member]),
  });
  await press('Change the role of Ada Lovelace');
  await changeAll({
    role: () => fillIn.radio(after.role),
    from: () => fillIn.text('from', after.from),
    until: () => fillIn.text('until', after.until),
  } satisfies Changes<typeof edits.changeUnitStaff>);
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([after]));
});

test('the form of the requirements changes every check', async () => {
  const { before, after } = edits.setInstitutionPolicy;
  const EDIT = 'PUT /api/sessions/institution-policy';
  const server = openArea('/admin/requirements', {
    [FLOOR]: answer({ ...before, decided: true }),
    [EDIT]: answer({ ...after, decided: true }),
  });
  await screen.findByRole('button', { name: 'Save requirements' });
  const form = within(screen.getByRole('form', { name: 'Requirements' }));
  for (const box of form.getAllByRole('checkbox')) await userEvent.click(box);
  await press('Save requirements');
  await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([after]));
});
