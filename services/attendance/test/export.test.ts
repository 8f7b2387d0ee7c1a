import { campusDay } from '@qr-attendance/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defuseFormulas, type AttendanceRecord } from '@qr-attendance/contracts';
import { eventually, type TestUser } from '@qr-attendance/test-kit';
import { stringify } from 'csv-stringify/sync';
import { ago, objectId, person, startCampus, type Campus, type HeldClass } from './campus.ts';
import { createExports, type Exports } from './exports.ts';

type ClassMember = HeldClass['members'][number];

let campus: Campus;
let exportFor: Exports['exportFor'];
let writeMarks: Exports['writeMarks'];
beforeAll(async () => {
  campus = await startCampus({ env: { attendance: { CAMPUS_TIME_ZONE: 'Asia/Kolkata' } } });
  ({ exportFor, writeMarks } = createExports(campus));
});
afterAll(() => campus.stop());

const quotedLine = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(',');

const HOSTILE = [
  '=cmd()',
  "Max;=1+cmd|'/C calc'!A0;",
  '+1',
  '-1',
  '@x',
  '"quoted", with; commas',
  "O'Brien",
  'Ada 👩🏽‍🏫',
  'עדה לאבלייס',
  'ÅÄÖ ß ﷽',
];

const NASTY = [
  ...HOSTILE,
  '',
  ' ',
  ',',
  '"',
  '""',
  "'",
  "''",
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\\',
  '\\.',
  '\\N',
  'NULL',
  ';',
  '|',
  '\r=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  'a=1',
  '=',
  '="',
  'a;=1',
  'a; =1',
  'a"=1',
  'a\t@x',
  ';;-1',
  'Anne-Marie; née +',
  '$1',
  '%s',
  "'; DROP TABLE marks; --",
  'end,',
];

const minuteOf = (moment: Temporal.ZonedDateTime): string =>
  moment.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');

