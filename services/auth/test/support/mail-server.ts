import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedEmail {
  to: string[];
  message: string;
}

export const startMailServer = async (port: number) => {
  const received: ReceivedEmail[] = [];
  let accepts = (_email: ReceivedEmail): boolean => true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((message) => {
        const email = { to: envelope.rcptTo.map(({ address }) => address), message };
        if (!accepts(email)) return;
        received.push(email);
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    /** Delays the response to the next email for an address. Resolves when that email is sent. */
    holdNext: (address: string) =>
      new Promise<void>((resolve) => {
        accepts = ({ to }) => {
          if (!to.includes(address)) return true;
          accepts = () => true;
          resolve();
          return false;
        };
      }),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
