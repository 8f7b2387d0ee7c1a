import { ROSTER_LINES, routes, type AnswerOf, type RosterLine } from '@qr-attendance/contracts';
import { useApi, useApiMutation, useRefetch } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api/courses.ts';
import { EVENT_DELAY_MS, formerKey, ratesKey } from './students-api.ts';

interface Additions {
  lines: RosterLine[];
  preview: boolean;
  invite: boolean;
  sectionId: string | undefined;
}

/** Resolves to one outcome per line. */
export const useAddStudents = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useMutation({
    mutationFn: async ({ lines, preview, invite, sectionId }: Additions) => {
      const outcomes: AnswerOf<typeof routes.course.addStudents>['outcomes'] = [];
      for (let from = 0; from < lines.length; from += ROSTER_LINES) {
        const part = lines.slice(from, from + ROSTER_LINES);
        const body = { lines: part, preview, invite, ...(sectionId && { sectionId }) };
        outcomes.push(...(await api.call(routes.course.addStudents, { params: { id }, body })).outcomes);
      }
      return outcomes;
    },
    // Reloaded after a failure too, because some lines may have been added.
    onSettled: (_outcomes, _error, { preview }) => {
      if (preview) return;
      const keys = [...courseKeys, formerKey(id), ratesKey(id)];
      setTimeout(() => void refetch([ratesKey(id)]), EVENT_DELAY_MS);
      return refetch(keys);
    },
  });
};

export const useInviteStudents = (id: string) =>
  useApiMutation(routes.course.inviteStudents, (studentIds: string[] | undefined) => ({
    params: { id },
    body: studentIds ? { studentIds } : {},
  }));
