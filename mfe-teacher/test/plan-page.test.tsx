import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type CoveredSection,
  MAX_CALENDAR_FILE,
  routes,
  type Series,
  type SeriesPreview,
} from '@qr-attendance/contracts';
import {
  answer,
  callOf,
  fakeApi,
  lostConnection,
  refusal,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlanPage } from '../src/features/plan/pages/plan-page.tsx';
import { usualValues, valuesOfSeries, ruleOf } from '../src/features/plan/plan-values.ts';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, sessionOf } from './samples.ts';

afterEach(cleanup);

const other = { _id: `${courseId.slice(0, -1)}7`, name: 'Compilers', code: 'CS301' };
const preview: SeriesPreview = {
  classes: ['2026-09-14', '2026-09-16'].map((date) => ({
    date,
    startTime: `${date}T07:00:00.000Z`,
    endTime: `${date}T08:30:00.000Z`,
    conflicts: [{ kind: 'room', course: other, startTime: `${date}T07:00:00.000Z` }],
  })),
  skipped: [{ date: '2026-09-21', reason: 'holiday', name: 'Founding Day' }],
};
const series = { _id: courseId, courseId, rules: [], version: 1 };

const start = (created: Answers = answer(series), courses = [algorithms], path = '/plan') => {
  const server = fakeApi({
    [callOf(routes.course.listCourses)]: answer(courses),
    [callOf(routes.course.listTerms)]: answer([]),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listRooms)]: answer([]),
    [callOf(routes.session.previewSeries)]: answer(preview),
    [callOf(routes.session.createSeries)]: created,
  });
  renderTeacher(<PlanPage />, path);
  return server;
};

test('plans Mondays and Wednesdays of a term with three clicks', async () => {
  start();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  await user.click(screen.getByRole('checkbox', { name: 'Wed' }));
  await user.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  await waitFor(() => expect(screen.getByText('The classes are planned')).toBeTruthy());
});

