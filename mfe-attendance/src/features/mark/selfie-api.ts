import { routes, selfiePromptSchema, type SelfiePrompt } from '@qr-attendance/contracts';
import { useApi, useApiMutation, useIdentity } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

export const useGiveSelfieConsent = () => {
  const { reload } = useIdentity();
  return useApiMutation(routes.auth.setSelfieConsent, () => ({ body: { given: true } }), {
    onSuccess: () => void reload(),
  });
};

/**
 * Null if the server does not answer, or if the prompt is unknown; a single selfie is then sent and flagged.
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
