import { randomUUID } from 'node:crypto';
import { PIN } from '../support/campus.ts';
import { expect, expectToFit, signInAs, test, watchConsole } from '../support/test.ts';

const unique = () => randomUUID().slice(0, 8);
const names: [string, () => string][] = [
  ['emoji', () => `👩🏽‍🏫🎓 ${unique()} 🏳️‍🌈`],
  ['right-to-left text', () => `عبد الرحمن ${unique()} بن خلدون`],
  ['200 characters', () => unique() + 'W'.repeat(192)],
  ['a script', () => `<script>window.hacked=1</script>${unique()}`],
  ['a formula', () => `=cmd()|'/c calc'!A0 ${unique()}`],
];

for (const [kind, make] of names)
  test(`A name with ${kind} is shown as typed everywhere and breaks nothing`, async ({
    page,
    campus,
    context,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const [teacherName, studentName, courseName] = [make(), make(), make()];
    const short = make().slice(0, 30);
    const teacher = await campus.teacher(teacherName);
    const student = await campus.student(studentName);
    const course = await campus.call<{ _id: string }>('POST', '/api/courses', teacher.token, {
      name: courseName,
      code: short,
      section: short,
      semester: 1,
    });
    const complaints = watchConsole(page);
    const shows = async (path: string, ...texts: string[]) => {
      await page.goto(path);
      for (const text of texts)
        await expect(page.getByText(text).first(), `${path} shows ${text}`).toBeVisible();
      await expectToFit(page, path);
    };

    await signInAs(page, student);
    await shows('/', studentName);
    await page.goto('/student/enroll');
    const search = page.getByRole('searchbox');
    await expect(search.or(page.getByText(courseName)).first()).toBeVisible();
    if (await search.isVisible()) await search.fill(/[0-9a-f]{8}/.exec(courseName)?.[0] ?? '');
    for (const text of [courseName, teacherName]) await expect(page.getByText(text).first()).toBeVisible();
    await expectToFit(page, '/student/enroll');
    await campus.call('POST', `/api/courses/${course._id}/enroll`, student.token);
    await campus.call('POST', '/api/auth/set-pin', student.token, { pin: PIN });
    const { deviceId, publicKey } = student.device;
    const device = { deviceId, deviceName: make().slice(0, 50), publicKey };
    await campus.call('POST', '/api/auth/register-device', student.token, device);
    await shows('/student/security', device.deviceName.trim());
    const session = await campus.call<{ _id: string; qrCode: string }>(
      'POST',
      '/api/sessions',
      teacher.token,
      {
        courseId: course._id,
        date: new Date().toISOString().slice(0, 10),
        startTime: new Date(Date.now() - 60_000).toISOString(),
        refreshInterval: 300,
      },
    );
    await shows(`/attendance/${session.qrCode}`, courseName, teacherName);
    const { ticket } = await campus.scan(student, session.qrCode);
    await campus.mark(student, { ticket, pin: PIN });
    for (const path of ['/student', '/student/history', '/student/reports']) await shows(path, courseName);

    await context.clearCookies();
    await signInAs(page, teacher);
    await shows('/', teacherName);
    await shows('/teacher/courses', courseName);
    await shows('/teacher', studentName);
    for (const path of [`/teacher/courses/${course._id}`, `/teacher/sessions/${session._id}`])
      await shows(path, courseName, studentName);
    await shows('/teacher/reports', studentName);
    await shows(`/teacher/sessions/${session._id}/projector`, courseName);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });
