import { z } from 'zod';
import type { FuzzedCampus } from './start-campus.ts';

const operationSchema = z.looseObject({
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string() })).optional(),
  requestBody: z
    .looseObject({ content: z.looseObject({ 'application/json': z.looseObject({ schema: z.unknown() }) }) })
    .optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});
export type OpenApiDocument = z.infer<typeof documentSchema>;

export const fetchDocument = async (url: string): Promise<OpenApiDocument> =>
  documentSchema.parse(await (await fetch(`${url}/api/openapi.json`)).json());

const idsOf = ({ lesson, markId, student }: FuzzedCampus): [path: string, id: string][] => [
  ['/api/courses/', lesson.course._id],
  ['/api/analytics/courses/', lesson.course._id],
  ['/api/sessions/', lesson.session._id],
  ['/api/attendance/', markId],
  ['/api/auth/people/', student.id],
];
const bodiesOf = ({ lesson, student, ticket }: FuzzedCampus): Record<string, object> => {
  const { course, session } = lesson;
  return {
    '/api/sessions': { courseId: course._id, date: session.date, startTime: session.startTime },
    '/api/attendance': { ticket },
    '/api/attendance/location-check': { ticket, location: { latitude: 0, longitude: 0, accuracy: 5 } },
    '/api/attendance/passkey-challenge': { ticket },
    '/api/attendance/selfie-prompt': { ticket },
    '/api/attendance/by-hand': {
      sessionId: session._id,
      studentId: student.id,
      status: 'PRESENT',
      reason: 'Battery empty',
    },
  };
};

/** Adds ids and tokens of the campus as examples, so that not all requests end with 404. */
export const addExamples = (document: OpenApiDocument, campus: FuzzedCampus): OpenApiDocument => {
  const copy = structuredClone(document);
  const [ids, bodies] = [idsOf(campus), bodiesOf(campus)];
  for (const [path, operations] of Object.entries(copy.paths)) {
    const examples: Record<string, string | undefined> = {
      id: ids.find(([beginning]) => path.startsWith(beginning))?.[1],
      courseId: campus.lesson.course._id,
      ...(path.startsWith('/api/analytics/') && { studentId: campus.student.id }),
      sessionId: campus.lesson.session._id,
      qrCode: campus.lesson.session.qrCode,
    };
    for (const { parameters = [], requestBody } of Object.values(operations)) {
      for (const parameter of parameters) {
        const example = examples[parameter.name];
        if (example !== undefined) parameter['example'] = example;
      }
      const content = requestBody?.content['application/json'];
      if (content && bodies[path]) content['example'] = bodies[path];
    }
  }
  return copy;
};

/** Adds a field that no response contains, to prove that the check detects the difference. */
export const addLie = (document: OpenApiDocument): OpenApiDocument => {
  const copy = structuredClone(document);
  const operation = copy.paths['/api/auth/me']?.['get'];
  if (operation) {
    const schema = { type: 'object', required: ['shoeSize'] };
    operation['responses'] = { 200: { description: 'Me', content: { 'application/json': { schema } } } };
  }
  return copy;
};
