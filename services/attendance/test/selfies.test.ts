import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, SELFIE_LIMITS, type AttendanceRecord } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import sharp from 'sharp';
import { person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
import { drawAreas } from './draw-areas.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus({ env: { attendance: { SELFIE_RETENTION_DAYS: '2' } } });
});
afterAll(() => campus.stop());

const preferences = { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true };
const careful = (students = 1) => campus.holdClass(students, {}, { preferences });

/** No two pictures are equal, as with photos of a camera. */
const picture = (width: number = SELFIE_LIMITS.width, height: number = SELFIE_LIMITS.height) => {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  return sharp({ create: { width, height, channels: 3, background } });
};
const jpeg = (width?: number, height?: number) => picture(width, height).jpeg().toBuffer();
const dataUrl = (bytes: Buffer) => SELFIE_LIMITS.dataUrlPrefix + bytes.toString('base64');
const countSelfies = async () =>
  (await campus.database.query<{ count: number }>('SELECT count(*)::int FROM selfies')).rows[0]?.count;

describe('a required selfie', () => {
  it('is stored with the mark and shown only to the course’s teacher', async () => {
    const { teacher, members, mark, roster } = await careful();
    const answer = await mark(undefined, { selfieImage: dataUrl(await jpeg()) });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).not.toHaveProperty('hasSelfie');
    const [record] = (await roster()) as [AttendanceRecord];
    expect(record.hasSelfie).toBe(true);

    const path = `/api/attendance/${record._id}/selfie`;
    const response = await campus.call(teacher, 'GET', path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(shown).toMatchObject({ format: 'jpeg', width: 320, height: 240 });

    expect(await campus.ask(person('TEACHER'), 'GET', path)).toMatchObject({ status: 404 });
    expect(await campus.ask(members[0]!.user, 'GET', path)).toMatchObject({ status: 403 });
    const own = (await campus.ask(members[0]!.user, 'GET', '/api/attendance')).body as AttendanceRecord[];
    expect(own).toHaveLength(1);
    expect(own[0]).not.toHaveProperty('hasSelfie');
  });

  it('is requested from the student', async () => {
    const { mark, roster } = await careful();
    // The preference may have changed a moment ago, and its owner is unavailable.
    expect(await mark()).toMatchObject({ status: 503 });
    expect(await roster()).toEqual([]);
  });

  it('is re-encoded at a smaller size and without its location', async () => {
    const { teacher, mark } = await careful();
    const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } };
    const large = await picture(1600, 1200)
      .withExif({ IFD0: { Model: 'Phone' }, ...place })
      .jpeg()
      .toBuffer();
    expect((await sharp(large).metadata()).exif).toBeDefined();
    const { body } = await mark(undefined, { selfieImage: dataUrl(large) });
    const id = (body as AttendanceRecord)._id;
    const response = await campus.call(teacher, 'GET', `/api/attendance/${id}/selfie`);
    const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(shown).toMatchObject({ width: 640, height: 480 });
    expect(shown.exif).toBeUndefined();
  });

  it('must be a JPEG of a reasonable size', async () => {
    const { mark, roster } = await careful();
    const good = await jpeg();
    const before = await countSelfies();
    for (const selfieImage of [
      'hello',
      good.toString('base64'),
      SELFIE_LIMITS.dataUrlPrefix,
      `${SELFIE_LIMITS.dataUrlPrefix}!!!!`,
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      dataUrl(await picture().png().toBuffer()),
      dataUrl(good.subarray(0, good.length / 2)),
      dataUrl(Buffer.concat([good.subarray(0, 200), Buffer.alloc(400)])),
      dataUrl(await jpeg(4000, 2000)),
      dataUrl(Buffer.concat([good, Buffer.alloc(SELFIE_LIMITS.maxBytes)])),
    ])
      expect(await mark(undefined, { selfieImage })).toMatchObject({
        status: 400,
        body: {
          error: 'The selfie must be a JPEG picture of at most 100 KB.',
          code: 'selfie_invalid',
          details: { fields: { selfieImage: expect.any(String) } },
        },
      });
    expect(await mark(undefined, { selfieImage: 'x'.repeat(200_001) })).toMatchObject({ status: 400 });
    expect(await roster()).toEqual([]);
    expect(await countSelfies()).toBe(before);
  });

  it('is not required again if the phone repeats the request', async () => {
    const { mark } = await careful();
    const first = await mark(undefined, { selfieImage: dataUrl(await jpeg()) });
    expect((await mark(undefined, { selfieImage: 'hello' })).body).toEqual(first.body);
  });

  it('is accepted only once, whoever sends it and whatever metadata its file contains', async () => {
    const [before, heldClass] = [await careful(2), await careful()];
    const taken = await jpeg();
    expect(await before.mark(undefined, { selfieImage: dataUrl(taken) })).toMatchObject({ status: 201 });
    const commented = Buffer.concat([
      taken.subarray(0, 2),
      Buffer.from('fffe0004abcd', 'hex'),
      taken.subarray(2),
    ]);
    for (const again of [taken, commented])
      for (const [{ mark, members }, index] of [
        [heldClass, 0],
        [before, 1],
      ] as const)
        expect(await mark(members[index], { selfieImage: dataUrl(again) })).toMatchObject({
          status: 409,
          body: { code: 'selfie_reused', error: 'This selfie was already used. Take a new one.' },
        });
    expect(await before.roster()).toHaveLength(1);
    expect(await heldClass.mark(undefined, { selfieImage: dataUrl(await jpeg()) })).toMatchObject({
      status: 201,
    });
  });

  it('is deleted after its retention, and the mark remains', async () => {
    const { teacher, mark, roster } = await careful();
    const { body } = await mark(undefined, { selfieImage: dataUrl(await jpeg()) });
    const id = (body as AttendanceRecord)._id;
    await campus.database.query(
      `UPDATE selfies SET taken_at = taken_at - interval '49 hours' WHERE session_id = $1`,
      [id.slice(0, 24)],
    );
    const others = ((await countSelfies()) ?? 0) - 1;
    await campus.services.restart('attendance');
    await eventually(async () => expect(await countSelfies()).toBe(others));
    await eventually(async () => expect((await roster())[0]).toMatchObject({ _id: id, hasSelfie: false }));
    expect(await campus.ask(teacher, 'GET', `/api/attendance/${id}/selfie`)).toMatchObject({ status: 404 });
  });
});

