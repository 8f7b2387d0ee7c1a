import { UploadOutlined } from '@ant-design/icons';
import { Button } from '@qr-attendance/ui-kit';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  busy: boolean;
  percent: number;
  onFile: (file: File) => void;
}

export const FileDrop = ({ busy, percent, onFile }: Props) => {
  const { t } = useTranslation('admin');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file && !busy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Button
        type="primary"
        icon={<UploadOutlined aria-hidden />}
        loading={busy}
        onClick={() => input.current?.click()}
      >
        {t('imports.chooseFile')}
      </Button>
      <p className="flush muted">{t('imports.dropHere')}</p>
      {/* The native file input would use the browser's language. */}
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t('imports.chooseFile')}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {busy && <progress aria-label={t('imports.uploading')} max={100} value={percent} />}
    </div>
  );
};
