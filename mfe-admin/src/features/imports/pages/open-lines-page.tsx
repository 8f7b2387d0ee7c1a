import { importKindSchema, openLineStateSchema } from '@qr-attendance/contracts';
import {
  Button,
  Failure,
  FilterBar,
  PageHeader,
  PagesView,
  useChoices,
  useSearchText,
} from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { NativeSelect } from '../../../shared/native-select.tsx';
import { SearchInput } from '../../../shared/search-input.tsx';
import { useOfferLines, useOpenLines } from '../api.ts';
import { OpenLinesTable } from '../components/open-lines-table.tsx';
import '../../../shared/campus.css';
import '../imports.css';

const MAX_OFFERED = 500;

export const OpenLinesPage = () => {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const { read, choose } = useChoices();
  const { search, typed, setTyped } = useSearchText();
  const kind = importKindSchema.safeParse(read('kind')).data ?? 'people';
  const state = openLineStateSchema.safeParse(read('state')).data ?? 'pending';
  const lines = useOpenLines({ kind, state, ...(search && { search }) });
  const offer = useOfferLines();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const select = (id: string, isChosen: boolean) =>
    setChosen((ids) => [...ids.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  const show = (name: string, value: string) => {
    setChosen([]);
    choose(name, value);
  };
  return (
    <>
      <PageHeader
        title={t('imports.open.title')}
        help={t(`imports.open.help.${state}`)}
        back={{ to: '/admin/imports', label: t('imports.title') }}
      />
      <FilterBar>
        <NativeSelect
          label={t('imports.kind')}
          value={kind}
          options={importKindSchema.options.map((value) => ({ value, text: t(`imports.kinds.${value}`) }))}
          onChange={(value) => show('kind', value)}
        />
        <NativeSelect
          label={t('imports.open.state')}
          value={state}
          options={openLineStateSchema.options.map((value) => ({
            value,
            text: t(`imports.open.states.${value}`),
          }))}
          onChange={(value) => show('state', value)}
        />
        <SearchInput label={t('imports.open.search')} typed={typed} setTyped={setTyped} />
      </FilterBar>
      <Failure error={offer.error} text={t('imports.open.offerFailed')} />
      <div className="row below-sm">
        <Button
          disabled={chosen.length === 0 || chosen.length > MAX_OFFERED}
          loading={offer.isPending}
          onClick={() =>
            offer.mutate([...chosen], {
              onSuccess: (runs) =>
                void navigate(runs.length === 1 ? `/admin/imports/${runs[0]?._id}` : '/admin/imports'),
            })
          }
        >
          {t(`imports.open.offer.${state}`, { count: chosen.length, found: formatNumber(chosen.length) })}
        </Button>
      </div>
      <PagesView pages={lines} errorMessage={t('imports.open.failed')}>
        {(found) => (
          <OpenLinesTable
            {...{ kind, state, lines: found, chosen }}
            isSearched={search !== ''}
            onChoose={select}
          />
        )}
      </PagesView>
    </>
  );
};
