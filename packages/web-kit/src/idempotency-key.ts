import { useCallback, useState } from 'react';
import { v4 as uuid } from 'uuid';

/** Returns the same key while the content is unchanged. */
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

/**
 * Identifies one press, so that the server recognizes a repeated request. `crypto.randomUUID` is missing on
 * http pages.
 */
export const newPressId = (): string => uuid();
