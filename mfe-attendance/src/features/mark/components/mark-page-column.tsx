import type { ReactNode } from 'react';
import '../mark.css';

export const MarkPageColumn = ({ children }: { children: ReactNode }) => (
  <div className="narrow stack">{children}</div>
);
