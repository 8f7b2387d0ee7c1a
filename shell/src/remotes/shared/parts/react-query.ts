export {
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  onlineManager,
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
