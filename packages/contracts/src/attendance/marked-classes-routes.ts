import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { markedClassesSearchSchema, markedClassSchema } from './marked-classes-schemas.ts';

const { post } = routesOf('attendance');

export const findMarkedClassesInternal = post('/internal/marked-classes/find', {
  summary: 'Find the classes of courses in which students have a scan or a decision',
  access: 'internal',
  grants: 'reads',
  body: markedClassesSearchSchema,
  answer: z.array(markedClassSchema),
});
