import { describe, expect, test } from '@jest/globals';
import { unzipSync, zipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/node';
import { MAX_ROWS, readWorkbook, writeWorkbook } from '../src/workbook/read-workbook.ts';

type Cell = string | number | Date | null;
const workbook = async (rows: Cell[][]): Promise<Uint8Array> => {
  const data = rows.map((row) =>
    row.map((value) =>
      value === null ? null : value instanceof Date ? { value, format: 'dd.mm.yyyy', type: Date } : { value },
    ),
  );
  return new Uint8Array(await writeExcelFile(data as never).toBuffer());
};

describe('a workbook', () => {
  test('yields days, numbers and empty rows as a CSV file would', async () => {
    const file = await workbook([
      ['id', 'begins', 'seats'],
      ['0001', new Date('2026-09-28T00:00:00Z'), 120],
      [null, null, null],
      ['=1+1', 'Zoë', 0.375],
      ['x', 'y', Number('12345678901234567')],
    ]);
    expect(await readWorkbook(file)).toEqual({
      otherSheets: [],
      rows: [
        ['id', 'begins', 'seats'],
        ['0001', '2026-09-28', '120'],
        ['', '', ''],
        ['=1+1', 'Zoë', '0.375'],
        ['x', 'y', '1.2345678901234568e+16'],
      ],
    });
  });

  test('has a row limit', async () => {
    const rows = Array.from({ length: MAX_ROWS + 1 }, (_row, index) => [index, 'x']);
    expect(await readWorkbook(await workbook(rows))).toEqual({ problem: 'too_many_rows' });
    expect(await readWorkbook(await workbook(rows.slice(1)))).toMatchObject({ rows: { length: MAX_ROWS } });
  });

  test('is not unpacked if it claims or reaches a huge size', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(100 * 1_024 * 1_024) });
    expect(await readWorkbook(bomb)).toEqual({ problem: 'workbook_too_large' });
    // An archive whose directory states wrong sizes.
    const lying = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(20 * 1_024 * 1_024) });
    const view = new DataView(lying.buffer, lying.byteOffset, lying.byteLength);
    for (let at = 0; at < lying.length - 30; at += 1)
      if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 10, true);
    expect(await readWorkbook(lying)).toMatchObject({ problem: 'broken_workbook' });
  });

  test.each([
    ['truncated', (file: Uint8Array) => file.subarray(0, file.length - 100)],
    ['only a header', () => Uint8Array.of(0x50, 0x4b, 3, 4)],
    ['another kind of archive', () => zipSync({ 'users.csv': Uint8Array.of(1, 2, 3) })],
  ])('is rejected if it is %s', async (_what, damage) => {
    expect(await readWorkbook(damage(await workbook([['a', 'b']])))).toEqual({ problem: 'broken_workbook' });
  });

  test('is abandoned if reading takes too long', async () => {
    const rows = Array.from({ length: 10_000 }, (_row, index) => [index, 'x']);
    expect(await readWorkbook(await workbook(rows), { maxMs: 5 })).toEqual({ problem: 'workbook_too_large' });
  });
});

describe('a written workbook', () => {
  test('stores cells as text, so numbers keep leading zeros and nothing is a formula', async () => {
    const rows = [
      ['person', 'name'],
      ['0012', '=1+1'],
      ['1e5', ' Zoë\n"Z" <b>&\u0001'],
    ];
    const file = await writeWorkbook([...rows, ['', 7]]);
    const read = await readWorkbook(file ?? new Uint8Array());
    expect(read).toMatchObject({
      rows: [
        ['person', 'name'],
        ['0012', '=1+1'],
        ['1e5', expect.stringContaining('"Z" <b>&')],
        ['', '7'],
      ],
    });
    const { 'xl/styles.xml': styles = new Uint8Array() } = unzipSync(file ?? new Uint8Array());
    expect(new TextDecoder().decode(styles)).toMatch(/numFmtId="49"|formatCode="@"/);
  });

  test('formats empty cells as text, so numbers entered later keep leading zeros', async () => {
    const file = await writeWorkbook([['person'], ['']]);
    const { 'xl/worksheets/sheet1.xml': sheet = new Uint8Array() } = unzipSync(file ?? new Uint8Array());
    expect(new TextDecoder().decode(sheet)).toMatch(/<c r="A2" s="\d+"\s*\/>|<c r="A2" s="\d+"><\/c>/);
  });

  test('has a row limit', async () => {
    const rows = Array.from({ length: MAX_ROWS }, (_row, index) => [`00${index}`, 'x']);
    expect(await writeWorkbook([['id', 'x'], ...rows])).toBeUndefined();
    expect(await readWorkbook((await writeWorkbook(rows)) ?? new Uint8Array())).toMatchObject({
      rows: { length: MAX_ROWS },
    });
  });
});
