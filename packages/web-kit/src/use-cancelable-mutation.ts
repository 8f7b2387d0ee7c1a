import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

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

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, signal: AbortSignal) => Promise<Data>;
};

/** `cancel` aborts the pending request, so that a canceled action is not sent later. */
export const useCancelableMutation = <Data, Variables = void>({
  mutationFn,
  ...options
}: Options<Data, Variables>) => {
  const [presses] = useState(createPresses);
  const mutation = useMutation({
    ...options,
    mutationFn: (variables: Variables) => mutationFn(variables, presses.begin()),
  });
  return { ...mutation, cancel: presses.cancel };
};

/**
 * For dialogs and forms that can be canceled: cancels the pending request of `mutation` however they close. A change
 * is still wanted if they close because the user leaves the page.
 */
export const useCancelOnClose = ({ cancel }: { cancel: () => void }): void =>
  useEffect(() => {
    const page = window.location.pathname;
    return () => {
      if (window.location.pathname === page) cancel();
    };
  }, [cancel]);
