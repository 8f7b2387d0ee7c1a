import { useCallback, useState } from 'react';
import { v4 as uuid } from 'uuid';

/** The key stays the same while the content is unchanged. */
export const useIdempotencyKeys = (): ((body: unknown) => string) => {
  const [keys] = useState(() => new Map<string, string>());
  return useCallback(
    (body) => {
      const text = JSON.stringify(body);
      const key = keys.get(text) ?? uuid();
      keys.set(text, key);
      return key;
    },
    [keys],
  );
};

/** Names one press, so that the server can recognize a repeat of it. `crypto.randomUUID` is missing on http pages. */
export const newPressId = (): string => uuid();