test('lets an administrator of a unit plan classes of its course', async () => {
  const server = fakeApi({
    [callOf(routes.course.listCourses)]: answer([]),
    [callOf(routes.course.getCourse)]: answer({ ...algorithms, role: 'program-administrator' }),
    [callOf(routes.course.listTerms)]: answer([]),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listRooms)]: answer([]),
    [callOf(routes.session.previewSeries)]: answer(preview),
    [callOf(routes.session.createSeries)]: answer(series),
  });
  renderTeacher(<PlanPage />, `/plan?course=${courseId}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  await user.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  await waitFor(() => expect(screen.getByText('The classes are planned')).toBeTruthy());
  expect(server.bodiesOf(callOf(routes.session.createSeries))).toMatchObject([{ courseId }]);
});

test('plans classes only for the course in the URL', async () => {
  const { give } = start(answer(series), [algorithms], `/plan?course=${other._id}`);
  give(callOf(routes.course.getCourse), answer({ ...algorithms, ...other, archived: true }));
  expect(await screen.findByText('Select a course')).toBeTruthy();
});

test('plans joint classes with another course, and shows and changes them later', async () => {
  const logic = { ...algorithms, ...other, sections: [{ _id: other._id, name: '1' }] };
  const server = start(answer(series), [algorithms, logic]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  await user.click(screen.getByLabelText('Course'));
  await user.click(await screen.findByText(/Algorithms/, { selector: '.ant-select-item-option-content' }));
  await user.click(await screen.findByLabelText('Joint class with other courses'));
  await user.click(await screen.findByText('CS301', { selector: '.ant-select-item-option-content' }));
  await user.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  await waitFor(() => expect(screen.getByText('The classes are planned')).toBeTruthy());
  const [sent] = server.bodiesOf(callOf(routes.session.createSeries)) as { sections: CoveredSection[] }[];
  expect(sent?.sections).toEqual([algorithms._id, other._id].map((id) => ({ courseId: id, sectionId: id })));
  const rule = { ...(sent as object), from: '0000-01-01' } as Series['rules'][number];
  const values = valuesOfSeries({ ...series, courseId: algorithms._id, rules: [rule] });
  expect(ruleOf(values, [], rule)?.sections).toEqual(sent?.sections);
});

test('lists conflicts and the reason for each skipped date, and lets the teacher skip dates', async () => {
  start();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  expect((await screen.findAllByText(/^Room used by Compilers at/)).length).toBe(2);
  expect(screen.getByText('Founding Day')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Skip / })).toHaveLength(2);
});

test('asks for confirmation before planning the same classes twice', async () => {
  start(refusal(409, 'This course already has classes at these times.', { code: 'series_duplicates' }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  await user.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  expect(await screen.findByRole('button', { name: 'Plan anyway' })).toBeTruthy();
});

test('proposes the days of the term, and the times and room of the last class', () => {
  const now = new Date('2026-09-10T10:00:00Z');
  const term = {
    _id: `${courseId.slice(0, -1)}5`,
    name: 'Fall',
    firstDay: '2026-09-14',
    lastDay: '2026-12-18',
    breaks: [],
    phase: 'UPCOMING',
    version: 1,
  };
  const room = { id: courseId, name: 'H1' };
  const last = sessionOf({
    startTime: '2026-09-03T12:00:00.000Z',
    endTime: '2026-09-03T13:30:00.000Z',
    room,
  });
  const course = { ...algorithms, _id: last.course._id, termId: term._id };
  const values = usualValues(course, [term], [last], now);
  expect(values).toMatchObject({ firstDay: '2026-09-14', lastDay: '2026-12-18', roomId: courseId });
  expect(values.end > values.start).toBe(true);
  expect(usualValues(undefined, [], [], now)).toMatchObject({
    start: '09:00',
    end: '10:30',
    firstDay: '2026-09-10',
  });
});

test('preserves fields that the form does not show when a series is changed', () => {
  const rule = {
    from: '0000-01-01',
    slots: [{ id: 1, weekday: 1, start: '09:00', end: '10:00' }],
    everyWeeks: 2,
    firstDay: '2026-09-14',
    lastDay: '2026-12-18',
    extraDates: [{ id: 2, day: '2026-12-19', start: '09:00', end: '10:00' }],
    skippedDates: ['2026-09-28'],
    skipBreaks: false,
    lateAfterMinutes: 5,
  };
  const values = valuesOfSeries({ _id: courseId, courseId, rules: [rule], version: 1 });
  expect(ruleOf(values, rule.skippedDates, rule)).toEqual({
    slots: [{ weekday: 1, start: '09:00', end: '10:00' }],
    everyWeeks: 2,
    firstDay: '2026-09-14',
    lastDay: '2026-12-18',
    extraDates: [{ day: '2026-12-19', start: '09:00', end: '10:00' }],
    skippedDates: ['2026-09-28'],
    skipBreaks: false,
    roomId: '',
    sections: [],
    lateAfterMinutes: 5,
  });
});

test('keeps different times of weekdays when a series is changed', () => {
  const slots = [
    { weekday: 1, start: '09:00', end: '10:00' },
    { weekday: 3, start: '14:00', end: '15:30' },
    { weekday: 3, start: '16:00', end: '17:30' },
  ];
  const rule = {
    from: '0000-01-01',
    slots: slots.map((slot, id) => ({
      ...slot,
      id,
    })),
    everyWeeks: 1,
    firstDay: '2026-09-14',
    lastDay: '2026-12-18',
    extraDates: [],
    skippedDates: [],
    skipBreaks: true,
  };
  const values = valuesOfSeries({ _id: courseId, courseId, rules: [rule], version: 1 });
  expect(values.different).toBe(true);
  expect(ruleOf(values, [], rule)?.slots).toEqual(slots);
  const [first] = slots as [(typeof slots)[number], ...typeof slots];
  const endingAt = (end: string) => ruleOf({ ...values, slots: [{ ...first, end }] }, [], rule)?.slots;
  expect(endingAt(first.start)).toBeUndefined();
  expect(endingAt('00:00')).toEqual([{ ...first, end: '00:00' }]);
});

test('accepts a time for each weekday, and extra dates', async () => {
  const server = start();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  await user.click(screen.getByRole('checkbox', { name: 'Wed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Different times on different days' }));
  const second = within(await screen.findByRole('group', { name: 'Weekly class 2' }));
  const end = second.getByLabelText('End Time');
  await user.clear(end);
  await user.type(end, '11:45');
  await user.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  await waitFor(() => expect(screen.getByText('The classes are planned')).toBeTruthy());
  expect(server.bodiesOf(callOf(routes.session.createSeries))[0]).toMatchObject({
    slots: [
      { weekday: 1, start: '09:00', end: '10:30' },
      { weekday: 3, start: '09:00', end: '11:45' },
    ],
  });
});

test('saves a series with the version that the form loaded, even if it has changed since', async () => {
  const rule = {
    from: '0000-01-01',
    slots: [
      {
        id: 1,
        weekday: 1,
        start: '09:00',
        end: '10:00',
      },
    ],
    everyWeeks: 1,
    firstDay: '2026-09-14',
    lastDay: '2026-12-18',
    extraDates: [],
    skippedDates: [],
    skipBreaks: true,
  };
  const [PREVIEW, EDIT] = [callOf(routes.session.previewSeries), callOf(routes.session.editSeries)];
  const versionOf = (version: number) => answer([{ ...series, rules: [rule], version }]);
  const server = fakeApi({
    [callOf(routes.course.listCourses)]: answer([algorithms]),
    [callOf(routes.course.listTerms)]: answer([]),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listRooms)]: answer([]),
    [callOf(routes.session.listSeries)]: [versionOf(1), versionOf(2), versionOf(2)],
    [PREVIEW]: answer(preview),
    [EDIT]: [lostConnection, answer(series)],
  });
  renderTeacher(<PlanPage />, `/plan?course=${courseId}&series=${series._id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  // The page reloads after a request without a response.
  await waitFor(() => expect(server.sentTo(callOf(routes.session.listSeries))).toHaveLength(2));
  await screen.findByRole('alert');
  const previews = server.sentTo(PREVIEW).length;
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tue' }));
  await waitFor(() => expect(server.sentTo(PREVIEW).length).toBeGreaterThan(previews));
  await userEvent.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  expect(await screen.findByText('The classes are planned')).toBeTruthy();
  expect(server.bodiesOf(EDIT)).toMatchObject([{ version: 1 }, { version: 1 }]);
});

