import type { ReactNode } from 'react';
import './plain-list.css';

export const PlainList = ({ children }: { children: ReactNode }) => (
  <ul className="list plain-list">{children}</ul>
);

interface Props {
  title: ReactNode;
  detail: ReactNode;
  aside?: ReactNode;
}

export const PlainRow = ({ title, detail, aside }: Props) => (
  <li className="plain-row">
    <div>
      <div className="medium wrap">{title}</div>
      <div className="muted small wrap">{detail}</div>
    </div>
    {aside}
  </li>
);
