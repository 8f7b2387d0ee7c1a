import type { ButtonProps } from 'antd';
import Button from 'antd/es/button';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type Props = Omit<ButtonProps, 'href' | 'onClick'> & { to: string };

/** A real link that looks like a button. */
export const LinkButton = ({ to, ...props }: Props) => {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLElement>(to);
  return <Button {...props} href={href} onClick={follow} />;
};
