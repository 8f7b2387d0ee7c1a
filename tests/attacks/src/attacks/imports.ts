import { randomUUID } from 'node:crypto';
import { MAX_IMPORT_PART_BYTES } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { announcedSize, lineLengthLimit, changeCountConfirmation } from '../defenses/course.ts';
import { importFormulaEscaping } from '../defenses/packages.ts';
import { createOffice } from '../target/office.ts';

const TERMS = 30;
export const importAttacks: Attack[] = [
  {
    name: 'a file that changes everything, applied without confirming how much',
    defenses: [changeCountConfirmation],
    attempt: async (target) => {
      const office = await createOffice(target);
      const ids = Array.from({ length: TERMS }, () => randomUUID());
      const file = (name: string) =>
        `id,name,starts,ends\n${ids.map((id) => `${id},${name} ${id},2031-09-28,2032-02-12`).join('\n')}\n`;
      await office.confirm(await office.preview('terms', file('Term')));
      const run = await office.preview('terms', file('Stolen'));
      return (await office.confirm(run)).applied?.changed === TERMS;
    },
  },
  {
    name: 'a file larger than announced',
    defenses: [announcedSize],
    attempt: async (target) => {
      const office = await createOffice(target);
      const { _id } = await office.begin('units', 10);
      return (await office.put(_id, 0, Buffer.alloc(MAX_IMPORT_PART_BYTES, 'x'))).status === 204;
    },
  },
  {
    name: 'an import with a line of a megabyte',
    defenses: [lineLengthLimit],
    attempt: async (target) => {
      const office = await createOffice(target);
      const lines = Array.from({ length: 9 }, () => `${randomUUID()},faculty,Arts`);
      const file = ['id,kind,name', ...lines, `X,faculty,${'x'.repeat(1_000_000)}`].join('\n');
      return (await office.preview('units', file)).state === 'previewed';
    },
  },
  {
    name: 'a formula that is repeated in the errors of an import',
    defenses: [importFormulaEscaping],
    attempt: async (target) => {
      const office = await createOffice(target);
      const run = await office.preview('units', 'id,kind,name\nX,planet,Arts;=1+1\n');
      return (await office.errorsOf(run)).includes(';=1+1');
    },
  },
];
