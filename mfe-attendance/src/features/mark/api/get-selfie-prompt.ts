import { routes, selfiePromptSchema, type SelfiePrompt } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

/**
 * Reads what the second picture has to show. The answer is null when the server cannot be reached or asks for something that
 * this page does not know; the student then sends one picture, which is flagged.
 */
export const useSelfiePrompt = (ticket: string, enabled: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: ['selfie-prompt', ticket],
    queryFn: async ({ signal }): Promise<SelfiePrompt | null> => {
      try {
        const { prompt } = await api.call(routes.attendance.getSelfiePrompt, { body: { ticket }, signal });
        return selfiePromptSchema.safeParse(prompt).data ?? null;
      } catch {
        return null;
      }
    },
    enabled,
    staleTime: Infinity,
    retry: false,
  });
};
