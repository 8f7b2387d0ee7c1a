import { createHash, timingSafeEqual } from 'node:crypto';

export const sameSecret = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};
