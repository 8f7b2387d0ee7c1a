import {
  MAX_IMPORT_PART_BYTES,
  routes,
  type FileFormat,
  type ImportAnswer,
  type ImportKind,
  type ImportRun,
  type InputOf,
} from '@qr-attendance/contracts';
import {
  apiKey,
  importRequest,
  importsRequest,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useCancelableMutation,
  useLiveQuery,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toBase64 } from './to-base64.ts';

/** The systems whose files are imported, highest rank first. */
export const useSources = () => {
  const { data, error } = useApiQuery(routes.course.getCourseSettings);
  return { sources: data?.importSources ?? [], error };
};

const ROWS_PER_PAGE = 25;
const WORKING_MS = 1_000;

export const isInProgress = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  ['reading', 'previewing', 'rechecking', 'applying', 'undoing'].includes(state);

export const useImports = () =>
  useApiPages(
    routes.course.listImports,
    {},
    {
      limit: ROWS_PER_PAGE,
      live: {
        request: importsRequest,
        everyMs: (data) => data?.pages.some(({ items }) => items.some(isInProgress)) === true && WORKING_MS,
      },
    },
  );

const inputOf = (id: string) => ({ params: { id } });

export const useImport = (id: string) =>
  useLiveQuery(importRequest, inputOf(id), {
    everyMs: (run) => run !== undefined && isInProgress(run) && WORKING_MS,
  });

const useShowRun = () => {
  const queries = useQueryClient();
  return (run: ImportRun) => {
    queries.setQueryData(apiKey(routes.course.getImport, inputOf(run._id)), run);
    void queries.invalidateQueries({ queryKey: apiKey(routes.course.listImports) });
  };
};

export type PreviewOptions = InputOf<typeof routes.course.previewImport, 'body'>;

const useReload = (id: string) => [apiKey(routes.course.getImport, inputOf(id))];

export const usePreview = (id: string) =>
  useApiMutation(routes.course.previewImport, (body: PreviewOptions) => ({ ...inputOf(id), body }), {
    onSuccess: useShowRun(),
    refetches: useReload(id),
  });
export const useChooseHeader = (id: string) =>
  useApiMutation(routes.course.chooseImportHeader, (line: number) => ({ ...inputOf(id), body: { line } }), {
    onSuccess: useShowRun(),
  });
export const useConfirmImport = (id: string) =>
  useApiMutation(
    routes.course.confirmImport,
    (body: InputOf<typeof routes.course.confirmImport, 'body'>) => ({ ...inputOf(id), body }),
    { onSuccess: useShowRun() },
  );
export const useAnswerImport = (id: string) =>
  useApiMutation(
    routes.course.answerImport,
    ({ line, answer }: { line: number; answer: ImportAnswer }) => ({
      params: { id, line },
      body: { answer },
    }),
    { onSuccess: useShowRun() },
  );
export const useStopImport = (id: string) =>
  useApiMutation(routes.course.stopImport, () => inputOf(id), { onSuccess: useShowRun() });
export const useUndoImport = (id: string) =>
  useApiMutation(routes.course.undoImport, () => inputOf(id), { onSuccess: useShowRun() });
export const useUndoPreview = (id: string) => useApiQuery(routes.course.previewImportUndo, inputOf(id));
export const useDiscardImport = (id: string) =>
  useApiMutation(routes.course.deleteImport, () => inputOf(id), {
    refetches: [apiKey(routes.course.listImports)],
  });

export const useImportFiles = () => {
  const api = useApi();
  return {
    errors: (id: string) => (format: FileFormat) =>
      api.file(routes.course.exportImportErrors, { ...inputOf(id), query: { format } }),
    changes: (id: string) => (format: FileFormat) =>
      api.file(routes.course.exportImportChanges, { ...inputOf(id), query: { format } }),
    template: (kind: ImportKind) => (format: FileFormat) =>
      api.file(routes.course.getImportTemplate, { params: { kind }, query: { format } }),
  };
};

export type OpenLineFilters = Pick<
  InputOf<typeof routes.course.listOpenLines, 'query'>,
  'kind' | 'state' | 'search'
>;
export const useOpenLines = (query: OpenLineFilters) =>
  useApiPages(
    routes.course.listOpenLines,
    { query },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );
export const useOfferLines = () =>
  useApiMutation(routes.course.offerOpenLines, (ids: string[]) => ({ body: { ids } }), {
    refetches: [apiKey(routes.course.listImports), apiKey(routes.course.listOpenLines)],
  });
export const useErasedLines = (id: string) =>
  useApiPages(routes.course.listErasedLines, inputOf(id), { limit: ROWS_PER_PAGE });
export const useImportHistory = (query: InputOf<typeof routes.course.getImportHistory, 'query'>) =>
  useApiQuery(routes.course.getImportHistory, { query });

export class DifferentFileError extends Error {}

interface UploadRequest {
  kind: ImportKind;
  /** Required if several sources are configured. */
  source?: string;
  file: File;
  begun?: ImportRun;
}

export const useUpload = () => {
  const api = useApi();
  const show = useShowRun();
  const [percent, setPercent] = useState(0);
  const upload = useCancelableMutation({
    mutationFn: async ({ kind, source, file, begun }: UploadRequest) => {
      if (begun && begun.bytes !== file.size) throw new DifferentFileError();
      const details = { kind, fileName: file.name, bytes: file.size, ...(source && { source }) };
      const run = begun ?? (await api.call(routes.course.createImport, { body: details }));
      const count = Math.ceil(file.size / MAX_IMPORT_PART_BYTES);
      for (let index = begun?.parts ?? 0; index < count; index += 1) {
        const part = file.slice(index * MAX_IMPORT_PART_BYTES, (index + 1) * MAX_IMPORT_PART_BYTES);
        await api.call(routes.course.putImportPart, {
          params: { id: run._id, index },
          body: { data: await toBase64(part) },
        });
        setPercent(Math.floor(((index + 1) / count) * 100));
      }
      return api.call(routes.course.finishImportUpload, inputOf(run._id));
    },
    onSuccess: show,
  });
  return { upload, percent };
};
