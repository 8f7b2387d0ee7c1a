import { needs, type Need } from '../../shared/readiness.ts';

/** What the session asks for that sent the student here, whatever the student's own preferences: `asks=pin,passkey`. */
export const askedNeeds = (search: URLSearchParams): Need[] => {
  const asked = (search.get('asks') ?? '').split(',');
  return needs.filter((need) => asked.includes(need));
};
