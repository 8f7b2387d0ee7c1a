const WAITING = 'scan-before-sign-in:';
export const waitingScanKey = (code: string): string => `${WAITING}${code}`;
export const isWaitingScanKey = (key: string): boolean => key.startsWith(WAITING);
