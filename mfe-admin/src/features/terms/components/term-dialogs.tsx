import type { Term } from '@qr-attendance/contracts';
import { Button, ConfirmActionDialog, Dialog, Failure, QueryView } from '@qr-attendance/ui-kit';
import { useCancelOnClose } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../../shared/native-select.tsx';
import { useAllTerms, useArchiveTerm, useCopyCourses, useDeleteTerm } from '../api.ts';

interface Props {
  term: Term;
  onClose: () => void;
}

export const ArchiveDialog = ({ term: { _id, name, courseCount = 0 }, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const archive = useArchiveTerm(_id);
  return (
    <ConfirmActionDialog
      title={t('terms.archiveOf', { name })}
      text={t('terms.archiveText', { count: courseCount })}
      confirm={t('terms.archive')}
      act={() => archive.mutateAsync()}
      onGiveUp={archive.cancel}
      done={t('terms.archiveDone', { name })}
      failure={t('terms.archiveFailed')}
      onClose={onClose}
    />
  );
};

export const DeleteDialog = ({ term: { _id, name }, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const remove = useDeleteTerm(_id);
  return (
    <ConfirmActionDialog
      title={t('terms.deleteOf', { name })}
      text={t('terms.deleteText')}
      confirm={t('terms.delete')}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('terms.deleteDone', { name })}
      failure={t('terms.deleteFailed')}
      onClose={onClose}
    />
  );
};

/** The next term after the given term; without a later term, the latest other term. */
const suggestNext = ({ firstDay }: Term, others: Term[]): Term | undefined =>
  others.toReversed().find((other) => other.firstDay > firstDay) ?? others[0];

export const CopyDialog = ({ term, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const terms = useAllTerms();
  const targets = terms.data?.filter(({ _id, archived }) => _id !== term._id && !archived) ?? [];
  const [chosen, setChosen] = useState<string>();
  const copy = useCopyCourses(term._id);
  useCancelOnClose(copy);
  const target = chosen ? targets.find(({ _id }) => _id === chosen) : suggestNext(term, targets);
  const submit = ({ _id, name }: Term) =>
    copy.mutate(_id, { done: t('terms.copyDone', { name }), onSuccess: onClose });
  return (
    <Dialog
      title={t('terms.copyOf', { name: term.name })}
      text={t(terms.data && !target ? 'terms.copyNowhere' : 'terms.copyText')}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          {target && (
            <Button type="primary" onClick={() => submit(target)} loading={copy.isPending}>
              {t('terms.copy')}
            </Button>
          )}
        </>
      }
    >
      <Failure error={copy.error} text={t('terms.copyFailed')} />
      <QueryView query={terms} errorMessage={t('terms.failed')}>
        {() =>
          target && (
            <NativeSelect
              label={t('terms.copyTo')}
              value={target._id}
              options={targets.map(({ _id, name }) => ({ value: _id, text: name }))}
              onChange={setChosen}
            />
          )
        }
      </QueryView>
    </Dialog>
  );
};
