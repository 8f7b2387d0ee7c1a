import type { Person } from './people.ts';

export const readJson = async <Body>(url: string, { token }: Person): Promise<Body> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`${new URL(url).pathname} answers ${response.status}`);
  return (await response.json()) as Body;
};
