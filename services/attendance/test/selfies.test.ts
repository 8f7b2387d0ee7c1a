import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, SELFIE, type AttendanceRecord } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import sharp from 'sharp';
import { person, startCampus, type Campus } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus({ env: { attendance: { SELFIE_RETENTION_DAYS: '2' } } });
});
afterAll(() => campus.stop());

const preferences = { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true };
const careful = (students = 1) => campus.holdClass(students, {}, { preferences });

/** No two are equal, like those of a camera. */
const picture = (width: number = SELFIE.width, height: number = SELFIE.height) => {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  return sharp({ create: { width, height, channels: 3, background } });
};
const jpeg = (width?: number, height?: number) => picture(width, height).jpeg().toBuffer();
const dataUrl = (bytes: Buffer) => SELFIE.dataUrlPrefix + bytes.toString('base64');
const kept = async () =>
  (await campus.database.query<{ count: number }>('SELECT count(*)::int FROM selfies')).rows[0]?.count;

describe('a required selfie', () => {
  it('is kept with the mark and shown to the own teacher alone', async () => {
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

  it('is asked for', async () => {
    const { mark, roster } = await careful();
    // The preference may have been changed a moment ago, and nobody is there to ask.
    expect(await mark()).toMatchObject({ status: 503 });
    expect(await roster()).toEqual([]);
  });

  it('is re-encoded, smaller and without the place where it was taken', async () => {
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

  it('must be a JPEG of a sane size', async () => {
    const { mark, roster } = await careful();
    const good = await jpeg();
    const before = await kept();
    for (const selfieImage of [
      'hello',
      good.toString('base64'),
      SELFIE.dataUrlPrefix,
      `${SELFIE.dataUrlPrefix}!!!!`,
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      dataUrl(await picture().png().toBuffer()),
      dataUrl(good.subarray(0, good.length / 2)),
      dataUrl(Buffer.concat([good.subarray(0, 200), Buffer.alloc(400)])),
      dataUrl(await jpeg(4000, 2000)),
      dataUrl(Buffer.concat([good, Buffer.alloc(SELFIE.maxBytes)])),
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
    expect(await kept()).toBe(before);
  });

  it('is not needed again when the phone repeats itself', async () => {
    const { mark } = await careful();
    const first = await mark(undefined, { selfieImage: dataUrl(await jpeg()) });
    expect((await mark(undefined, { selfieImage: 'hello' })).body).toEqual(first.body);
  });

  it('is taken once, whoever sends it and whatever else its file says', async () => {
    const [before, held] = [await careful(2), await careful()];
    const taken = await jpeg();
    expect(await before.mark(undefined, { selfieImage: dataUrl(taken) })).toMatchObject({ status: 201 });
    const commented = Buffer.concat([
      taken.subarray(0, 2),
      Buffer.from('fffe0004abcd', 'hex'),
      taken.subarray(2),
    ]);
    for (const again of [taken, commented])
      for (const [{ mark, members }, index] of [
        [held, 0],
        [before, 1],
      ] as const)
        expect(await mark(members[index], { selfieImage: dataUrl(again) })).toMatchObject({
          status: 409,
          body: { code: 'selfie_reused', error: 'This selfie was already used. Take a new one.' },
        });
    expect(await before.roster()).toHaveLength(1);
    expect(await held.mark(undefined, { selfieImage: dataUrl(await jpeg()) })).toMatchObject({ status: 201 });
  });

  it('is deleted when its time is over, and the mark stays', async () => {
    const { teacher, mark, roster } = await careful();
    const { body } = await mark(undefined, { selfieImage: dataUrl(await jpeg()) });
    const id = (body as AttendanceRecord)._id;
    await campus.database.query(
      `UPDATE selfies SET taken_at = taken_at - interval '49 hours' WHERE mark_id = $1`,
      [id],
    );
    const others = ((await kept()) ?? 0) - 1;
    await campus.services.restart('attendance');
    await eventually(async () => expect(await kept()).toBe(others), { withinMs: 30_000 });
    await eventually(async () => expect((await roster())[0]).toMatchObject({ _id: id, hasSelfie: false }), {
      withinMs: 30_000,
    });
    expect(await campus.ask(teacher, 'GET', `/api/attendance/${id}/selfie`)).toMatchObject({ status: 404 });
  }, 60_000);
});

it('a selfie nobody asked for is never kept', async () => {
  const before = await kept();
  const { mark, roster } = await campus.holdClass(1);
  expect(await mark(undefined, { selfieImage: dataUrl(await jpeg()) })).toMatchObject({ status: 201 });
  expect(await roster()).toMatchObject([{ hasSelfie: false }]);
  expect(await kept()).toBe(before);
});
