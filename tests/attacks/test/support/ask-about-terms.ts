import { randomUUID } from 'node:crypto';
import type { Term, Unit } from '@qr-attendance/contracts';
import type { Ask, MakeAsk } from './ask.ts';
import type { Campus } from './campus.ts';

const newTerm = () => ({ name: randomUUID(), firstDay: '2031-09-28', lastDay: '2032-02-12' });
const newUnit = () => ({ kind: 'faculty', name: randomUUID() });

const createTerm = ({ people, admin }: Campus): Promise<Term> =>
  people.must<Term>('POST', '/api/terms', { token: admin.token, body: newTerm() });
const createUnit = ({ people, admin }: Campus): Promise<Unit> =>
  people.must<Unit>('POST', '/api/units', { token: admin.token, body: newUnit() });
const ofTerm = async (campus: Campus): Promise<Ask> => ({ params: { id: (await createTerm(campus))._id } });

export const askAboutTerms: Record<string, MakeAsk> = {
  'POST /api/terms': () => ({ body: newTerm() }),
  'PUT /api/terms/:id': async (campus) => ({ ...(await ofTerm(campus)), body: { ...newTerm(), version: 1 } }),
  'DELETE /api/terms/:id': ofTerm,
  'POST /api/terms/:id/archive': ofTerm,
  'POST /api/terms/:id/restore': ofTerm,
  'POST /api/terms/:id/copy-courses': async (campus) => ({
    ...(await ofTerm(campus)),
    body: { from: (await createTerm(campus))._id },
  }),
  'POST /api/courses/:id/copy': async (campus) => ({
    params: { id: campus.lesson.course._id },
    body: { termId: (await createTerm(campus))._id },
  }),
  'POST /api/units': () => ({ body: newUnit() }),
  'PUT /api/units/:id': async (campus) => ({
    params: { id: (await createUnit(campus))._id },
    body: { name: randomUUID(), version: 1 },
  }),
  'DELETE /api/units/:id': async (campus) => ({ params: { id: (await createUnit(campus))._id } }),
};
