import multicastDns, { type QueryOutgoingPacket, type ResponsePacket } from 'multicast-dns';
import { localAddresses } from './host.ts';

/** Responders on the same machine answer within some milliseconds. */
const ANSWER_MS = 1_000;

type Answer = ResponsePacket['answers'][number];

/** @returns the first accepted answer; undefined without an answer, for example in a network without multicast */
const askNetwork = <Found>(
  questions: QueryOutgoingPacket['questions'],
  pick: (answer: Answer) => Found | undefined,
): Promise<Found | undefined> =>
  new Promise((resolve) => {
    const network = multicastDns();
    const end = (found: Found | undefined) => {
      clearTimeout(timer);
      network.removeAllListeners('response');
      network.destroy();
      resolve(found);
    };
    const timer = setTimeout(() => end(undefined), ANSWER_MS);
    for (const event of ['error', 'warning'] as const) network.on(event, () => undefined);
    network.on('response', ({ answers, additionals }) => {
      for (const answer of [...answers, ...additionals]) {
        const found = pick(answer);
        if (found !== undefined) return end(found);
      }
    });
    network.query({ questions });
  });

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether this machine announces the name (`….local`) by multicast DNS. */
export const isAnnouncedHere = async (name: string): Promise<boolean> => {
  const own = localAddresses();
  const found = await askNetwork([{ name, type: 'A' }], (answer) =>
    answer.type === 'A' && isSame(answer.name, name) && own.includes(answer.data) ? true : undefined,
  );
  return found === true;
};

/** The name (`….local`) that this machine announces by multicast DNS for one of its addresses. */
export const findAnnouncedName = (address: string): Promise<string | undefined> => {
  const name = `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
  return askNetwork([{ name, type: 'PTR' }], (answer) =>
    answer.type === 'PTR' && isSame(answer.name, name) && /^[a-z0-9-]+\.local$/i.test(answer.data)
      ? answer.data.toLowerCase()
      : undefined,
  );
};
