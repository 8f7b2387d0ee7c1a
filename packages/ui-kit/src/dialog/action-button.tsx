import { Button, type ButtonProps } from '../button/button.tsx';
import { useAction, type Action } from './use-action.ts';

type Props<Result> = Omit<ButtonProps, 'onClick' | 'loading'> & Action<Result>;

export const ActionButton = <Result,>({ act, done, failure, ...look }: Props<Result>) => {
  const { busy, run } = useAction({ act, done, failure });
  return <Button {...look} loading={busy} onClick={() => void run()} />;
};
