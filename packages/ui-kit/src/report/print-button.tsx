import { PrinterOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../dialog/action-button.tsx';

const MAX_PRINTED = 5_000;

interface Page<Row> {
  items: Row[];
  nextCursor?: string;
}
interface Printout<Row> {
  rows: Row[];
  isCut: boolean;
}

/** `printout` is undefined except while printing. `fetchPage` should use the largest page size. */
export const usePrintAll = <Row,>(fetchPage: (cursor: string | undefined) => Promise<Page<Row>>) => {
  const [printout, setPrintout] = useState<Printout<Row>>();
  useEffect(() => {
    const end = () => setPrintout(undefined);
    window.addEventListener('afterprint', end);
    return () => window.removeEventListener('afterprint', end);
  }, []);
  const print = useCallback(async (): Promise<void> => {
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const page = await fetchPage(cursor);
      rows.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined && rows.length < MAX_PRINTED);
    // The rows are rendered synchronously, before the browser lays out the printed page.
    flushSync(() => setPrintout({ rows, isCut: cursor !== undefined }));
    window.print();
  }, [fetchPage]);
  return { printout, print };
};

interface Props {
  print: () => Promise<void> | void;
  disabled?: boolean;
}

export const PrintButton = ({ print, disabled = false }: Props) => {
  const { t } = useTranslation();
  return (
    <ActionButton
      icon={<PrinterOutlined aria-hidden />}
      disabled={disabled}
      act={async () => print()}
      failure={t('common:report.printFailed')}
    >
      {t('common:report.print')}
    </ActionButton>
  );
};

/** Appears only in print, and only if rows were omitted. */
export const OmittedInPrint = ({ count }: { count: number }) => {
  const { t } = useTranslation();
  return <p className="print-only">{t('common:report.printCut', { count })}</p>;
};
