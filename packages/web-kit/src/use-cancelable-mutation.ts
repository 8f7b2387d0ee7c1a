import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { isCanceled } from './api-error.ts';

export interface ChangeReports {
  succeeded: (text: string) => void;
  /** Reports a failed change whose form is closed. */
  failed: (error: unknown) => void;
}
export const ChangeReportsContext = createContext<ChangeReports>({
  succeeded: () => undefined,
  failed: () => undefined,
});

export interface Outcome<Data> {
  /** The message is shown even if the form is closed. */
  done?: string | ((data: Data) => string | undefined) | undefined;
  /** Called only while the form is open; the same applies to `onError` and `onSettled`. */
  onSuccess?: (data: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
}

/**
 * Follows a change until its outcome. The server may make a change after its form was closed; the page then
 * reports the outcome. A change that was canceled before it was sent has no outcome.
 */
export const useFollowChange = () => {
  const reports = useContext(ChangeReportsContext);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback(
    async <Data>(change: Promise<Data>, outcome: Outcome<Data> = {}): Promise<void> => {
      try {
        const data = await change;
        const text = typeof outcome.done === 'function' ? outcome.done(data) : outcome.done;
        if (text !== undefined) reports.succeeded(text);
        if (isOpen.current) outcome.onSuccess?.(data);
      } catch (error) {
        if (isCanceled(error)) return;
        if (!isOpen.current) reports.failed(error);
        else outcome.onError?.(error as Error);
      } finally {
        if (isOpen.current) outcome.onSettled?.();
      }
    },
    [reports],
  );
};

const createPresses = () => {
  let current = new AbortController();
  return {
    begin: (): AbortSignal => {
      current = new AbortController();
      return current.signal;
    },
    cancel: (): void => current.abort(),
  };
};

type Options<Data, Variables> = Omit<
  UseMutationOptions<Data, Error, Variables>,
  'mutationFn' | 'onSuccess' | 'onError' | 'onSettled'
> & {
  mutationFn: (variables: Variables, cancel: AbortSignal) => Promise<Data>;
  /**
   * The returned promise is not awaited: the change is done when the server has answered, regardless of how
   * long lists take to reload.
   */
  onSuccess?: (data: Data, variables: Variables) => unknown;
  onError?: (error: Error, variables: Variables) => unknown;
  onSettled?: (data: Data | undefined, error: Error | null, variables: Variables) => unknown;
};

/**
 * `cancel` prevents a request from being sent. `mutate` and `cancel` keep their identity, so effects may
 * depend on them.
 */
export const useCancelableMutation = <Data, Variables = void>({
  mutationFn,
  onSuccess,
  onError,
  onSettled,
  ...options
}: Options<Data, Variables>) => {
  const [presses] = useState(createPresses);
  const follow = useFollowChange();
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    mutationFn: (variables) => mutationFn(variables, presses.begin()),
    onSuccess: (data, variables) => void onSuccess?.(data, variables),
    onError: (error, variables) => void (isCanceled(error) || onError?.(error, variables)),
    onSettled: (data, error, variables) => void onSettled?.(data, error, variables),
  });
  const { mutateAsync, reset } = mutation;
  const mutate = useCallback(
    (variables: Variables, outcome?: Outcome<Data>): void =>
      void follow(
        mutateAsync(variables).catch((error: unknown) => {
          if (isCanceled(error)) reset();
          throw error;
        }),
        outcome,
      ),
    [follow, mutateAsync, reset],
  );
  return { ...mutation, mutate, cancel: presses.cancel };
};

/**
 * Cancels the pending request of `mutation` when a dialog or form closes. A change continues if the user
 * leaves the page.
 */
export const useCancelOnClose = ({ cancel }: { cancel: () => void }): void =>
  useEffect(() => {
    const page = window.location.pathname;
    return () => {
      if (window.location.pathname === page) cancel();
    };
  }, [cancel]);