const file = {
  series: [
    {
      name: 'Optics',
      count: 3,
      endless: false,
      room: {
        id: courseId,
        name: 'H1',
      },
      rule: {
        slots: [
          {
            weekday: 2,
            start: '11:00',
            end: '12:30',
          },
        ],
        extraDates: [],
        everyWeeks: 1,
        firstDay: '2026-09-15',
        lastDay: '2026-10-06',
        skippedDates: ['2026-09-22'],
      },
    },
    {
      name: 'Lab',
      count: 1,
      endless: false,
      rule: {
        slots: [],
        extraDates: [
          {
            day: '2026-09-18',
            start: '14:00',
            end: '15:00',
          },
        ],
        everyWeeks: 1,
        firstDay: '2026-09-18',
        lastDay: '2026-09-18',
        skippedDates: [],
      },
    },
  ],
  problems: [{ name: 'Holiday', problem: 'all_day' }],
};
const chooseFile = async (text = 'BEGIN:VCALENDAR') => {
  const input = await screen.findByLabelText('Fill in from a calendar file (.ics)');
  await userEvent.upload(input, new File([text], 'classes.ics', { type: 'text/calendar' }));
};

test('fills in the classes of a calendar file, and lists the events that cannot be imported', async () => {
  const server = start();
  server.give(callOf(routes.session.readCalendarFile), answer({ ...file, series: file.series.slice(0, 1) }));
  await chooseFile();
  expect(await screen.findByText(/^Optics is filled in/)).toBeTruthy();
  expect(screen.getByText('takes all day', { exact: false })).toBeTruthy();
  expect(server.bodiesOf(callOf(routes.session.readCalendarFile))).toEqual([{ text: 'BEGIN:VCALENDAR\r\n' }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  await waitFor(() =>
    expect(server.bodiesOf(callOf(routes.session.createSeries))).toEqual([
      expect.objectContaining({
        slots: [
          {
            weekday: 2,
            start: '11:00',
            end: '12:30',
          },
        ],
        firstDay: '2026-09-15',
        lastDay: '2026-10-06',
        skippedDates: ['2026-09-22'],
        roomId: courseId,
      }),
    ]),
  );
});

test('shows that a class ends on the next day', async () => {
  const server = start();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Mon' }));
  expect(screen.queryByText('Ends on the next day')).toBeNull();
  const end = screen.getByLabelText('End Time');
  await user.clear(end);
  await user.type(end, '00:30');
  await user.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
  expect(await screen.findByText('Ends on the next day')).toBeTruthy();
  await waitFor(() =>
    expect(server.bodiesOf(callOf(routes.session.createSeries))[0]).toMatchObject({
      slots: [{ weekday: 1, start: '09:00', end: '00:30' }],
    }),
  );
});

test('shows what to check in a calendar file, and counts past events', async () => {
  const server = start();
  const notes = [
    { note: 'exclusion_unmatched', days: ['2026-09-23'] },
    { note: 'rule', days: [], found: 'FREQ=HOURLY' },
    { note: 'of_a_newer_version', days: [] },
  ];
  const [optics] = file.series;
  server.give(
    callOf(routes.session.readCalendarFile),
    answer({
      series: [{ ...optics, notes }],
      problems: [
        { name: 'Birthday', problem: 'all_day', count: 3 },
        { name: 'Seminar', problem: 'zone', found: 'Nowhere/Land' },
        { name: 'Old', problem: 'past', count: 20 },
      ],
      more: 7,
    }),
  );
  await chooseFile();
  expect(await screen.findByText(/^Excluded, but there is no class then: .*23/)).toBeTruthy();
  expect(screen.getByText(/only the other dates are offered: FREQ=HOURLY$/)).toBeTruthy();
  expect(screen.getByText(/^Something in this event is not supported/)).toBeTruthy();
  expect(screen.getByText('Birthday (3 times)')).toBeTruthy();
  expect(screen.getByText(/that the file does not describe: Nowhere\/Land$/)).toBeTruthy();
  expect(screen.getByText('7 further events')).toBeTruthy();
  expect(screen.getByText('20 events are over.')).toBeTruthy();
});

test('uploads neither descriptions nor past events, so a whole calendar can be chosen', async () => {
  const server = start();
  server.give(callOf(routes.session.readCalendarFile), answer({ ...file, problems: [] }));
  const events = Array.from({ length: 2_000 }, (_event, index) => [
    'BEGIN:VEVENT',
    `UID:${index}`,
    'DTSTART:20160912T090000Z',
    'SUMMARY:Meeting',
    'END:VEVENT',
  ]);
  const html = Array.from({ length: 4_000 }, () => ` <p>${'x'.repeat(70)}</p>`);
  await chooseFile(
    [
      'BEGIN:VCALENDAR',
      ...events.flat(),
      'BEGIN:VEVENT',
      'X-ALT-DESC;FMTTYPE=text/html:',
      ...html,
      'DTSTART:20160912T090000Z',
      'RRULE:FREQ=WEEKLY',
      'SUMMARY:A long',
      ' title',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  );
  expect(await screen.findByText(/^2,?000 events are over\.$/)).toBeTruthy();
  expect(server.bodiesOf(callOf(routes.session.readCalendarFile))).toEqual([
    {
      text: [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'DTSTART:20160912T090000Z',
        'RRULE:FREQ=WEEKLY',
        'SUMMARY:A long',
        ' title',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    },
  ]);
});

test('reads a calendar file in a Windows encoding', async () => {
  const server = start();
  server.give(callOf(routes.session.readCalendarFile), answer(file));
  const input = await screen.findByLabelText('Fill in from a calendar file (.ics)');
  const bytes = Uint8Array.from('SUMMARY:Gr\u00FC\u00DFe', (letter) => letter.charCodeAt(0));
  await userEvent.upload(input, new File([bytes], 'classes.ics', { type: 'text/calendar' }));
  await waitFor(() =>
    expect(server.bodiesOf(callOf(routes.session.readCalendarFile))).toEqual([
      { text: 'SUMMARY:Gr\u00FC\u00DFe\r\n' },
    ]),
  );
});

test('asks which of several series in a calendar file to use', async () => {
  const server = start();
  server.give(callOf(routes.session.readCalendarFile), answer(file));
  await chooseFile();
  await userEvent.click(await screen.findByRole('combobox', { name: 'Which classes of the file?' }));
  await userEvent.click(await screen.findByText('Lab (1 class)'));
  expect(await screen.findByText(/^Lab is filled in/)).toBeTruthy();
  await waitFor(() =>
    expect(server.bodiesOf(callOf(routes.session.previewSeries)).at(-1)).toMatchObject({
      slots: [],
      extraDates: [{ day: '2026-09-18', start: '14:00', end: '15:00' }],
    }),
  );
});

test('rejects a calendar file that is too large, and explains why a file cannot be read', async () => {
  const server = start();
  server.give(
    callOf(routes.session.readCalendarFile),
    refusal(422, 'This is not an iCalendar file.', { code: 'not_a_calendar' }),
  );
  await chooseFile(`SUMMARY:${'x'.repeat(MAX_CALENDAR_FILE)}`);
  expect(await screen.findByText(/^The file is too large/)).toBeTruthy();
  await chooseFile('Monday at nine');
  expect(await screen.findByText('This is not an iCalendar file.')).toBeTruthy();
  expect(screen.queryByText(/^The file is too large/)).toBeNull();
  expect(server.sentTo(callOf(routes.session.readCalendarFile))).toHaveLength(1);
});

describe('the button "Plan classes"', () => {
  const typeInto = async (field: HTMLElement, text: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  const press = async () => userEvent.click(await screen.findByRole('button', { name: /^Plan/ }));
  const chooseMonday = async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Mon' }));

  test.each([
    ['Start Time', '25:99', 'Enter a time, for example 09:05'],
    ['End Time', '25:99', 'Enter a time, for example 09:05'],
    ['First day', 'someday', /^Enter a date, for example/],
    ['Last day', 'someday', /^Enter a date, for example/],
  ])('shows an error beside %s if it is "%s"', async (label, typed, message) => {
    const server = start();
    await chooseMonday();
    await typeInto(screen.getByLabelText(label), typed);
    await press();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.querySelectorAll('.ant-form-item-explain-error')).toHaveLength(1);
    expect(server.sentTo(callOf(routes.session.createSeries))).toEqual([]);
  });

  test('shows an error beside an invalid extra date', async () => {
    start();
    await chooseMonday();
    await userEvent.click(screen.getByRole('button', { name: 'Add an extra date' }));
    const extra = within(screen.getByRole('group', { name: 'Extra date 1' }));
    await typeInto(extra.getByLabelText('Day'), 'someday');
    await press();
    expect(await screen.findByText(/^Enter a date, for example/)).toBeTruthy();
  });

  test('shows an error if there is neither a weekly class nor an extra date', async () => {
    start();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Different times on different days' }));
    await press();
    expect(await screen.findByText('Add at least one weekly class or extra date.')).toBeTruthy();
  });

  test('shows an error if all classes fall in breaks', async () => {
    const server = start();
    server.give(callOf(routes.session.previewSeries), answer({ ...preview, classes: [] }));
    await chooseMonday();
    await screen.findByText('Founding Day');
    await press();
    expect(await screen.findByText(/^There would be no class/)).toBeTruthy();
    expect(server.sentTo(callOf(routes.session.createSeries))).toEqual([]);
  });

  test('plans extra dates without weekly classes', async () => {
    const server = start();
    await userEvent.click(await screen.findByRole('button', { name: 'Add an extra date' }));
    const extra = within(screen.getByRole('group', { name: 'Extra date 1' }));
    await typeInto(extra.getByLabelText('Day'), '2026-09-14');
    await userEvent.click(await screen.findByRole('button', { name: 'Plan 2 classes' }));
    expect(await screen.findByText('The classes are planned')).toBeTruthy();
    expect(server.bodiesOf(callOf(routes.session.createSeries))).toMatchObject([{ slots: [] }]);
  });
});
