import type { ManagedPerson } from '@qr-attendance/contracts';
import {
  Button,
  Dialog,
  EmptyState,
  PlainList,
  PlainRow,
  QueryView,
  useDebounced,
} from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../shared/search-input.tsx';
import { useMergeCandidates } from '../api.ts';
import { MergePreview } from './merge-preview.tsx';

interface Props {
  person: ManagedPerson;
  onClose: () => void;
}

const numbersOf = ({ email, institutionId, usn, regNo }: ManagedPerson): string =>
  [email, institutionId, usn, regNo].filter(Boolean).join(' · ');

const ChooseOther = ({
  person,
  onChoose,
}: {
  person: ManagedPerson;
  onChoose: (other: ManagedPerson) => void;
}) => {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState(person.name);
  const search = useDebounced(typed);
  const candidates = useMergeCandidates(search);
  return (
    <>
      <SearchInput label={t('merge.search')} typed={typed} setTyped={setTyped} />
      {search !== '' && (
        <QueryView query={candidates} errorMessage={t('people.failed')}>
          {(people) => {
            const others = people.filter(({ _id, mergedInto }) => _id !== person._id && !mergedInto);
            if (others.length === 0) return <EmptyState message={t('merge.none')} />;
            return (
              <PlainList>
                {others.map((other) => (
                  <PlainRow
                    key={other._id}
                    title={<bdi>{other.name}</bdi>}
                    detail={numbersOf(other)}
                    aside={
                      <Button
                        size="small"
                        aria-label={t('merge.chooseOf', { name: other.name, email: other.email })}
                        onClick={() => onChoose(other)}
                      >
                        {t('merge.choose')}
                      </Button>
                    }
                  />
                ))}
              </PlainList>
            );
          }}
        </QueryView>
      )}
    </>
  );
};

export const MergeDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const [other, setOther] = useState<ManagedPerson>();
  const [isSwapped, setIsSwapped] = useState(false);
  const { name } = person;
  if (person.userType === 'TEACHER')
    return (
      <Dialog
        title={t('merge.of', { name })}
        text={t('merge.teacher')}
        onClose={onClose}
        buttons={<Button onClick={onClose}>{t('common:close')}</Button>}
      />
    );
  if (!other)
    return (
      <Dialog
        title={t('merge.of', { name })}
        text={t('merge.text')}
        onClose={onClose}
        buttons={<Button onClick={onClose}>{t('common:cancel')}</Button>}
        wide
      >
        <ChooseOther person={person} onChoose={setOther} />
      </Dialog>
    );
  // The record with an account is kept.
  const keepsFirst = (person.registered !== false && other.registered === false) !== isSwapped;
  const [merged, kept] = keepsFirst ? [other, person] : [person, other];
  const canSwap = (person.registered === false) === (other.registered === false);
  return (
    <Dialog title={t('merge.of', { name })} onClose={onClose} wide>
      <MergePreview
        key={merged._id}
        merged={merged}
        kept={kept}
        onSwap={canSwap ? () => setIsSwapped(!isSwapped) : undefined}
        onClose={onClose}
      />
    </Dialog>
  );
};
