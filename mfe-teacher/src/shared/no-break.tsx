import type { ReactNode } from 'react';

export const NoBreak = ({ children }: { children: ReactNode }) => <span className="nowrap">{children}</span>;
