import { Notice, useDocumentTitle } from '@qr-attendance/ui-kit';
import { lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { wantedPath } from '../guards/return-path.ts';
import { scannedCodeOf } from '../scan/scanned-code.ts';

/** Not worth losing the form for, when it can't be loaded. */
const ScanNote = lazy<ComponentType<{ code: string }>>(() =>
  import(/* webpackChunkName: "scan" */ '../scan/scan-note.tsx').then(
    (module) => ({ default: module.ScanNote }),
    () => ({ default: () => null }),
  ),
);

interface Props {
  title: string;
  /** What the server or the form says went wrong. */
  error?: string | undefined;
  /** What went well before. */
  note?: string | undefined;
  other: { to: string; label: string };
  children: ReactNode;
}

/** Holds the sign-in and registration forms. Not antd's Card: that brings tabs and menus along to the lightest pages. */
export const FormCard = ({ title, error, note, other, children }: Props) => {
  useDocumentTitle(title);
  const { state } = useLocation();
  const code = scannedCodeOf(wantedPath(state) ?? '');
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the end of a long form, the reason at its top.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView?.({ block: 'center' });
  }, [error]);
  return (
    <section className="form-card">
      <h1>{title}</h1>
      {code && (
        <Suspense>
          <ScanNote code={code} />
        </Suspense>
      )}
      {note && !error && (
        <div style={{ marginBlockEnd: 20 }}>
          <Notice type="success" title={note} role="status" />
        </div>
      )}
      {error && (
        <div ref={alert} style={{ marginBlockEnd: 20 }}>
          <Notice type="error" title={error} />
        </div>
      )}
      {children}
      <p className="form-card-other">
        {/* The page that asked for a sign-in is remembered on this detour too. */}
        <Link to={other.to} state={state}>
          {other.label}
        </Link>
      </p>
    </section>
  );
};
