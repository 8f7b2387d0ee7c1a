import { routes } from '@qr-attendance/contracts';
import { useApiQuery, type Host } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, refusal, renderRemote } from '@qr-attendance/web-kit/testing';
import { testLiveScreens } from '@qr-attendance/web-kit/testing/live-screens';
import { screen } from '@testing-library/react';
import { createApi } from '../src/identity/create-api.ts';

const COURSES = callOf(routes.course.listCourses);
const Page = () => {
  const { data } = useApiQuery(routes.course.listCourses);
  return data ? <p>Page</p> : null;
};

testLiveScreens('shell', {
  'every page when the access token ends': {
    open: (answers) => {
      localStorage.setItem('token', 'old');
      const server = fakeApi(answers);
      const { api } = createApi({
        onSignedOut: () => undefined,
        onRetry: () => undefined,
        reloadIfOtherUser: () => false,
        prover: () => ({ email: 'ada@campus.example', hasPasskey: false }),
      });
      renderRemote(<Page />, {
        catalog: { namespace: 'test', en: {}, load: async () => ({}) },
        host: { api, identity: {} } as Host,
        basePath: '/teacher',
      });
      return server;
    },
    others: {
      [COURSES]: ({ headers }) =>
        headers['authorization'] === 'Bearer new' ? answer([]) : refusal(401, '', { code: 'not_signed_in' }),
    },
    isOn: () => screen.queryByText('Page'),
    isOnce: true,
    requests: {
      renewalRequest: {
        answerOf: () => answer({ token: 'new' }),
        isShown: () => localStorage.getItem('token') === 'new',
      },
    },
  },
});
