import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, enterText, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { openArea } from './support/open-area.tsx';
import { course } from './support/samples.ts';

const AVAILABLE = 'GET /api/courses/available/all';
const ENROLL = `POST /api/courses/${course()._id}/enroll`;
const many = Array.from({ length: 12 }, (_, n) =>
  course({ _id: `66f00000000000000000${String(n).padStart(4, '0')}`, name: `Course ${n}`, code: `X${n}` }),
);
afterEach(cleanup);

describe('enrolling', () => {
  test('removes the course from the list and confirms the enrollment', async () => {
    const { sent } = openArea('/student/enroll', {
      [AVAILABLE]: [answer([course()]), answer([])],
      [ENROLL]: answer(course()),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll in Algorithms' }));
    expect(await screen.findByText('Successfully enrolled in the course!')).toBeTruthy();
    expect(await screen.findByText('No available courses to enroll in at the moment.')).toBeTruthy();
    expect(sent.filter(({ call }) => call === ENROLL)).toHaveLength(1);
  });

  test('shows why enrolling failed and keeps the course', async () => {
    openArea('/student/enroll', { [AVAILABLE]: answer([course()]), [ENROLL]: refusal(409, '') });
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll in Algorithms' }));
    expect(await screen.findByText('Failed to enroll in course')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Enroll in Algorithms' })).toBeTruthy();
  });
});

test('enrolls in the chosen section of a course that has several', async () => {
  const lab = '66f0000000000000000000a2';
  const sections = [
    { _id: course()._id, name: 'Morning' },
    { _id: lab, name: 'Lab' },
    { _id: '66f0000000000000000000a3', name: 'Former', archived: true },
  ];
  const { sent } = openArea('/student/enroll', {
    [AVAILABLE]: [answer([course({ sections })]), answer([])],
    [ENROLL]: answer(course({ sections })),
  });
  const choice = await screen.findByRole('combobox', { name: 'Section of Algorithms' });
  expect(screen.queryByRole('option', { name: 'Former' })).toBeNull();
  await userEvent.selectOptions(choice, 'Lab');
  await userEvent.click(screen.getByRole('button', { name: 'Enroll in Algorithms' }));
  expect(await screen.findByText('Successfully enrolled in the course!')).toBeTruthy();
  expect(sent.find(({ call }) => call === ENROLL)).toMatchObject({ body: { sectionId: lab } });
});

test('sends and withdraws an enrollment request for a course that requires approval', async () => {
  const asksFirst = course({ enrollmentMode: 'APPROVAL' });
  const path = `/api/courses/${course()._id}/enrollment-request`;
  openArea('/student/enroll', {
    [AVAILABLE]: [answer([asksFirst]), answer([{ ...asksFirst, request: 'WAITING' }]), answer([asksFirst])],
    [`POST ${path}`]: answer({ enrolled: false, way: 'WAITING' }),
    [`DELETE ${path}`]: answer({ enrolled: false, way: 'APPROVAL' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask to join Algorithms' }));
  expect(await screen.findByText('Your teacher has to let you in.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel request to join Algorithms' }));
  expect(await screen.findByRole('button', { name: 'Ask to join Algorithms' })).toBeTruthy();
});

test('shows a declined request and does not offer another', async () => {
  const declined = course({ enrollmentMode: 'APPROVAL', request: 'DECLINED' });
  openArea('/student/enroll', { [AVAILABLE]: answer([declined]) });
  expect(await screen.findByText('Your teacher declined your request.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Ask to join/ })).toBeNull();
});

test('shows Unknown for a teacher without a name', async () => {
  const teacher = { ...course().teacher, user: null };
  openArea('/student/enroll', { [AVAILABLE]: answer([course({ teacher })]) });
  expect(await screen.findByText('Unknown')).toBeTruthy();
});

describe('the course search', () => {
  test('is hidden for a short list', async () => {
    openArea('/student/enroll', { [AVAILABLE]: answer([course()]) });
    await screen.findByText('Algorithms');
    expect(screen.queryByLabelText('Search')).toBeNull();
  });

  const findOnServer: Answers = ({ query }) =>
    answer(many.filter(({ code, name }) => `${code} ${name}`.includes(query['search'] ?? '')));

  test('queries the server and says if nothing matches', async () => {
    openArea('/student/enroll', { [AVAILABLE]: findOnServer });
    await userEvent.type(await screen.findByLabelText('Search'), 'X7');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enroll in Course 8' })).toBeNull());
    expect(await screen.findByRole('button', { name: 'Enroll in Course 7' })).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Search'), '!');
    expect(await screen.findByText('No course matches your search.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('button', { name: 'Enroll in Course 8' })).toBeTruthy();
  });

  test('loads one page of courses, and queries again when typing pauses', async () => {
    const { sent } = openArea('/student/enroll', { [AVAILABLE]: findOnServer });
    await enterText(await screen.findByLabelText('Search'), 'Course 11');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enroll in Course 8' })).toBeNull());
    await screen.findByRole('button', { name: 'Enroll in Course 11' });
    for (const { query } of sent) expect(Number(query['limit'])).toBeLessThanOrEqual(48);
    expect(sent.at(-1)?.query['search']).toBe('Course 11');
    const typed = 'Course 11'.length;
    expect(sent.filter(({ query }) => query['search']).length).toBeLessThan(typed);
  });

  test('shows that the server is busy and retries automatically', async () => {
    openArea('/student/enroll', {
      [AVAILABLE]: [answer(many), refusal(429, 'Busy', {}, { 'Retry-After': '1' }), answer([many[7]])],
    });
    await userEvent.type(await screen.findByLabelText('Search'), 'X7');
    expect(await screen.findByText(/Busy/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Enroll in Course 7' })).toBeTruthy();
  });
});
