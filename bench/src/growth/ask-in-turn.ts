import type { OpenCampus, Size } from './open-campus.ts';
import { questionsOf, type Question } from './pages.ts';

const TOKEN_SECONDS = 7_200;

const ask = async ({ services }: OpenCampus, { name, path }: Question, token: string): Promise<number> => {
  const began = performance.now();
  const response = await fetch(services.urls.attendance + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = await response.text();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${name}: ${response.status} ${body}`);
  return ms;
};

export type Times = Map<string, Map<Size, number[]>>;

/**
 * Alternates between the campuses, one call at a time, so that other load affects all alike. The first
 * `warmUp` calls are not counted.
 */
export const askInTurn = async (
  campuses: OpenCampus[],
  { warmUp, calls }: { warmUp: number; calls: number },
): Promise<Times> => {
  const times: Times = new Map();
  const asking = campuses.map((campus) => ({ campus, questions: questionsOf(campus.asked, campus.shape) }));
  const count = asking[0]?.questions.length ?? 0;
  for (let index = 0; index < count; index++)
    for (let call = -warmUp; call < calls; call++)
      for (const { campus, questions } of asking) {
        const question = questions[index];
        if (!question) throw new Error('campuses are asked different questions');
        const { id, userType } = question.who;
        const token = campus.services.tokenFor({ id, userType, name: 'Ada' }, TOKEN_SECONDS);
        const ms = await ask(campus, question, token);
        if (call < 0) continue;
        const bySize = times.get(question.name) ?? new Map<Size, number[]>();
        times.set(question.name, bySize.set(campus.size, [...(bySize.get(campus.size) ?? []), ms]));
      }
  return times;
};