describe('the export', () => {
  it('contains the specified columns for a teacher, with formulas escaped', async () => {
    const heldClass = await campus.holdClass(HOSTILE);
    for (const member of heldClass.members) await heldClass.mark(member);
    const { response, bytes, rows } = await exportFor(heldClass.teacher);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="attendance-report.csv"');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(Object.keys(rows()[0]!)).toEqual(['Date', 'Time', 'Course', 'Student', 'Email', 'Status']);
    const nameOf = new Map(rows().map(({ Student, Email }) => [Email!, Student!]));
    const names = heldClass.members.map(({ user }) => nameOf.get(`${user.id}@campus.example`));
    expect(names.slice(0, 5)).toEqual(["'=cmd()", "Max;'=1+cmd|'/C calc'!A0;", "'+1", "'-1", "'@x"]);
    expect(names.slice(5)).toEqual(HOSTILE.slice(5));
    expect(
      rows().every(({ Course, Status }) => Course === 'Algorithms (CS201)' && Status === 'PRESENT'),
    ).toBe(true);
  });

  it('contains no formula for a spreadsheet that splits lines at other separators', async () => {
    const heldClass = await campus.holdClass(NASTY.length);
    await campus.database.query(
      `UPDATE people SET name = given.name FROM unnest($1::uuid[], $2::text[]) AS given (id, name) WHERE people.id = given.id`,
      [heldClass.members.map(({ user }) => user.id), NASTY],
    );
    for (const member of heldClass.members) await heldClass.mark(member);
    const text = (await exportFor(heldClass.teacher)).bytes.toString();
    for (const separator of [/[,\n]/, /[;\n]/, /[\t\n]/, /[|\n]/, /[;,\t|\r\n]/])
      expect(
        text.split(separator).filter((piece) => /^[\s"]*[-=+@\uFF1D\uFF0B\uFF0D\uFF20]/.test(piece)),
      ).toEqual([]);
  });

  it('never starts a cell with a tab', async () => {
    const heldClass = await campus.holdClass(1);
    await campus.database.query('UPDATE people SET name = $2 WHERE id = $1', [
      heldClass.members[0]!.user.id,
      '\t=1+1',
    ]);
    await heldClass.mark();
    expect((await exportFor(heldClass.teacher)).rows()[0]).toMatchObject({ Student: "'\t'=1+1" });
  });

  it('contains only a student’s own marks, under another file name', async () => {
    const { members, mark } = await campus.holdClass(3);
    for (const member of members) await mark(member);
    const { response, rows } = await exportFor(members[1]!.user);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="my-attendance-report.csv"',
    );
    expect(rows()).toEqual([
      {
        Date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        Time: expect.stringMatching(/^\d\d:\d\d$/),
        Course: 'Algorithms (CS201)',
        Status: 'PRESENT',
      },
    ]);
  });

  it('contains every selected mark of each student, and none of another teacher', async () => {
    const [largeClass, otherClass] = [await campus.holdClass(1), await campus.holdClass(1)];
    await otherClass.mark();
    await writeMarks(largeClass, 1_300, '2026-09-14T12:00:00Z');
    const { rows } = await exportFor(largeClass.teacher);
    expect(rows().map(({ Student }) => Student)).toEqual(
      Array.from({ length: 1_300 }, (_mark, index) => `Student ${index}`),
    );
    expect((await exportFor(largeClass.teacher, `?courseId=${otherClass.course.id}`)).rows()).toEqual([]);
    const { startTime } = largeClass.session;
    const at = (minutes: number) =>
      encodeURIComponent(new Date(Date.parse(startTime) + minutes * 60_000).toISOString());
    for (const [from, to, length] of [
      [0, 0, 1_300],
      [1, 2, 0],
      [-2, -1, 0],
    ] as const)
      expect((await exportFor(largeClass.teacher, `?from=${at(from)}&to=${at(to)}`)).rows()).toHaveLength(
        length,
      );
  });

  it('is ordered by session, newest first', async () => {
    const heldClass = await campus.holdClass(1);
    const starts = [ago(60), ago(30), ago(90)];
    for (const startTime of starts) {
      // The export contains no record from before the campus day on which the student joined.
      const date = ago(-2 * 24 * 60).slice(0, 10);
      const session = { ...heldClass.session, id: objectId(), startTime, date };
      await campus.publishSession({ ...session, active: false, endedAt: ago(1) });
    }
    await eventually(async () =>
      expect(
        (await exportFor(heldClass.teacher, '', '/api/attendance/export/all-columns')).rows(),
      ).toHaveLength(3),
    );
    const { rows } = await exportFor(
      heldClass.teacher,
      '?timeZone=UTC',
      '/api/attendance/export/all-columns',
    );
    expect(rows().map((row) => row['Session Start'])).toEqual(
      starts
        .toSorted()
        .toReversed()
        .map((start) => start.slice(11, 16)),
    );
  });

  it('contains one header and one line per mark, byte for byte, regardless of the batch size', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, 1_201, '2026-09-14T12:00:00Z');
    const names = ['=A1, "B"', 'a\nb', 'c\rd', ''];
    for (const [index, name] of names.entries())
      await campus.database.query(
        `UPDATE people SET name = $3 WHERE email = $2
            AND id IN (SELECT student_id FROM scans WHERE session_id = $1)`,
        [heldClass.session.id, `${index}@campus.example`, name],
      );
    const written = [`"'=A1, ""B"""`, '"a\nb"', '"c\rd"', ''];
    const lines = Array.from({ length: 1_201 }, (_mark, index) => {
      const at = new Date(Date.parse('2026-09-14T12:00:00Z') - index * 60_000).toISOString();
      const name = written[index] ?? `"Student ${index}"`;
      return `"${heldClass.session.date}","${at.slice(11, 16)}","Algorithms (CS201)",${name},"${index}@campus.example","PRESENT"\n`;
    });
    const { bytes } = await exportFor(heldClass.teacher, '?timeZone=UTC');
    expect(bytes.toString()).toBe(
      `\uFEFF${quotedLine(['Date', 'Time', 'Course', 'Student', 'Email', 'Status'])}\n${lines.join('')}`,
    );
  });

  it('equals the output of a CSV library for random cells, in both reports', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, NASTY.length ** 2, '2026-09-14T12:00:00Z');
    const people = NASTY.flatMap((name, row) =>
      NASTY.map((other, column) => ({ email: `${row * NASTY.length + column}@campus.example`, name, other })),
    );
    await campus.database.query(
      `UPDATE people SET name = given.name, email = given.other, usn = given.other,
                         reg_no = CASE WHEN given.name <> '' THEN given.name END
         FROM jsonb_to_recordset($2) AS given (email text, name text, other text)
        WHERE people.email = given.email AND id IN (SELECT student_id FROM scans WHERE session_id = $1)`,
      [heldClass.session.id, JSON.stringify(people)],
    );
    const [title, code] = ['=Algo, "rhythms"\n', '-CS\\201'];
    await campus.database.query('UPDATE courses SET name = $2, code = $3 WHERE id = $1', [
      heldClass.course.id,
      title,
      code,
    ]);
    const { rows: sessions } = await campus.database.query<{ start: Date }>(
      'SELECT start_time AS start FROM sessions WHERE id = $1',
      [heldClass.session.id],
    );
    const rows = people.map(({ name, other }, index) => {
      const at = new Date(Date.parse('2026-09-14T12:00:00Z') - index * 60_000).toISOString();
      const specified = [
        heldClass.session.date,
        at.slice(11, 16),
        `${title} (${code})`,
        name,
        other,
        'PRESENT',
      ];
      const start = sessions[0]!.start.toISOString().slice(11, 16);
      return [...specified, name, other, code, heldClass.session.date, start, '', '', ''];
    });
    const defused = (cells: string[]) => cells.map(defuseFormulas);
    const written = (cells: string[][]) => stringify(cells.map(defused), { quoted: true });
    const textOf = async (path?: string) =>
      (await exportFor(heldClass.teacher, '?timeZone=UTC', path)).bytes.toString().replace(/^.*\n/, '');
    expect(await textOf()).toBe(written(rows.map((row) => row.slice(0, 6))));
    expect(await textOf('/api/attendance/export/all-columns')).toBe(written(rows));
  });

  it('leaves the cells of an unknown student or course empty', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, 1, '2026-09-14T12:00:00Z');
    const { rows: scans } = await campus.database.query<{ student_id: string }>(
      'SELECT student_id FROM scans WHERE session_id = $1',
      [heldClass.session.id],
    );
    const student = { ...person('STUDENT'), id: scans[0]?.student_id ?? '' };
    await campus.database.query('DELETE FROM people WHERE id = $1', [student.id]);
    const lineFor = async (user: TestUser) =>
      (await exportFor(user, '?timeZone=UTC')).bytes.toString().split('\n')[1];
    expect(await lineFor(heldClass.teacher)).toBe(
      `"${heldClass.session.date}","12:00","Algorithms (CS201)",,,"PRESENT"`,
    );
    await campus.database.query('DELETE FROM courses WHERE id = $1', [heldClass.course.id]);
    expect(await lineFor(student)).toBe(`"${heldClass.session.date}","12:00",,"PRESENT"`);
  });

  it('contains only the header if there are no records', async () => {
    const { bytes } = await exportFor(person('STUDENT'));
    expect(bytes.toString()).toBe(`\uFEFF${quotedLine(['Date', 'Time', 'Course', 'Status'])}\n`);
  });

  it('contains times in the requested zone, or else the campus’s, beside the day of the class', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, 1, '2026-09-14T23:30:00Z');
    const clock = async (query: string) => {
      const [{ Date, Time } = {}] = (await exportFor(heldClass.teacher, query)).rows();
      return `${Date} ${Time}`;
    };
    const { date } = heldClass.session;
    expect(await clock('')).toBe(`${date} 05:00`);
    expect(await clock('?timeZone=America/New_York')).toBe(`${date} 19:30`);
    expect(await clock('?timeZone=UTC')).toBe(`${date} 23:30`);
  });

  const NEWEST = '2026-11-02T00:00:00Z';
  // The marks are about two days apart and cover two years.
  const [MARKS_OF_YEARS, MINUTES_APART] = [400, 2_639];
  const holdLongYears = async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, MARKS_OF_YEARS, NEWEST, MINUTES_APART);
    return heldClass;
  };
  let longYears: ReturnType<typeof holdLongYears> | undefined;
  it.each([
    'Europe/Vienna',
    'America/St_Johns',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'CET',
    'pst8pdt',
    'Etc/GMT+5',
  ])('converts times correctly in %s, under any name that the database uses', async (zone) => {
    longYears ??= holdLongYears();
    const heldClass = await longYears;
    const moments = Array.from({ length: MARKS_OF_YEARS }, (_mark, index) =>
      Temporal.Instant.from(NEWEST)
        .subtract({ minutes: index * MINUTES_APART })
        .toZonedDateTimeISO(zone),
    );
    const { rows } = await exportFor(heldClass.teacher, `?timeZone=${encodeURIComponent(zone)}`);
    expect(rows().map(({ Time }) => Time)).toEqual(moments.map((moment) => minuteOf(moment).slice(-5)));
  });

  it.each(['Mars/Olympus', '', '%2B05:30', 'IST', 'x'.repeat(65)])('rejects the zone "%s"', async (zone) => {
    expect(
      await campus.ask(person('TEACHER'), 'GET', `/api/attendance/export?timeZone=${zone}`),
    ).toMatchObject({ status: 400, body: { details: { fields: { timeZone: expect.any(String) } } } });
  });

  it('releases its connection if the client disconnects before the first line', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, 3, '2026-09-14T12:00:00Z');
    const waiting = async () => {
      const { rows } = await campus.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND datname = current_database() AND application_name = 'attendance reports'`,
      );
      return rows[0]?.count ?? 0;
    };
    for (let round = 0; round < 6; round++) {
      const blocker = await campus.database.connect();
      const stop = new AbortController();
      try {
        await blocker.query('BEGIN; LOCK TABLE records, scans IN ACCESS EXCLUSIVE MODE');
        const response = fetch(`${campus.services.urls.attendance}/api/attendance/export`, {
          headers: { authorization: `Bearer ${campus.services.tokenFor(heldClass.teacher)}` },
          signal: stop.signal,
        }).catch((error: Error) => error.name);
        await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
        stop.abort();
        expect(await response).toBe('AbortError');
      } finally {
        await blocker.query('ROLLBACK');
        blocker.release();
      }
    }
    expect((await exportFor(heldClass.teacher)).rows()).toHaveLength(3);
  });
});

it('an export returns an error if the database fails before anything has been sent', async () => {
  await campus.database.query('ALTER TABLE presence_checks RENAME TO elsewhere');
  const response = await campus
    .call(person('TEACHER'), 'GET', '/api/attendance/export/all-columns')
    .finally(() => campus.database.query('ALTER TABLE elsewhere RENAME TO presence_checks'));
  expect(response.status).toBe(500);
  expect((await exportFor(person('TEACHER'))).response.status).toBe(200);
});

describe('the export with all columns', () => {
  const ALL = '/api/attendance/export/all-columns';
  const COLUMNS = [
    'Date',
    'Time',
    'Course',
    'Student',
    'Email',
    'Status',
    'Registration Number',
    'USN',
    'Course Code',
    'Session Date',
    'Session Start',
    'Session End',
    'Presence Check',
    'Corrected At',
  ];
  const exportAll = (user: TestUser, query = '') => exportFor(user, query, ALL);
  const giveNumbers = (id: string, usn: string | null, regNo: string | null) =>
    campus.database.query('UPDATE people SET usn = $2, reg_no = $3 WHERE id = $1', [id, usn, regNo]);

  it('contains student numbers and the session in addition to the specified columns', async () => {
    const heldClass = await campus.holdClass(3);
    const [ada, grace, nobody] = heldClass.members as [ClassMember, ClassMember, ClassMember];
    await giveNumbers(ada.user.id, '1QR21CS001', 'REG-0001');
    // Grace's numbers are empty in the auth service, and the attendance service has not yet fetched the other student's
    // numbers.
    await giveNumbers(grace.user.id, '', '');
    await giveNumbers(nobody.user.id, null, null);
    for (const member of heldClass.members) await heldClass.mark(member);
    const { response, bytes, rows } = await exportAll(heldClass.teacher);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="attendance-report-all-columns.csv"',
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const byEmail = new Map(rows().map((row) => [row.Email, row]));
    const all = heldClass.members.map(({ user }) => byEmail.get(`${user.id}@campus.example`)!);
    expect(all.map((row) => Object.keys(row))).toEqual([COLUMNS, COLUMNS, COLUMNS]);
    expect(all[0]).toMatchObject({
      'Registration Number': 'REG-0001',
      USN: '1QR21CS001',
      'Course Code': 'CS201',
      'Session Date': heldClass.session.date,
      'Session Start': expect.stringMatching(/^\d\d:\d\d$/),
    });
    for (const row of all.slice(1)) expect(row).toMatchObject({ 'Registration Number': '', USN: '' });

    const { rows: specified, bytes: csv } = await exportFor(heldClass.teacher);
    expect(csv.toString()).not.toMatch(/1QR21CS001|REG-0001/);
    const asSpecified = all.map((row) =>
      Object.fromEntries(COLUMNS.slice(0, 6).map((name) => [name, row[name]])),
    );
    expect(asSpecified).toEqual(expect.arrayContaining(specified()));
  });

  it('dates records by their class, whenever they were scanned or set, and contains the moment of a correction', async () => {
    const [startTime, endedAt] = [ago(26 * 60), ago(25 * 60)];
    const date = startTime.slice(0, 10);
    const past = { startTime, endTime: endedAt, date, active: false, endedAt };
    const heldClass = await campus.holdClass(['Ada', 'Grace'], past);
    const [ada, grace] = heldClass.members as [ClassMember, ClassMember];
    const scannedAt = ago(10);
    await campus.database.query(
      'INSERT INTO scans (session_id, student_id, scanned_at) VALUES ($1, $2, $3)',
      [heldClass.session.id, ada.user.id, scannedAt],
    );
    const set = async (status: string, { user }: ClassMember) => {
      const body = { sessionId: heldClass.session.id, status, students: [{ studentId: user.id }] };
      expect((await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body)).status).toBe(
        200,
      );
    };
    await set('PRESENT', grace);
    const today = new Date().toISOString().slice(0, 10);
    const byStudent = async (path?: string) =>
      new Map(
        (await exportFor(heldClass.teacher, '?timeZone=UTC', path)).rows().map((row) => [row.Student, row]),
      );
    const specified = await byStudent();
    expect(specified.get('Ada')).toMatchObject({ Date: date, Time: scannedAt.slice(11, 16) });
    expect(specified.get('Grace')).toMatchObject({ Date: date, Time: '', Status: 'PRESENT' });
    const all = await byStudent(ALL);
    expect(all.get('Grace')).toMatchObject({ 'Corrected At': expect.stringContaining(today), Time: '' });
    expect(all.get('Ada')).toMatchObject({ 'Corrected At': '' });
    const path = `/api/attendance?sessionId=${heldClass.session.id}`;
    const listed = (await campus.ask(heldClass.teacher, 'GET', path)).body as AttendanceRecord[];
    const records = new Map(listed.map((record) => [record.student.name, record]));
    expect(records.get('Ada')).toMatchObject({ scannedAt });
    expect(records.get('Ada')).not.toHaveProperty('correctedAt');
    expect(records.get('Grace')).toMatchObject({ correctedAt: expect.stringContaining(today) });
    expect(records.get('Grace')).not.toHaveProperty('scannedAt');
  });

  it('escapes formulas in every column', async () => {
    const heldClass = await campus.holdClass(['=cmd()']);
    await giveNumbers(heldClass.members[0]!.user.id, '=1+1', '@SUM(A1)');
    await campus.database.query('UPDATE courses SET code = $2 WHERE id = $1', [heldClass.course.id, '+49']);
    await heldClass.mark();
    expect((await exportAll(heldClass.teacher)).rows()[0]).toMatchObject({
      Student: "'=cmd()",
      'Registration Number': "'@SUM(A1)",
      USN: "'=1+1",
      'Course Code': "'+49",
    });
  });

  it('contains times in the requested zone, and none for an absence', async () => {
    const heldClass = await campus.holdClass(2);
    await writeMarks(heldClass, 2, '2026-09-14T23:30:00Z');
    await campus.database.query(
      `UPDATE sessions SET session_date = '2026-09-14', start_time = '2026-09-14T23:00:00Z', end_time = '2026-09-15T00:30:00Z'
        WHERE id = $1`,
      [heldClass.session.id],
    );
    await campus.database.query(
      `INSERT INTO decisions (session_id, student_id, status, marked_at, decided_at, decided_by, version)
       SELECT session_id, student_id, 'ABSENT', now(), now(), $2, 1 FROM scans
        WHERE session_id = $1 AND scanned_at = '2026-09-14T23:29:00Z'`,
      [heldClass.session.id, heldClass.teacher.id],
    );
    const given = async (query: string) =>
      (await exportAll(heldClass.teacher, query))
        .rows()
        .map((row) => [row['Status'], row['Date'], row['Time'], row['Session Start'], row['Session End']]);
    expect(await given('?timeZone=UTC')).toEqual([
      ['PRESENT', '2026-09-14', '23:30', '23:00', '00:30'],
      ['ABSENT', '2026-09-14', '', '23:00', '00:30'],
    ]);
    expect(await given('')).toEqual([
      ['PRESENT', '2026-09-14', '05:00', '04:30', '06:00'],
      ['ABSENT', '2026-09-14', '', '04:30', '06:00'],
    ]);
    expect((await exportAll(heldClass.teacher, '?timeZone=Mars/Olympus')).response.status).toBe(400);
  });

  it('contains the same selection as the specified export, and nothing of another teacher', async () => {
    const [largeClass, otherClass] = [await campus.holdClass(1), await campus.holdClass(1)];
    await otherClass.mark();
    await writeMarks(largeClass, 1_300, '2026-09-14T12:00:00Z');
    const { rows } = await exportAll(largeClass.teacher);
    expect(rows().map(({ Student }) => Student)).toEqual(
      Array.from({ length: 1_300 }, (_mark, index) => `Student ${index}`),
    );
    expect((await exportAll(largeClass.teacher, `?courseId=${otherClass.course.id}`)).rows()).toEqual([]);
    expect((await exportAll(largeClass.teacher, `?sessionId=${otherClass.session.id}`)).rows()).toEqual([]);
    expect((await exportAll(largeClass.teacher, '?status=PRESENT')).rows()).toHaveLength(1_300);
    expect((await exportAll(largeClass.teacher, '?status=LATE')).rows()).toEqual([]);
  });

  it('is accessible only to teachers', async () => {
    const heldClass = await campus.holdClass(1);
    await heldClass.mark();
    expect((await exportAll(heldClass.members[0]!.user)).response.status).toBe(403);
    expect((await exportAll(person('ADMIN'))).response.status).toBe(403);
    expect((await fetch(`${campus.services.urls.attendance}${ALL}`)).status).toBe(401);
  });

  it('contains only the header if there are no records', async () => {
    const { bytes } = await exportAll(person('TEACHER'));
    expect(bytes.toString()).toBe(`\uFEFF${quotedLine(COLUMNS)}\n`);
  });
});

describe('an institution with custom names for student numbers', () => {
  it('sees these names as headers, in addition to the specified columns', async () => {
    const INSTITUTION = JSON.stringify({ words: { en: { usn: 'Student ID' }, de: { regNo: 'Kennzahl' } } });
    const own = await startCampus({ env: { attendance: { INSTITUTION } } });
    try {
      const headerOf = async (path: string) =>
        (await (await own.call(person('TEACHER'), 'GET', path)).text()).split('\n')[0];
      expect(await headerOf('/api/attendance/export/all-columns')).toContain(
        quotedLine(['Email', 'Status', 'Registration Number', 'Student ID', 'Course Code']),
      );
      expect(await headerOf('/api/attendance/export')).toContain(
        quotedLine(['Date', 'Time', 'Course', 'Student', 'Email', 'Status']),
      );
    } finally {
      await own.stop();
    }
  });
});

describe('the file of one student', () => {
  it('contains that student’s records in the teacher’s course, and no others', async () => {
    const heldClass = await campus.holdClass(['Ada', 'Grace']);
    const other = await campus.holdClass(1);
    for (const member of heldClass.members) await heldClass.mark(member);
    const student = heldClass.members[1]!.user.id;
    const query = `?courseId=${heldClass.course.id}&studentId=${student}`;
    const path = '/api/attendance/export/all-columns';
    const { rows } = await exportFor(heldClass.teacher, query, path);
    expect(rows()).toMatchObject([
      { Student: 'Grace', Status: 'PRESENT', 'Session Date': heldClass.session.date },
    ]);
    expect((await exportFor(other.teacher, query, path)).rows()).toEqual([]);
    expect((await exportFor(heldClass.teacher, '?studentId=nobody', path)).response.status).toBe(400);
  });
});

describe('the file of a course', () => {
  const pathOf = ({ course }: HeldClass) => `/api/analytics/courses/${course.id}/grid/export`;

  it('contains a line per student and a column per session', async () => {
    const heldClass = await campus.holdClass(['=1+1', 'Grace'], {
      startTime: ago(50),
      date: campusDay(new Date(ago(50)), 'Asia/Kolkata'),
      active: false,
      endTime: ago(30),
      endedAt: ago(30),
    });
    await campus.database.query(
      `INSERT INTO scans (session_id, student_id, scanned_at) VALUES ($1, $2, now() - interval '49 minutes')`,
      [heldClass.session.id, heldClass.members[1]!.user.id],
    );
    await campus.database.query(
      `INSERT INTO recounts (course_id, session_id, student_id) VALUES ($1, $2, $3)`,
      [heldClass.course.id, heldClass.session.id, heldClass.members[1]!.user.id],
    );
    const columnOf = (zone: string) =>
      minuteOf(Temporal.Instant.from(heldClass.session.startTime).toZonedDateTimeISO(zone));
    const { response, bytes, rows } = await exportFor(heldClass.teacher, '', pathOf(heldClass));
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="course-attendance.csv"');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(rows()).toMatchObject([
      { Student: "'=1+1", Present: '0', 'Attendance %': '0.0', [columnOf('Asia/Kolkata')]: 'ABSENT' },
      { Student: 'Grace', Present: '1', 'Attendance %': '100.0', [columnOf('Asia/Kolkata')]: 'PRESENT' },
    ]);
    const utc = await exportFor(heldClass.teacher, '?timeZone=UTC', pathOf(heldClass));
    expect(Object.keys(utc.rows()[0] ?? {})).toContain(columnOf('UTC'));
  });

  it('is accessible to the course’s teacher only, and requires a known time zone', async () => {
    const heldClass = await campus.holdClass(1);
    expect((await exportFor(person('TEACHER'), '', pathOf(heldClass))).response.status).toBe(404);
    expect((await exportFor(heldClass.members[0]!.user, '', pathOf(heldClass))).response.status).toBe(403);
    expect((await exportFor(heldClass.teacher, '?timeZone=Mars', pathOf(heldClass))).response.status).toBe(
      400,
    );
    expect((await exportFor(heldClass.teacher, '', pathOf(heldClass))).rows()).toHaveLength(1);
  });
});
