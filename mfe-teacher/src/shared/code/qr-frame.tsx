import type { ReactNode } from 'react';

export const QrFrame = ({ children }: { children: ReactNode }) => <div className="qr-frame">{children}</div>;
