import { Notice, useDocumentTitle } from '@qr-attendance/ui-kit';
import { retryableLazy } from '@qr-attendance/web-kit';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { wantedPath } from '../guards/return-path.ts';
import { codeOfPath } from '@qr-attendance/web-kit/code-of-path';

/** If the note cannot be loaded, the form still works. */
const ScanNote = retryableLazy<{ code: string }>(
  () =>
    import(/* webpackChunkName: "scan" */ '../scan/scan-note.tsx').then(
      (module) => module.ScanNote,
      () => () => null,
    ),
  null,
);

interface Props {
  title: string;
  error?: string | undefined;
  note?: string | undefined;
  other: { to: string; label: string } | undefined;
  children: ReactNode;
}

/** Replaces antd's Card, which would add tabs and menus to the lightest pages. */
export const FormCard = ({ title, error, note, other, children }: Props) => {
  useDocumentTitle(title);
  const { state } = useLocation();
  const code = codeOfPath(wantedPath(state) ?? '');
  const alert = useRef<HTMLDivElement>(null);
  // The error appears at the top of a long form whose button is at the end.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView?.({ block: 'center' });
  }, [error]);
  return (
    <section className="form-card">
      <h1>{title}</h1>
      {code && <ScanNote code={code} />}
      {note && !error && (
        <div className="below">
          <Notice type="success" title={note} role="status" />
        </div>
      )}
      {error && (
        <div ref={alert} className="below">
          <Notice type="error" title={error} />
        </div>
      )}
      {children}
      {other && (
        <p className="form-card-other">
          {/* The link keeps the page to return to after the sign-in. */}
          <Link to={other.to} state={state}>
            {other.label}
          </Link>
        </p>
      )}
    </section>
  );
};
