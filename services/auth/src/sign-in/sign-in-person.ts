import type { Response } from 'express';
import type { SignedIn } from './sign-in.ts';
import type { Tokens } from './issue-tokens.ts';
import type { Cookies } from './cookies.ts';

/** Gives the browser of who proved who they are its cookies. @returns the access token */
export const makeSignInPerson =
  ({ tokens, cookies }: { tokens: Tokens; cookies: Cookies }) =>
  async ({ person, browser }: SignedIn, response: Response): Promise<string> => {
    const issued = await tokens.issue(person);
    cookies.writeRefreshToken(response, issued);
    cookies.writeBrowser(response, browser);
    return issued.accessToken;
  };
export type SignInPerson = ReturnType<typeof makeSignInPerson>;
