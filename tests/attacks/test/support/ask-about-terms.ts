import { randomUUID } from 'node:crypto';
import type { Term, Unit } from '@qr-attendance/contracts';
import type { RequestInput, CreateRequest } from './ask.ts';
import type { Campus } from './campus.ts';

const newTerm = () => ({ name: randomUUID(), firstDay: '2031-09-28', lastDay: '2032-02-12' });
const newUnit = () => ({ kind: 'program', name: randomUUID() });

const createTerm = ({ people, admin }: Campus): Promise<Term> =>
  people.must<Term>('POST', '/api/terms', { token: admin.token, body: newTerm() });
const createUnit = ({ people, admin, unit }: Campus): Promise<Unit> =>
  people.must<Unit>('POST', '/api/units', {
    token: admin.token,
    body: { ...newUnit(), ...(unit && { parentId: unit._id }) },
  });
const ofUnitStaff = async (campus: Campus): Promise<RequestInput> => {
  const { people, admin, colleague } = campus;
  const { _id: id } = await createUnit(campus);
  await people.must('POST', `/api/units/${id}/staff`, {
    token: admin.token,
    body: { person: colleague.email, role: 'auditor' },
  });
  return { params: { id, userId: colleague.id } };
};
const ofTerm = async (campus: Campus): Promise<RequestInput> => ({
  params: { id: (await createTerm(campus))._id },
});

export const askAboutTerms: Record<string, CreateRequest> = {
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
  'POST /api/units/:id/staff': async (campus) => ({
    params: { id: (await createUnit(campus))._id },
    body: { person: campus.colleague.email, role: 'auditor' },
  }),
  'PUT /api/units/:id/staff/:userId': async (campus) => ({
    ...(await ofUnitStaff(campus)),
    body: { role: 'program-administrator' },
  }),
  'DELETE /api/units/:id/staff/:userId': ofUnitStaff,
  'GET /internal/units/:id/path': async (campus) => ({ params: { id: (await createUnit(campus))._id } }),
  'DELETE /api/units/:id': async (campus) => ({ params: { id: (await createUnit(campus))._id } }),
};