describe('a selfie of two pictures', () => {
  const saveAgain = (picture: Buffer) => sharp(picture).jpeg({ quality: 80 }).toBuffer();
  const both = async () => [await drawAreas(), await drawAreas()] as const;
  const bodyOf = ([first, second]: readonly [Buffer, Buffer?]) => ({
    selfieImage: dataUrl(first),
    ...(second && { selfieAfterPrompt: dataUrl(second) }),
  });
  const flagsOf = async ({ roster }: HeldClass, member: Member): Promise<string[]> => {
    const record = (await roster()).find(({ student }) => student._id === member.user.id);
    return record?.flags?.map(({ reason }) => reason) ?? [];
  };
  const promptOf = (heldClass: HeldClass, member: Member, ticket = heldClass.scanAgain(member)) =>
    campus.ask(member.user, 'POST', '/api/attendance/selfie-prompt', { ticket });

  it('is shown to the teacher with the prompt of the second, which the server chose', async () => {
    const heldClass = await careful(2);
    const [grace, alan] = heldClass.members as [Member, Member];
    const prompt = await promptOf(heldClass, grace);
    expect(prompt).toEqual({ status: 200, body: { prompt: expect.stringMatching(/^(turn|look)_/) } });
    // Scanning again does not change the prompt.
    expect((await promptOf(heldClass, grace)).body).toEqual(prompt.body);
    const pictures = await both();
    expect(await heldClass.mark(grace, bodyOf(pictures))).toMatchObject({ status: 201 });
    const [record] = (await heldClass.roster()) as [AttendanceRecord];
    expect(record).toMatchObject({ flags: [], selfiePrompt: prompt.body['prompt'] });
    const shown = await Promise.all(
      ['', '?picture=1', '?picture=2'].map(async (query) =>
        Buffer.from(
          await (
            await campus.call(heldClass.teacher, 'GET', `/api/attendance/${record._id}/selfie${query}`)
          ).arrayBuffer(),
        ),
      ),
    );
    expect(shown[0]).toEqual(shown[1]);
    expect(shown[2]).not.toEqual(shown[1]);
    const second = `/api/attendance/${record._id}/selfie?picture=2`;
    expect(await campus.ask(person('TEACHER'), 'GET', second)).toMatchObject({ status: 404 });
    expect(await campus.ask(alan.user, 'GET', second)).toMatchObject({ status: 403 });
    expect(await campus.ask(heldClass.teacher, 'GET', second.replace('=2', '=3'))).toMatchObject({
      status: 400,
    });
    expect(await promptOf(heldClass, grace, heldClass.ticketOf(alan))).toMatchObject({ status: 403 });
    expect(await promptOf(heldClass, grace, 'nonsense')).toMatchObject({ status: 403 });
  });

  it('is accepted and flagged for the teacher if a picture is missing', async () => {
    const heldClass = await careful();
    expect(await heldClass.mark(undefined, bodyOf([await drawAreas()]))).toMatchObject({ status: 201 });
    expect(await flagsOf(heldClass, heldClass.members[0]!)).toEqual(['selfie_one_picture']);
    expect((await heldClass.roster())[0]).not.toHaveProperty('selfiePrompt');
  });

  it('must contain two pictures', async () => {
    const heldClass = await careful();
    const body = { ...bodyOf([await drawAreas()]), selfieAfterPrompt: 'hello' };
    expect(await heldClass.mark(undefined, body)).toMatchObject({
      status: 400,
      body: { code: 'selfie_invalid', details: { fields: { selfieAfterPrompt: expect.any(String) } } },
    });
    expect(await heldClass.roster()).toEqual([]);
  });

  it('is accepted and flagged if it nearly equals an earlier selfie of the student or session', async () => {
    const [before, heldClass] = [await careful(2), await careful()];
    const [own, neighbor] = before.members as [Member, Member];
    const pictures = await both();
    await before.mark(own, bodyOf(pictures));
    expect(await flagsOf(before, own)).toEqual([]);
    const changed = await Promise.all(pictures.map(saveAgain));
    expect(await before.mark(neighbor, bodyOf([changed[0]!, changed[1]!]))).toMatchObject({ status: 201 });
    expect(await flagsOf(before, neighbor)).toEqual(['selfie_near_duplicate']);

    // In another class, the student sends the picture that the neighbor sent in the first class.
    const again = { ...heldClass.members[0]!, user: own.user };
    await campus.enroll(
      heldClass.course.id,
      own.user,
      campus.securityOf(own.user.id, own.device, { preferences }),
    );
    await eventually(async () =>
      expect(
        await heldClass.mark({ ...again, device: own.device }, bodyOf([await drawAreas(), changed[0]!])),
      ).toMatchObject({ status: 201 }),
    );
    expect(await flagsOf(heldClass, again)).toEqual(['selfie_near_duplicate']);
  });

  it('is accepted and flagged if its pictures are equal or blank', async () => {
    const heldClass = await careful(2);
    const [grace, alan] = heldClass.members as [Member, Member];
    const picture = await drawAreas();
    const saved = await saveAgain(picture);
    expect(await heldClass.mark(grace, bodyOf([picture, saved]))).toMatchObject({ status: 201 });
    expect(await flagsOf(heldClass, grace)).toEqual(['selfie_near_duplicate']);
    expect(await heldClass.mark(alan, bodyOf([await drawAreas(), await jpeg()]))).toMatchObject({
      status: 201,
    });
    expect(await flagsOf(heldClass, alan)).toEqual(['selfie_blank']);
  });

  it('is deleted with everything derived from it after its retention', async () => {
    const heldClass = await careful();
    const { body } = await heldClass.mark(undefined, bodyOf(await both()));
    const { rows } = await campus.database.query<Record<string, unknown>>(
      'SELECT * FROM selfies WHERE session_id = $1',
      [(body as AttendanceRecord).session._id],
    );
    expect(Object.values(rows[0] ?? {}).every((value) => value !== null)).toBe(true);
    const { rows: elsewhere } = await campus.database.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns WHERE column_name ~ 'phash' AND table_schema = 'public'`,
    );
    expect(new Set(elsewhere.map(({ table_name }) => table_name))).toEqual(new Set(['selfies']));
  });
});

it('a selfie that was not requested is never stored', async () => {
  const before = await countSelfies();
  const { mark, roster } = await campus.holdClass(1);
  expect(await mark(undefined, { selfieImage: dataUrl(await jpeg()) })).toMatchObject({ status: 201 });
  expect(await roster()).toMatchObject([{ hasSelfie: false }]);
  expect(await countSelfies()).toBe(before);
});
